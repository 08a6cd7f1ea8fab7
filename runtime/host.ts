/** Exports for a host of generated services besides the main entry: bindings, calls and the log. */
export { endRows } from "./bindings/begun-answer.js";
export { sentPieces } from "./bindings/binding.js";
export { mediaAction, parseMediaType } from "./contract/media-type.js";
export { bindingsOf, hasBinding, type IndexedOperation } from "./bindings/service-index.js";
export { envelopeEnd, soapVersions } from "./contract/soap-version.js";
export { joinedBytes } from "./mime/joined-bytes.js";
export type { KeepBlocks } from "./service/header-guard.js";
export { printable, printableLine } from "./text/printable.js";
export { finished, type Steps } from "./xml/steps.js";
export { textStep } from "./xml/xml-text.js";
