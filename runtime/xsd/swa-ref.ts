import type { SoapAttachment } from "../xml/parts.js";
import { LexicalError, simpleType, type XsdType } from "./type.js";

/**
 * `http://ws-i.org/profiles/basic/1.1/xsd` `swaRef` (WS-I Attachments Profile 1.0, section 4.4): the URL of an attachment, which
 * stands for the attachment. Reader and writer of a message with parts know it; a text alone is none.
 */
export const swaRef: XsdType<SoapAttachment> = /* @__PURE__ */ simpleType<SoapAttachment>("swaRef", {
  carried: "attachment",
  parse: withoutParts,
  print: withoutParts,
  initial: { contentType: "application/octet-stream", content: new Uint8Array(0) },
});

function withoutParts(): never {
  throw new LexicalError("swaRef", "attachments come with SOAP messages only");
}
