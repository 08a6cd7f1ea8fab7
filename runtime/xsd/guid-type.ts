import { type Guid, parseGuid, zeroGuid } from "../guid.js";
import { LexicalError, quoted, simpleType, type XsdType } from "./type.js";
import { trim } from "./white-space.js";

/**
 * `http://microsoft.com/wsdl/types/` `guid`: reads both cases, prints lower case. Lenient reading also accepts braces
 * or parentheses, missing hyphens, and white space around it.
 */
export const guid: XsdType<Guid> = /* @__PURE__ */ simpleType<Guid>("guid", {
  parse: checkedGuid,
  parseLenient: (lexical) => parseGuid(withHyphens(lexical)) ?? checkedGuid(lexical),
  print: checkedGuid,
  initial: zeroGuid,
});

function checkedGuid(lexical: string): Guid {
  const value = parseGuid(lexical);
  if (value === undefined) throw new LexicalError("guid", `not a GUID: ${quoted(lexical)}`);
  return value;
}

const bracketed = /^(?:\{(.*)\}|\((.*)\))$/;
const digits = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i;

function withHyphens(lexical: string): string {
  const text = trim(lexical);
  const [, braced, inParentheses] = bracketed.exec(text) ?? [];
  const bare = braced ?? inParentheses ?? text;
  return digits.exec(bare)?.slice(1).join("-") ?? bare;
}
