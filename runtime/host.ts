/** Exports for a host of generated services besides the main entry: bindings, calls and the log. */
export { endRows } from "./bindings/begun-answer.js";
export { sentPieces } from "./bindings/binding.js";
export { parseMediaType } from "./bindings/media-type.js";
export { bindingsOf, hasBinding, type IndexedOperation } from "./bindings/service-index.js";
export { envelopeEnd, soapVersions } from "./bindings/soap-version.js";
export { contain, containedLog } from "./contained.js";
export { joinedBytes } from "./mime/joined-bytes.js";
export { once, shared, sharedByKey } from "./once.js";
export type { Steps } from "./steps.js";
export { textStep } from "./xml/xml-text.js";
