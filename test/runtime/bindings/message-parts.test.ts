import { expect, test } from "@jest/globals";
import { MessageParts } from "#runtime/bindings/message-parts.js";
import { multipartRelated } from "#runtime/bindings/multipart-related.js";
import { maxMessageParts } from "#runtime/contract/multipart.js";
import type { Entity } from "#runtime/mime/entity.js";
import type { PartProblem, SoapAttachment } from "#runtime/xsd/parts.js";
import { included } from "./included.js";

function part(id: string | undefined, content: number, type = "a/b"): Entity {
  const fields = [
    ["content-id", id],
    ["content-type", type],
  ].filter((field): field is [string, string] => field[1] !== undefined && field[1] !== "");
  return { fields: new Map(fields), content: Uint8Array.of(content) };
}

const attachment = (content: number, contentType = "a/b"): SoapAttachment => ({
  contentType,
  content: Uint8Array.of(content),
});

test.each<[string, readonly Entity[], string, number, SoapAttachment | PartProblem]>([
  ["by its name", [part("<b=1@x>", 1), part("<a=2@x>", 2)], "a", 0, attachment(2)],
  ["by a name with other letters", [part("<%C3%BC=1@x>", 1)], "ü", 0, attachment(1)],
  [
    "by a name with a percent sign that is none of an escape",
    [part("<50%=1@x>", 1)],
    "50%",
    0,
    attachment(1),
  ],
  [
    "by its place among those without names",
    [part("<x@x>", 1), part("<b=1@x>", 3), part(undefined, 2)],
    "a",
    1,
    attachment(2),
  ],
  [
    "with the type that MIME gives a part without one",
    [part("<a=1@x>", 1, "")],
    "a",
    0,
    attachment(1, "text/plain"),
  ],
  ["twice", [part("<a=1@x>", 1), part("<a=2@x>", 2)], "a", 0, "DuplicatePart"],
  ["not at all", [part("<b=1@x>", 1)], "a", 0, "MissingPart"],
  ["not so many", [part("<x@x>", 1)], "a", 1, "MissingPart"],
])("the attachment bound to a part of the message: %s", (_, parts, name, at, want) => {
  expect(new MessageParts(parts, false).bound(name, at)).toEqual(want);
});

test.each<[string, readonly Entity[], string, SoapAttachment | PartProblem]>([
  ["its id", [part("<a@x>", 1)], "cid:a@x", attachment(1)],
  ["its id in a URL of other letters", [part("<a b@x>", 1)], " CID:a%20b%40x ", attachment(1)],
  ["its id, percent-encoded in the part alone", [part("<a%40x>", 1)], "cid:a@x", attachment(1)],
  ["its id, percent-encoded in both", [part("<a%40x>", 1)], "cid:a%40x", attachment(1)],
  ["its id, encoded twice", [part("<a%2540x>", 1)], "cid:a%2540x", attachment(1)],
  ["its id, other letters in the part", [part("<%C3%BC@x>", 1)], "cid:ü@x", attachment(1)],
  [
    "its id, rather than one that is decoded",
    [part("<a%40x>", 1), part("<a@x>", 2)],
    "cid:a@x",
    attachment(2),
  ],
  ["two ids that are decoded alike", [part("<a%40x>", 1), part("<%61%40x>", 2)], "cid:a@x", "DuplicatePart"],
  ["a percent sign that is none of an escape", [part("<50%@x>", 1)], "cid:50%@x", attachment(1)],
  ["the id of two", [part("<a@x>", 1), part("<a@x>", 2)], "cid:a@x", "DuplicatePart"],
  ["no id", [part("<a@x>", 1)], "cid:b@x", "MissingPart"],
  ["another URL", [part("<a@x>", 1)], "http://example.com/a", "MissingPart"],
  ["nothing", [part("<a@x>", 1)], "", "MissingPart"],
])("the attachment that a URL names: %s", (_, parts, url, want) => {
  expect(new MessageParts(parts, false).referred(url)).toEqual(want);
});

test("a part is given away once, and as a copy", () => {
  const given = part("<a@x>", 1);
  const parts = new MessageParts([given], true);
  const bytes = included(parts, "cid:a@x");
  given.content.fill(9);
  expect(bytes).toEqual(Uint8Array.of(1));
  expect(parts.referred("cid:a@x")).toBe("DuplicatePart");
});

test.each<[string, SoapAttachment]>([
  ["a line end in its type", { contentType: "a/b\r\nX: y", content: new Uint8Array(0) }],
  ["no type", { contentType: "", content: new Uint8Array(0) }],
  ["letters that no header has", { contentType: "a/b; name=ü", content: new Uint8Array(0) }],
])("an attachment with %s is not sent", (_, given) => {
  expect(() => multipartRelated.collect(false).attach(given, "a")).toThrow(RangeError);
});

test("more attachments than a reader takes are not sent", () => {
  const parts = multipartRelated.collect(false);
  for (let count = 1; count < maxMessageParts; count++) parts.attach(attachment(1));
  expect(() => parts.attach(attachment(1))).toThrow("A message has at most 1000 parts.");
});
