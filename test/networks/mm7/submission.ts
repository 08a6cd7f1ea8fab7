import { contentTypeOf, type Entity } from "#runtime/mime/entity.js";
import type { Encoded } from "#runtime/mime/encode-multipart.js";
import { leavesOf } from "#runtime/mime/multipart.js";
import { readHttpMessage } from "#server/networks/mm7/documents/http-message.js";
import { maxMultipart } from "#server/networks/mm7/documents/mms-content.js";

/** A body with its type as a MIME entity. */
export function entityOf({ contentType, body }: Encoded): Entity {
  return { fields: new Map([["content-type", contentType]]), content: body };
}

/** A submission as the MMSC reads it. */
export interface ReadSubmission {
  readonly envelope: string;
  readonly parts: readonly { readonly type: string; readonly name: string; readonly body: Uint8Array }[];
}

export function readSubmission(encoded: Encoded): ReadSubmission {
  const message = readHttpMessage(entityOf(encoded));
  const content = message?.part("mm7-content");
  const leaves = content === undefined ? [] : (leavesOf(content, maxMultipart) ?? []);
  return {
    envelope: new TextDecoder().decode(message?.document),
    parts: leaves.map((leaf) => ({
      type: contentTypeOf(leaf)?.type ?? "",
      name: leaf.fields.get("content-location") ?? "",
      body: Uint8Array.from(leaf.content),
    })),
  };
}
