import { expect, test } from "@jest/globals";
import { encodeMultipart, type Part } from "#runtime/mime/encode-multipart.js";
import { type Entity, nameOf } from "#runtime/mime/entity.js";
import { readRelated } from "#runtime/mime/related.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function related(parameters: string, ids: readonly string[]): Entity {
  const parts: Part[] = ids.map((contentId) => ({ contentType: "a/b", contentId, body: bytes(contentId) }));
  const { contentType, body } = encodeMultipart("multipart/related", parameters, parts, "edge");
  return { fields: new Map([["content-type", contentType]]), content: body };
}

test.each<[string, string, readonly string[], string | undefined, readonly string[]]>([
  ["the first part", "", ["a@b", "c@d"], "a@b", ["c@d"]],
  ["the part that start names", '; start="<c@d>"', ["a@b", "c@d"], "c@d", ["a@b"]],
  ["a start without brackets", '; start="c@d"', ["a@b", "c@d"], "c@d", ["a@b"]],
  ["a start that names nothing", '; start="<x@y>"', ["a@b"], undefined, []],
  ["more parts than allowed", "", ["a@b", "c@d", "e@f"], undefined, []],
])("%s", (_, parameters, ids, root, others) => {
  const found = readRelated(related(parameters, ids), 2);
  expect(found && nameOf(found.root)).toBe(root);
  expect(found?.others.map(nameOf) ?? []).toEqual(others);
});
