import { type Guid, parseGuid, zeroGuid } from "../guid.js";
import { LexicalError, quoted, simpleType, type XsdType } from "./type.js";

/** `http://microsoft.com/wsdl/types/` `guid`: either letter case is read, lower case is kept and printed. */
export const guid: XsdType<Guid> = simpleType<Guid>("guid", {
  parse: checkedGuid,
  print: checkedGuid,
  initial: zeroGuid,
});

function checkedGuid(lexical: string): Guid {
  const value = parseGuid(lexical);
  if (value === undefined) throw new LexicalError("guid", `not a GUID: ${quoted(lexical)}`);
  return value;
}
