import type { SoapAttachment } from "./parts.js";
import { referredAttachment } from "./read-attachment.js";
import { LexicalError, simpleType, type XsdType } from "./type.js";

/**
 * `http://ws-i.org/profiles/basic/1.1/xsd` `swaRef` (WS-I Attachments Profile 1.0, section 4.4): the URL of an
 * attachment, which represents the attachment. Only readers and writers of messages with MIME parts support it.
 */
export const swaRef: XsdType<SoapAttachment> = /* @__PURE__ */ simpleType<SoapAttachment>("swaRef", {
  received: referredAttachment,
  parse: withoutParts,
  print: withoutParts,
  initial: { contentType: "application/octet-stream", content: new Uint8Array(0) },
});

function withoutParts(): never {
  throw new LexicalError("swaRef", "only SOAP messages can have attachments");
}
