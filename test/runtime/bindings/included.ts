import { XmlReader } from "#runtime/xml.js";
import { base64Binary } from "#runtime/xsd.js";
import { type ReceivedParts, xopNamespace } from "#runtime/xsd/parts.js";

/** The bytes of `xop:Include` with this URL in an element. */
export function included(parts: ReceivedParts, url: string): Uint8Array | undefined {
  const reader = new XmlReader(`<a><i:Include xmlns:i="${xopNamespace}" href="${url}"/></a>`, { parts });
  reader.enterRoot();
  return reader.value(base64Binary, undefined);
}
