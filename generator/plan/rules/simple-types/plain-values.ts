/** What `values: "plain"` loses of the values of declared types: reported where the contract says that such values exist. */
import type { Diagnostics } from "../../../diagnostics.js";
import type { Facets, SimpleTypeModel } from "../../../model/types.js";
import type { NamedContract } from "../contract/named-contract.js";
import { isValue, runtimeType } from "./checked-types.js";
import { chosenFor } from "./represented.js";
import { planSimpleValue } from "./simple-values.js";

/** Decimal digits that a number keeps, whatever they are. */
const exactDigits = 15;

export function reportLosses(contract: NamedContract, diagnostics: Diagnostics): void {
  if (contract.representations.values !== "plain") return;
  for (const type of contract.model.simpleTypes) reportLossesOf(contract, type, diagnostics);
}

/** Nothing if the values of the type are exact, or its facets show no loss. */
function reportLossesOf(contract: NamedContract, type: SimpleTypeModel, diagnostics: Diagnostics): void {
  const value = planSimpleValue(contract, type.id);
  if (type.variety.kind !== "restriction" || value?.kind !== "simple" || value.shape !== undefined) return;
  const { name, origin, facets } = type;
  switch (chosenFor(value.typescript, contract.representations)?.by) {
    case "roundedNumber":
      if (hasManyDigits(facets)) diagnostics.report("MG3020", origin, { name, digits: String(exactDigits) });
      return;
    case "integerNumber":
      if (contract.representations.long === undefined && isBeyondNumbers(facets))
        diagnostics.report("MG3021", origin, { name });
      return;
    case "utcDate": {
      const loss = lostOfDates(facets, (text) => isValue(runtimeType(contract, type.id), text));
      if (loss !== undefined) diagnostics.report("MG3022", origin, { name, loss });
      return;
    }
    default:
  }
}

/** Bounds and enumerated values of the type itself. */
function statedTexts({
  enumeration,
  minInclusive,
  minExclusive,
  maxInclusive,
  maxExclusive,
}: Facets): readonly string[] {
  const bounds = [minInclusive, minExclusive, maxInclusive, maxExclusive];
  return [...enumeration.map(({ value }) => value), ...bounds.filter((bound) => bound !== undefined)];
}

/** Digits without zeros at the beginning, and behind the point also at the end. */
function digitsOf(text: string): number {
  const [whole = "", fraction = ""] = text.trim().replace(/^[+-]/, "").split(".");
  return `${whole}${fraction.replace(/0+$/, "")}`.replace(/^0+/, "").length;
}

function hasManyDigits(facets: Facets): boolean {
  const { totalDigits = 0 } = facets;
  return totalDigits > exactDigits || statedTexts(facets).some((text) => digitsOf(text) > exactDigits);
}

function isBeyondNumbers(facets: Facets): boolean {
  const { totalDigits = 0 } = facets;
  return totalDigits > exactDigits || statedTexts(facets).some((text) => !Number.isSafeInteger(Number(text)));
}

const seconds = "2026-01-31T12:00:00";

/** What a `Date` cannot hold of the values that the facets allow. */
function lostOfDates(facets: Facets, isAllowed: (text: string) => boolean): string | undefined {
  const unzoned = statedTexts(facets).some((text) => !/(?:Z|[+-]\d\d:\d\d)\s*$/.test(text));
  if (unzoned || isAlone(seconds, `${seconds}Z`, isAllowed)) return "no time zone: they are read as UTC";
  const fine = `${seconds}.123456`;
  const isFine = ["", "Z"].some((zone) => isAlone(`${fine}${zone}`, `${seconds}.123${zone}`, isAllowed));
  return isFine ? "more digits than those of milliseconds: the others are cut off" : undefined;
}

/** True if the pattern of a type has a text like the first one, and none like the second. */
function isAlone(first: string, second: string, isAllowed: (text: string) => boolean): boolean {
  return isAllowed(first) && !isAllowed(second);
}
