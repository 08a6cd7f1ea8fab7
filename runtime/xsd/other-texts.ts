/** Most digits that a text gets in front or behind. */
const mostZeros = 18;

/**
 * Other texts of the same value, for types whose patterns or lengths rule out the usual one: `0` and `1` for a boolean, zeros in
 * front of a whole number and behind the point of a fraction (XML Schema 1.0 part 2, lexical spaces of 3.2.2 to 3.2.5).
 */
export function otherTexts(value: unknown, text: string): readonly string[] {
  if (typeof value === "boolean") return [value ? "1" : "0"];
  const [, sign = "", whole = "", fraction = ""] = /^(-?)([0-9]+)(\.[0-9]+)?$/.exec(text) ?? [];
  if (whole === "") return [];
  const zeros = Array.from({ length: mostZeros }, (_, at) => "0".repeat(at + 1));
  const behind = isFractional(value)
    ? zeros.map((each) => sign + whole + (fraction === "" ? "." : fraction) + each)
    : [];
  const before = zeros.map((each) => sign + each + whole + fraction);
  return [...behind, ...before, ...(sign === "" ? [`+${text}`] : [])];
}

/** A number may be a float; a decimal is an object. */
function isFractional(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "object" && value !== null);
}
