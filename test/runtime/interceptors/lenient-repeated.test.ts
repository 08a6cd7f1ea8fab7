/** Elements given more often than declared, nil elements with content, and parts that are not there. */
import { describe, expect, test } from "@jest/globals";
import { multipartRelated } from "#runtime/index.js";
import type { XmlReader } from "#runtime/xml.js";
import { base64Binary, int, knownTypes, readAny, readNillable } from "#runtime/codec.js";
import { type Forgiven, type LenientOptions, lenientReading } from "#runtime/interceptors.js";
import { namespace } from "../greeter.js";
import { type Answer, base, bytes, type Called, ended, response } from "./departing.js";

interface Point {
  readonly X: number | undefined;
}
interface Plan {
  readonly Count: number | undefined;
  readonly Limit: number | null | undefined;
  readonly Point: Point | undefined;
  readonly Note: unknown;
  readonly Data: Uint8Array | undefined;
  readonly Items: readonly (number | undefined)[];
}

function readPoint(r: XmlReader): Point {
  let X: number | undefined;
  while (r.child()) {
    if (r.name === "X") X = r.value(int, X);
    else r.skip();
  }
  return { X: X ?? r.absent("X", int) };
}

/** As the generator writes it: a required and a nillable value, a record, any content, bytes, and a list. */
const Draft: Called<Plan> = {
  ...base,
  multipart: multipartRelated,
  output: {
    element: { namespace, name: "GreetResponse" },
    write: () => undefined,
    read: (r: XmlReader): Plan => {
      let Count: number | undefined;
      let Limit: number | null | undefined;
      let Point: Point | undefined;
      let Note: unknown;
      let Data: Uint8Array | undefined;
      const Items: (number | undefined)[] = [];
      while (r.child()) {
        if (r.name === "Count") Count = r.value(int, Count);
        else if (r.name === "Limit") Limit = readNillable(r, int, Limit);
        else if (r.name === "Point") Point = r.record(readPoint, { namespace, name: "Point" }, Point);
        else if (r.name === "Note") Note = readAny(r, knownTypes({}), Note as never);
        else if (r.name === "Data") Data = r.value(base64Binary, Data);
        else if (r.name === "Item") {
          const item = r.value(int, undefined);
          if (item !== undefined || r.keeps?.(item)) Items.push(item);
        } else r.skip();
      }
      return { Count: Count ?? r.absent("Count", int), Limit, Point, Note, Data, Items };
    },
  },
};

const at = "Envelope.Body.GreetResponse";
const nothing: Plan = {
  Count: 1,
  Limit: undefined,
  Point: undefined,
  Note: undefined,
  Data: undefined,
  Items: [],
};
const content = (name: string, ...children: unknown[]): never =>
  expect.objectContaining({ name, children }) as never;

async function drafted(answer: Answer, options: LenientOptions = {}) {
  const heard: Forgiven[] = [];
  const reading = lenientReading((each) => heard.push(...each), options);
  return { ...(await ended(answer, { interceptors: [reading] }, Draft)), heard };
}

type Row = [title: string, content: string, want: Partial<Plan>, heard: readonly Partial<Forgiven>[]];

async function expectRow(answer: Answer, row: Row, { strict, kind }: { strict: RegExp; kind: string }) {
  const [, , want, heard] = row;
  const found = await drafted(answer);
  expect([found.failure, found.result]).toEqual(["no error", { ...nothing, ...want }]);
  expect(found.heard).toEqual(heard.map((each) => expect.objectContaining({ kind, ...each })));
  expect((await ended(answer, {}, Draft)).failure).toMatch(strict);
  expect((await drafted(answer, { [kind]: false })).failure).toMatch(strict);
  expect((await drafted(answer, { limit: heard.length - 1 })).failure).toMatch(/deviates from the contract/);
}

const one = "<Count>1</Count>";

describe("an element given once more than declared", () => {
  test.each<Row>([
    [
      "a value: the first counts",
      `${one}<Count>2</Count>`,
      {},
      [{ path: `${at}.Count`, element: content("Count", "2") }],
    ],
    [
      "three times",
      `${one}<Count>2</Count><Count>3</Count>`,
      {},
      [{ path: `${at}.Count` }, { path: `${at}.Count` }],
    ],
    ["with a value that is none", `${one}<Count>n/a</Count>`, {}, [{ element: content("Count", "n/a") }]],
    [
      "with others between",
      `${one}<Item>5</Item><Count>2</Count>`,
      { Items: [5] },
      [{ path: `${at}.Count` }],
    ],
    ["an empty one", `${one}<Count/>`, {}, [{ element: content("Count") }]],
    [
      "nillable, nil first",
      `${one}<Limit i:nil="1"/><Limit>2</Limit>`,
      { Limit: null },
      [{ path: `${at}.Limit` }],
    ],
    [
      "nillable, nil second",
      `${one}<Limit>2</Limit><Limit i:nil="1"/>`,
      { Limit: 2 },
      [{ path: `${at}.Limit` }],
    ],
    [
      "a record",
      `${one}<Point><X>1</X></Point><Point><X>2</X><Y>3</Y></Point>`,
      { Point: { X: 1 } },
      [{ path: `${at}.Point`, element: content("Point", content("X", "2"), content("Y", "3")) }],
    ],
    [
      "inside a record",
      `${one}<Point><X>1</X><X>2</X></Point>`,
      { Point: { X: 1 } },
      [{ path: `${at}.Point.X` }],
    ],
    [
      "any content",
      `${one}<Note>a</Note><Note>b</Note>`,
      { Note: "a" },
      [{ path: `${at}.Note`, element: content("Note", "b") }],
    ],
    [
      "bytes",
      `${one}<Data>AQ==</Data><Data>Ag==</Data>`,
      { Data: new Uint8Array([1]) },
      [{ path: `${at}.Data` }],
    ],
  ])("%s", (...row) =>
    expectRow({ text: response(row[1]) }, row, { kind: "repeated", strict: /given twice/ }),
  );
});

