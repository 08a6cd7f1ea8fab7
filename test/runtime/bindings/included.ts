import { base64Binary, XmlReader } from "#runtime/index.js";
import { type ReceivedParts, xopNamespace } from "#runtime/xsd/parts.js";

/** The bytes of `xop:Include` with this URL in an element. */
export function included(parts: ReceivedParts, url: string): Uint8Array | undefined {
  const reader = new XmlReader(`<a><i:Include xmlns:i="${xopNamespace}" href="${url}"/></a>`, { parts });
  reader.enterRoot();
  return reader.value(base64Binary, undefined);
}
