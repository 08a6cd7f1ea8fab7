import { LexicalError, type XsdType } from "messenger-gen-runtime/xsd";
import type { Id, SimpleTypeModel } from "../../../model/types.js";
import type { NamedContract } from "../contract/named-contract.js";
import { baseOf } from "./ancestors.js";
import { isValue, runtimeType } from "./checked-types.js";
import { patternSample } from "./pattern-samples.js";

/** A text of the type: one that its facets name, a bound, or something of the right length. */
export function sampleText(contract: NamedContract, type: SimpleTypeModel): string | undefined {
  const checked = checkedType(contract, type.id);
  if (checked === undefined) return undefined;
  return candidates(contract, type).find((text) => isValue(checked, text));
}

function candidates(contract: NamedContract, type: SimpleTypeModel, depth = 3): readonly string[] {
  const { enumeration, patterns, length, minLength, ...bounds } = type.facets;
  const { minInclusive, maxInclusive, minExclusive, maxExclusive, maxLength } = bounds;
  const size = Math.min(length ?? minLength ?? Math.min(6, maxLength ?? 6), 1000);
  const beside = [minExclusive, maxExclusive].flatMap((text) =>
    text === undefined
      ? []
      : [Number(text) + 1, Number(text) - 1, Number(text) + 0.01, Number(text) - 0.01].map(String),
  );
  const base = baseOf(contract, type);
  return [
    ...enumeration.map(({ value }) => value),
    ...patterns.flatMap((pattern) => patternSample(pattern) ?? []),
    "string",
    "string".repeat(Math.ceil(size / 6)).slice(0, size),
    ...[minInclusive, maxInclusive].flatMap((text) => text ?? []),
    ...beside,
    "1.50",
    "1",
    "0",
    "1".repeat(Math.max(size, 1)),
    "QUFB",
    "00".repeat(size),
    Array.from({ length: size }, () => "a").join(" "),
    "2026-01-31T12:00:00Z",
    "2026-01-31T12:00:00",
    "2026-01-31",
    "12:00:00",
    "PT1H",
    ...(base === undefined || depth === 0 ? [] : candidates(contract, base, depth - 1)),
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
