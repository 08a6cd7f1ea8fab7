import { describe, expect, test } from "@jest/globals";
import { type Entity, readEntity } from "#runtime/mime/entity.js";
import { maxMmsSize, mmsTypes, readMmsContent } from "#server/networks/mm7/documents/mms-content.js";
import { documentedRows } from "../../domain/documented-table.js";

function part(type: string, body: string | Uint8Array, more: Record<string, string> = {}): Entity {
  const content = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return { fields: new Map(Object.entries({ "content-type": type, ...more })), content };
}

describe("a part", () => {
  test.each<[string, string]>([
    ["text/plain", "text/plain; charset=utf-8"],
    ["Text/Plain; Charset=UTF-8; name=a", "text/plain; charset=utf-8"],
    ["text/plain; charset=windows-1256", "text/plain; charset=windows-1256"],
    ...mmsTypes.slice(1).map((type): [string, string] => [`${type}; name="a"`, type]),
  ])("of the type %s", (given, contentType) => {
    const body = Uint8Array.of(65, 66);
    const parts = [{ contentType, contentId: "a", body }];
    expect(readMmsContent(part(given, body, { "content-id": "<a>" }))).toEqual(parts);
  });

  test.each<[string, Entity]>([
    ["of another type", part("text/html", "a")],
    ["of a malformed type", part("image", "a")],
    ["that is no UTF-8", part("text/plain", Uint8Array.of(0xe9))],
    ["that is no ASCII nor UTF-8", part("text/plain; charset=us-ascii", Uint8Array.of(0xe9))],
    ["with a charset that is none", part('text/plain; charset="a b"', "a")],
    ["with another transfer encoding", part("image/png", "a", { "content-transfer-encoding": "x-gzip" })],
    ["with a long name", part("image/png", "a", { "content-id": "a".repeat(257) })],
    ["that is too large", part("image/png", new Uint8Array(maxMmsSize + 1))],
  ])("%s is refused", (_, entity) => {
    expect(readMmsContent(entity)).toBeUndefined();
  });
});

describe("several parts", () => {
  const together = (sizes: readonly number[]) => {
    const parts = sizes
      .map((size) => `--b\r\nContent-Type: image/png\r\n\r\n${"a".repeat(size)}\r\n`)
      .join("");
    const data = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--`;
    const entity = readEntity(new TextEncoder().encode(data));
    return entity === undefined ? undefined : readMmsContent(entity);
  };

  test("keep their order", () => {
    expect(together([1, 3, 2])).toMatchObject([1, 3, 2].map((length) => ({ body: { length } })));
  });

  test("have one limit together", () => {
    expect(together([maxMmsSize - 1, 1])).toHaveLength(2);
    expect(together([maxMmsSize - 1, 2])).toBeUndefined();
  });
});

test("docs/reference/mms.md names the types", () => {
  expect(documentedRows("docs/reference/mms.md", "Parts").map(([type]) => type)).toEqual(mmsTypes);
});
