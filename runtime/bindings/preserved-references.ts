import type { ReaderOptions } from "../xml/reader-options.js";
import type { XmlText } from "../xml/xml-text.js";
import { expanded } from "./multi-ref.js";
import type { References } from "./reference-attributes.js";

const serialization = "http://schemas.microsoft.com/2003/10/Serialization/";

const references: References = {
  refersTo: ({ namespace, local, value }) =>
    namespace === serialization && local === "Ref" ? value : undefined,
  isId: ({ namespace, local }) => namespace === serialization && local === "Id",
  isInPlace: true,
};

/**
 * The message in which each element with `z:Ref` has the content of the element with that `z:Id`, as services of WCF write objects that occur several
 * times (`PreserveObjectReferences`, `IsReference`; [MS-DCSER], section 2.1). Parts of a message may use an id again: the last one before the
 * reference is meant. Limits and errors are those of `withoutReferences`.
 */
export function preservedReferences<T extends string | XmlText>(
  document: T,
  options: ReaderOptions,
  least = 0,
): T | string {
  const text = typeof document === "string" ? document : document.text;
  if (!text.includes(serialization) || !/[ \t\r\n][^ \t\r\n:=]+:Ref[ \t\r\n]*=/.test(text)) return document;
  return expanded(document, references, options, least);
}