describe("a nil element with content", () => {
  test.each<Row>([
    [
      "text",
      `${one}<Limit i:nil="true">2</Limit>`,
      { Limit: null },
      [{ path: `${at}.Limit`, element: content("Limit", "2") }],
    ],
    [
      "white space",
      `${one}<Limit i:nil="true"> </Limit>`,
      { Limit: null },
      [{ element: content("Limit", " ") }],
    ],
    [
      "elements",
      `${one}<Limit i:nil="1"><V>1</V></Limit>`,
      { Limit: null },
      [{ element: content("Limit", content("V", "1")) }],
    ],
    [
      "elements behind text",
      `${one}<Limit i:nil="1">a<V/>b</Limit>`,
      { Limit: null },
      [{ element: content("Limit", "a", content("V"), "b") }],
    ],
    [
      "what follows is read",
      `<Limit i:nil="1">2</Limit>${one}<Item>5</Item>`,
      { Limit: null, Items: [5] },
      [{ path: `${at}.Limit` }],
    ],
  ])("%s", (...row) =>
    expectRow({ text: response(row[1]) }, row, { kind: "content", strict: /is nil and has content/ }),
  );

  test("one that may not be nil is reported twice", async () => {
    const { result, heard } = await drafted({ text: response('<Count i:nil="true">5</Count>') });
    expect(result).toEqual({ ...nothing, Count: undefined });
    expect(heard.map(({ kind, path }) => [kind, path])).toEqual([
      ["content", `${at}.Count`],
      ["nil", `${at}.Count`],
    ]);
  });
});

describe("xsi:nil that is neither true nor false", () => {
  test.each<[lexical: string, limit: number | null, kind: string]>([
    ["True", null, "form"],
    ["FALSE", 2, "form"],
    ["yes", 2, "unreadable"],
    ["", 2, "empty"],
  ])("%s", async (lexical, limit, kind) => {
    const text = response(`${one}<Limit i:nil="${lexical}">${limit ?? ""}</Limit>`);
    const { failure, result, heard } = await drafted({ text });
    expect([failure, result]).toEqual(["no error", { ...nothing, Limit: limit }]);
    expect(heard.map((each) => [each.kind, each.path])).toEqual([[kind, `${at}.Limit`]]);
    expect((await ended({ text }, {}, Draft)).failure).toMatch(/xsi:nil of Limit is not true or false/);
  });
});

const include = (id: string): string =>
  `<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:${id}"/>`;

/** An XOP package with the part `one`, which is the byte 7. */
function packaged(text: string): Answer {
  const root = 'Content-Type: application/xop+xml; charset=utf-8; type="text/xml"\r\nContent-ID: <root>';
  const part = "Content-Type: application/octet-stream\r\nContent-ID: <one>";
  const body = `--b\r\n${root}\r\n\r\n${text}\r\n--b\r\n${part}\r\n\r\n\u0007\r\n--b--\r\n`;
  const contentType =
    'multipart/related; type="application/xop+xml"; boundary=b; start="<root>"; start-info="text/xml"';
  return { contentType, body: bytes(body, "latin1") };
}

describe("a part that is not there", () => {
  const seven = new Uint8Array([7]);
  test.each<Row>([
    ["it is absent", `${one}<Data>${include("two")}</Data>`, {}, [{ path: `${at}.Data`, text: "cid:two" }]],
    ["with white space around", `${one}<Data> ${include("two")}\n</Data>`, {}, [{ path: `${at}.Data` }]],
    [
      "included before",
      `${one}<Data>${include("one")}</Data><Note>${include("one")}</Note>`,
      { Data: seven, Note: expect.anything() },
      [{ path: `${at}.Note` }],
    ],
    [
      "what follows is read",
      `<Data>${include("two")}</Data>${one}<Item>5</Item>`,
      { Items: [5] },
      [{ path: `${at}.Data` }],
    ],
    [
      "of a value that is required",
      `<Count>${include("two")}</Count>`,
      { Count: undefined },
      [{ path: `${at}.Count` }],
    ],
    [
      "of items, which keep their places",
      `${one}<Item>1</Item><Item>${include("two")}</Item><Item>3</Item>`,
      { Items: [1, undefined, 3] },
      [{ path: `${at}.Item` }],
    ],
  ])("%s", (...row) =>
    expectRow(packaged(response(row[1])), row, { kind: "part", strict: /xop:Include names/ }),
  );

  test("a part that is there is read", async () => {
    const { result, heard } = await drafted(packaged(response(`${one}<Data>${include("one")}</Data>`)));
    expect([result, heard]).toEqual([{ ...nothing, Data: seven }, []]);
  });
});
