import type { CountryLimit } from "../domain/credit/country-credits.js";
import { creditsText } from "../domain/credit/credit.js";
import { InvalidInput } from "./refusal.js";
import { countryCodeOf, thousandthsOf } from "./values.js";

/** Reads limits of credits a day by country, such as `100,44=500,1=none`; none for `none`. */
export function countryCreditsOf(text: string): readonly CountryLimit[] {
  if (text === "none") return [];
  const limits = text.split(",").map((given): CountryLimit => {
    const [before = "", after] = given.trim().split("=");
    const country = after === undefined ? "" : countryCodeOf(before.trim());
    if (country === undefined || given.split("=").length > 2) throw badLimit(given);
    const credits = (after ?? before).trim();
    return { country, credits: credits === "none" ? undefined : creditsOf(credits, given) };
  });
  const twice = limits.find(({ country }, index) =>
    limits.slice(0, index).some((before) => before.country === country),
  );
  if (twice !== undefined)
    throw new InvalidInput(`two limits of ${twice.country === "" ? "all countries" : `+${twice.country}`}`);
  return limits;
}

function badLimit(given: string): InvalidInput {
  return new InvalidInput(
    `invalid limit ${JSON.stringify(given)}: use credits, or CODE=CREDITS such as 44=500 or 44=none`,
  );
}

function creditsOf(text: string, given: string): number {
  if (!/^[0-9]/.test(text)) throw badLimit(given);
  return thousandthsOf(text);
}

/** Limits as `countryCreditsOf` reads them. */
export function countryCreditsShown(limits: readonly CountryLimit[]): string {
  const shown = limits.map(({ country, credits }) => {
    const most = credits === undefined ? "none" : creditsText(credits);
    return country === "" ? most : `${country}=${most}`;
  });
  return shown.join(",");
}
