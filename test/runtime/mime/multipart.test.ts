import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Entity, readEntity } from "#runtime/mime/entity.js";
import { leavesOf, partsOf } from "#runtime/mime/multipart.js";
import { decodedContent } from "#runtime/mime/transfer-encoding.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array | undefined): string => new TextDecoder().decode(content);

function multipart(content: string, boundary = "b", type = "multipart/mixed"): Entity {
  const fields = new Map([["content-type", `${type}; boundary="${boundary}"`]]);
  return { fields, content: bytes(content) };
}

const contents = (parts: readonly Entity[] | undefined) => parts?.map(({ content }) => text(content));

const limits = { parts: 50, depth: 3 };

describe("parts", () => {
  test.each<[string, string, readonly string[]]>([
    ["one", "--b\r\n\r\none\r\n--b--", ["one"]],
    [
      "two, with what stands before and after",
      "pre\r\n--b\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b--\r\nafter",
      ["one", "two"],
    ],
    ["with line feeds alone", "--b\n\none\n--b\n\ntwo\n--b--\n", ["one", "two"]],
    ["with spaces after the boundary", "--b \t\r\n\r\none\r\n--b-- \r\n", ["one"]],
    ["empty", "--b\r\n\r\n\r\n--b--", [""]],
    ["with the boundary inside a line", "--b\r\n\r\nx --b--\r\n--bc\r\n--b--", ["x --b--\r\n--bc"]],
    ["ending with a line break of its own", "--b\r\n\r\none\r\n\r\n--b--", ["one\r\n"]],
  ])("%s", (_, content, want) => {
    expect(contents(partsOf(multipart(content), 50))).toEqual(want);
  });

  test.each<[string, Entity]>([
    ["no delimiter", multipart("one")],
    ["no part", multipart("--b--")],
    ["no last delimiter", multipart("--b\r\n\r\none\r\n--b\r\n\r\ntwo")],
    ["a part without an empty line", multipart("--b\r\none\r\n--b--")],
    ["more than 50 parts", multipart(`${"--b\r\n\r\n1\r\n".repeat(51)}--b--`)],
    ["no boundary", multipart("--\r\n\r\none\r\n----", "")],
    ["a boundary that is none", multipart("--b{\r\n\r\none\r\n--b{--", "b{")],
    ["a long boundary", multipart("", "b".repeat(71))],
  ])("refused: %s", (_, entity) => {
    expect(partsOf(entity, 50)).toBeUndefined();
  });

  test("hold any bytes", () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 50 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(chunks, (bodies) => {
        const pieces = bodies.flatMap((body) => [...bytes("--=_edge\r\n\r\n"), ...body, 13, 10]);
        const content = Uint8Array.from([...pieces, ...bytes("--=_edge--\r\n")]);
        const parts = partsOf({ ...multipart("", "=_edge"), content }, 50);
        expect(parts?.map((part) => Uint8Array.from(part.content))).toEqual(
          bodies.map((b) => Uint8Array.from(b)),
        );
      }),
    );
  });
});

describe("leaves", () => {
  const inner = (boundary: string, content: string): string =>
    `Content-Type: multipart/related; boundary=${boundary}\r\n\r\n--${boundary}\r\n${content}\r\n--${boundary}--`;

  test("of any level, in order", () => {
    const entity = multipart(`--b\r\n${inner("c", "\r\none")}\r\n--b\r\n\r\ntwo\r\n--b--`);
    expect(contents(leavesOf(entity, limits))).toEqual(["one", "two"]);
  });

  test("beyond three levels are refused", () => {
    const nested = (depth: number) => {
      const names = ["c", "d", "e"].slice(0, depth - 1);
      const content = names.reduceRight((inside, name) => inner(name, inside), "\r\none");
      return leavesOf(multipart(`--b\r\n${content}\r\n--b--`), limits);
    };
    expect(contents(nested(3))).toEqual(["one"]);
    expect(nested(4)).toBeUndefined();
  });

  test("a single part is its own leaf", () => {
    const entity = readEntity(bytes("Content-Type: image/png\r\n\r\nx"));
    expect(entity && leavesOf(entity, limits)).toEqual([entity]);
  });
});

describe("transfer encodings", () => {
  const decode = (encoding: string | undefined, content: string) => {
    const fields = new Map(encoding === undefined ? [] : [["content-transfer-encoding", encoding]]);
    const decoded = decodedContent({ fields, content: bytes(content) });
    return decoded && text(decoded);
  };

  test.each<[string | undefined, string, string | undefined]>([
    [undefined, "a=3D\r\n", "a=3D\r\n"],
    ["7bit", "a", "a"],
    ["8bit", "é", "é"],
    ["Binary", "é", "é"],
    ["base64", "w6k=", "é"],
    ["BASE64", " w6\r\nk=\r\n", "é"],
    ["base64", "", ""],
    ["base64", "w6k=?", undefined],
    ["base64", "w", undefined],
    ["quoted-printable", "=C3=a9=3d1=\r\n2= \n3\r\n", "é=123\r\n"],
    ["quoted-printable", "é", "é"],
    ["quoted-printable", "=C", undefined],
    ["quoted-printable", "=", undefined],
    ["quoted-printable", "=XY", undefined],
    ["uuencode", "a", undefined],
  ])("%s: %j is %j", (encoding, content, want) => {
    expect(decode(encoding, content)).toBe(want);
  });
});

test("hostile data never ends in an error", () => {
  const pieces = fc.constantFrom(
    ...[
      "--b",
      "--",
      "\r\n",
      "\n",
      "Content-Type: multipart/mixed; boundary=b",
      "Content-ID: <a>",
      "=",
      ";",
      "<a/>",
    ],
    ...["Content-Transfer-Encoding: base64", "Content-Transfer-Encoding: quoted-printable", "\0", "é", " "],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40, size: "max" }), (given) => {
      const entity = readEntity(bytes(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${given.join("")}`));
      for (const leaf of (entity && leavesOf(entity, limits)) ?? []) decodedContent(leaf);
    }),
  );
});
