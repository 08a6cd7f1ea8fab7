import { replacedUnits } from "../text/replaced-units.js";
import { isSpace } from "../text/characters.js";

const collapsible = /[\t\n\r]| {2}/;

/** Removes the four white space characters of XML at both ends (`String.trim` removes more); inner white space stays. */
export function trim(lexical: string): string {
  let start = 0;
  let end = lexical.length;
  while (start < end && isSpace(lexical.charCodeAt(start))) start++;
  while (end > start && isSpace(lexical.charCodeAt(end - 1))) end--;
  return end - start === lexical.length ? lexical : lexical.slice(start, end);
}

/** The whiteSpace facet `replace`: each tab, line feed and carriage return becomes a space. */
export function replace(lexical: string): string {
  return replacedUnits(lexical, ["\t", "\n", "\r"], " ");
}

/** The whiteSpace facet `collapse`: runs become one space, none at the ends. */
export function collapse(lexical: string): string {
  const trimmed = trim(lexical);
  return collapsible.test(trimmed) ? trimmed.replace(/[ \t\n\r]+/g, " ") : trimmed;
}
