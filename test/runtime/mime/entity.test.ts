import { describe, expect, test } from "@jest/globals";
import { contentTypeOf, nameOf, readEntity } from "#runtime/mime/entity.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each<[string, Record<string, string>, string]>([
  ["A: 1\r\nB-c:  2 \r\n\r\nbody\r\n\r\n", { a: "1", "b-c": "2" }, "body\r\n\r\n"],
  ["A: 1\nB: 2\n\nbody", { a: "1", b: "2" }, "body"],
  ["A: 1;\r\n  b=2\r\n\tc\r\n\r\n", { a: "1; b=2 c" }, ""],
  ["A:\r\n\r\nbody", { a: "" }, "body"],
  ["\r\nbody", {}, "body"],
  ["<a/>", {}, "<a/>"],
  ["\ufeff<a/>", {}, "\ufeff<a/>"],
])("%j is read", (given, fields, content) => {
  const entity = readEntity(bytes(given));
  expect(Object.fromEntries(entity?.fields ?? [])).toEqual(fields);
  expect(entity?.content).toEqual(bytes(content));
});

test.each([
  ["nothing", ""],
  ["no empty line", "A: 1\r\nbody"],
  ["a line without a name", "A: 1\r\nbody\r\n\r\n"],
  ["a field twice", "A: 1\r\na: 2\r\n\r\n"],
  ["a long head", `A: ${"1".repeat(20_000)}\r\n\r\n`],
])("%s is refused", (_, given) => {
  expect(readEntity(bytes(given))).toBeUndefined();
});

describe("Content-Type", () => {
  const typeOf = (value: string) =>
    contentTypeOf({ fields: new Map([["content-type", value]]), content: bytes("") });

  test.each<[string, string, Record<string, string>]>([
    ["text/plain", "text/plain", {}],
    ["Text/PLAIN ; Charset=UTF-8", "text/plain", { charset: "UTF-8" }],
    [
      'multipart/related; boundary="a b;c"; type="text/xml";',
      "multipart/related",
      { boundary: "a b;c", type: "text/xml" },
    ],
    ['a/b;x="q\\"\\\\"', "a/b", { x: 'q"\\' }],
    ["image/jpeg; name=IMG 001 (2).jpg ; x=1", "image/jpeg", { name: "IMG 001 (2).jpg", x: "1" }],
    ["text/plain; charset; x= ;; y=2;", "text/plain", { y: "2" }],
    ["a/b; x=1; X=2", "a/b", { x: "1" }],
    ['a/b; x="1', "a/b", { x: "1" }],
    ['a/b; x="1"2; y = "3" ', "a/b", { x: "1", y: "3" }],
    ['a/b; =1; "x"=1; y z=2', "a/b", {}],
    ["a/b; x=1\\", "a/b", { x: "1\\" }],
    ['a/b; x="1\\', "a/b", { x: "1" }],
  ])("%j is read", (value, type, parameters) => {
    const found = typeOf(value);
    expect(found?.type).toBe(type);
    expect(Object.fromEntries(found?.parameters ?? [])).toEqual(parameters);
  });

  test.each(["", "text", "text/", "a/b c/d"])("%j is refused", (value) => {
    expect(typeOf(value)).toBeUndefined();
  });

  test("an absent one is text/plain", () => {
    expect(contentTypeOf({ fields: new Map(), content: bytes("") })?.type).toBe("text/plain");
  });
});

test.each<[Record<string, string>, string]>([
  [{}, ""],
  [{ "content-id": "<a@b>" }, "a@b"],
  [{ "content-id": "a" }, "a"],
  [{ "content-location": "a.png" }, "a.png"],
  [{ "content-location": "a.png", "content-id": "<a>" }, "a"],
])("the name of a part with %j is %j", (fields, name) => {
  expect(nameOf({ fields: new Map(Object.entries(fields)), content: bytes("") })).toBe(name);
});
