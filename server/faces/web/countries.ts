import { regionOfCode } from "../../domain/recipients/countries.js";

const names = new Intl.DisplayNames("en", { type: "region" });

/** Name of the country of a calling code; undefined for a code that belongs to none. */
export function countryOf(code: string): string | undefined {
  if (code === "1") return "United States, Canada, Caribbean";
  const region = regionOfCode.get(code);
  return region === undefined ? undefined : names.of(region);
}

/** Every calling code with the name of its country, in the order of the names. */
export const callingCodes: readonly { readonly value: string; readonly text: string }[] = [
  "1",
  ...regionOfCode.keys(),
]
  .map((value) => ({ value, text: `${countryOf(value) ?? ""} +${value}` }))
  .sort((left, right) => left.text.localeCompare(right.text, "en"));
