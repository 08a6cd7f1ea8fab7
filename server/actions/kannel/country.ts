import { isCallingCode } from "../../domain/recipients/phone-number.js";

/** Digits of a prefix that dials internationally. */
const international = (prefix: string): string => prefix.replace(/^(?:\+|00)/u, "");

/**
 * Calling code of numbers in national form by a value of `unified-prefix`: `+358,00358,0;+,00` reads `0` like `+358`. Undefined if no group
 * of it has both.
 */
export function countryOf(unifiedPrefix: string): string | undefined {
  for (const group of unifiedPrefix.split(";")) {
    const [first = "", ...others] = group.split(",").map((prefix) => prefix.trim());
    if (others.includes("0") && isCallingCode(international(first))) return international(first);
  }
  return undefined;
}

/** Groups of a value of `unified-prefix` that change more than a national number, `+` or `00`: their counterpart is missing. */
export function otherPrefixes(unifiedPrefix: string): readonly string[] {
  const country = countryOf(unifiedPrefix);
  return unifiedPrefix
    .split(";")
    .map((group) => group.trim())
    .filter((group) => {
      const digits = group.split(",").map((prefix) => international(prefix.trim()));
      const isKnown = digits.every((each) => each === "" || each === "0" || each === country);
      return group !== "" && !isKnown;
    });
}
