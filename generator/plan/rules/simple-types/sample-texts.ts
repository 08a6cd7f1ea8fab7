import { LexicalError, type XsdType } from "messenger-gen-runtime/xsd";
import type { Id, SimpleTypeModel } from "../../../model/types.js";
import type { NamedContract } from "../contract/named-contract.js";
import { baseOf, simpleBase } from "./ancestors.js";
import { isValue, runtimeType } from "./checked-types.js";
import { itemOf, membersOf } from "./part-examples.js";
import { patternSample } from "./pattern-samples.js";

/** A text of the type: one that its facets name, a bound, or something of the right length. */
export function sampleText(contract: NamedContract, type: SimpleTypeModel): string | undefined {
  const checked = checkedType(contract, type.id);
  if (checked === undefined) return undefined;
  return candidates(contract, type).find((text) => isValue(checked, text));
}

function candidates(contract: NamedContract, type: SimpleTypeModel, depth = 3): readonly string[] {
  const { enumeration, patterns, length, minLength, maxLength, minInclusive, maxInclusive } = type.facets;
  const size = Math.min(length ?? minLength ?? Math.min(6, maxLength ?? 6), mostUnits);
  const base = baseOf(contract, type);
  return [
    ...enumeration.map(({ value }) => value),
    ...patterns.flatMap((pattern) => patternSample(pattern) ?? []),
    ...patterns.flatMap((pattern) => patternSample(pattern, size) ?? []),
    "string",
    "string".repeat(Math.ceil(size / 6)).slice(0, size),
    ...[minInclusive, maxInclusive].flatMap((text) => text ?? []),
    ...besideBounds(type.facets),
    "1.50",
    "1",
    "0",
    "1".repeat(Math.max(size, 1)),
    "QUFB",
    Buffer.from("a".repeat(size)).toString("base64"),
    "00".repeat(size),
    ...partTexts(contract, type, size),
    Array.from({ length: size }, () => "a").join(" "),
    ...dateTexts,
    ...(base === undefined || depth === 0 ? [] : candidates(contract, base, depth - 1)),
  ];
}

/** Longest text of an example, in the units of its length. */
const mostUnits = 1000;

const dateTexts: readonly string[] = [
  "2026-01-31T12:00:00Z",
  "2026-01-31T12:00:00",
  "2026-01-31",
  "12:00:00",
  "23:59:59",
  "PT1H",
  "P100Y",
  "PT0S",
  "2026",
  "2026-01",
  "--01-31",
  "--12-31",
  "--01",
  "--12",
  "---01",
  "---31",
];

/** Texts of the items of a list, `size` of them, or of the members of a union. */
function partTexts(contract: NamedContract, type: SimpleTypeModel, size: number): readonly string[] {
  const textOf = (id: Id): string | undefined => {
    const part = contract.simpleType(simpleBase(contract, id));
    if (part !== undefined) return sampleText(contract, part);
    const builtIn = checkedType(contract, id);
    return builtIn && ["string", "1", ...dateTexts, "00"].find((text) => isValue(builtIn, text));
  };
  const item = itemOf(contract, type.id);
  if (item === undefined) return membersOf(contract, type.id).flatMap((member) => textOf(member) ?? []);
  const text = textOf(item);
  return text === undefined ? [] : [Array.from({ length: size }, () => text).join(" ")];
}

/** Values next to the bounds: of numbers, whatever their digits are, and a year away from those of dates. */
function besideBounds(facets: SimpleTypeModel["facets"]): readonly string[] {
  const bounds = [facets.minExclusive, facets.maxExclusive].flatMap((text) => text ?? []);
  const [low, high] = [
    facets.minInclusive ?? facets.minExclusive,
    facets.maxInclusive ?? facets.maxExclusive,
  ];
  const middle = low === undefined || high === undefined ? NaN : (Number(low) + Number(high)) / 2;
  return [
    ...bounds.flatMap((text) => {
      if (/^[+-]?[0-9]+$/.test(text)) return [BigInt(text) + 1n, BigInt(text) - 1n].map(String);
      return [-1, 1].map((years) =>
        text.replace(/^-?[0-9]{4,}(?=$|-|Z|\+)/, (year) => String(Number(year) + years).padStart(4, "0")),
      );
    }),
    ...bounds.flatMap((text) => [1, -1, 0.01, -0.01].map((step) => String(Number(text) + step))),
    String(middle),
  ];
}

/** Undefined if the facets are contradictory, which is reported later. */
function checkedType(contract: NamedContract, id: Id): XsdType<unknown> | undefined {
  try {
    return runtimeType(contract, id);
  } catch (error) {
    if (error instanceof LexicalError) return undefined;
    throw error;
  }
}
