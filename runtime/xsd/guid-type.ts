import { type Guid, parseGuid, readGuid, zeroGuid } from "./guid.js";
import { LexicalError, quoted, simpleType, type XsdType } from "./type.js";

/**
 * `http://microsoft.com/wsdl/types/` `guid`: reads both cases, prints lower case. Lenient reading also accepts what
 * `readGuid` reads.
 */
export const guid: XsdType<Guid> = /* @__PURE__ */ simpleType<Guid>("guid", {
  parse: checkedGuid,
  parseLenient: (lexical) => readGuid(lexical) ?? checkedGuid(lexical),
  print: checkedGuid,
  initial: zeroGuid,
});

function checkedGuid(lexical: string): Guid {
  const value = parseGuid(lexical);
  if (value === undefined) throw new LexicalError("guid", `not a GUID: ${quoted(lexical)}`);
  return value;
}
