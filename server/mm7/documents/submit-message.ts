import { type Encoded, encodeMultipart } from "messenger-gen-runtime/mime";
import type { MmsPart } from "../../domain/message/mms-message.js";
import { encodeMmsContent } from "./encode-mms-content.js";
import { type Sender, type Submit, writeSubmitRequest } from "./submit-request.js";

const xmlType = "text/xml; charset=utf-8";
const envelopeId = "mm7-envelope";
const contentId = "mm7-content";

/**
 * The HTTP body of a submission: the envelope alone, or with the content of the message behind it. `unique` stands in the
 * boundaries, and must occur in no part.
 */
export function encodeSubmission(
  sender: Sender,
  submit: Omit<Submit, "content">,
  parts: readonly MmsPart[],
  unique: string,
): Encoded {
  const content = encodeMmsContent(parts, `content-${unique}`);
  const document = writeSubmitRequest(sender, { ...submit, content: content && contentId });
  const envelope = { contentType: xmlType, contentId: envelopeId, body: new TextEncoder().encode(document) };
  if (content === undefined) return envelope;
  return encodeMultipart(
    "multipart/related",
    `; type="text/xml"; start="<${envelopeId}>"`,
    [envelope, { ...content, contentId }],
    `mm7-${unique}`,
  );
}
