/** JSON Schemas (2020-12) of simple types. */
import {
  isResolved,
  partsOf,
  type EnumPlan,
  type EnumValuePlan,
  type FacetsPlan,
  type NarrowedPlan,
  type SimpleValuePlan,
} from "../../plan/data/simple-types.js";
import type { Plan } from "../../plan/data/plan.js";
import { jsonFormOf } from "../json/json-form.js";

/** A JSON Schema: plain data, in the order of its keys in the document. */
export type Schema = Readonly<Record<string, unknown>>;

type Simple = SimpleValuePlan | EnumValuePlan;

const ranges: Readonly<Record<string, readonly [minimum: number, maximum: number]>> = {
  int: [-2147483648, 2147483647],
  short: [-32768, 32767],
  byte: [-128, 127],
  unsignedByte: [0, 255],
  unsignedShort: [0, 65535],
  unsignedInt: [0, 4294967295],
};

const formats: Readonly<Record<string, Schema>> = {
  long: { format: "int64" },
  decimal: { format: "decimal" },
  base64Binary: { contentEncoding: "base64" },
  hexBinary: { contentEncoding: "base16" },
};

const digits = "^\\s*[+-]?[0-9]+\\s*$";
const lexical: Readonly<Record<string, string>> = {
  decimal: "^\\s*[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)\\s*$",
  dateTime:
    "^\\s*-?[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})?\\s*$",
  date: "^\\s*-?[0-9]{4,}-[0-9]{2}-[0-9]{2}(Z|[+-][0-9]{2}:[0-9]{2})?\\s*$",
  time: "^\\s*[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})?\\s*$",
};

export class SimpleSchemas {
  readonly #enums: ReadonlyMap<string, EnumPlan>;
  readonly #narrowed: ReadonlyMap<string, NarrowedPlan>;

  constructor({ enums, narrowed }: Plan) {
    this.#enums = new Map(enums.map((each) => [each.type.unique, each]));
    this.#narrowed = new Map(narrowed.map((each) => [each.name, each]));
  }

  isNumeric({ type }: EnumValuePlan): boolean {
    return this.#enums.get(type.unique)?.numeric === true;
  }

  /** True for a fixed value that has one form in JSON: a text, a small integer, a boolean. Equal numbers and dates have several texts. */
  isFixed(value: Simple): boolean {
    if (value.constraint?.kind !== "fixed") return false;
    if (value.kind === "enum") return true;
    const form = jsonFormOf(value, () => false);
    return form === "number" || form === "boolean" || (form === "text" && value.constant === "string");
  }

  /** Schema of the values; `named` gives the reference to an enumeration. */
  of(value: Simple, named: (enumeration: EnumValuePlan) => Schema): Schema {
    if (value.kind === "enum") return named(value);
    const { narrowed } = value;
    const declared = narrowed === undefined ? undefined : this.#narrowed.get(narrowed);
    if (isResolved(value) && value.shape === undefined) return { type: "string" };
    if (value.shape === undefined)
      return declared === undefined ? this.#builtIn(value) : this.#restricted(value, declared);
    const parts = partsOf(value.shape).map((part) => this.of(part, named));
    if (value.shape.kind === "union") return { anyOf: parts };
    const { stated } =
      declared?.kind === "restriction" ? statedFacets(value, declared.facets) : nothingStated;
    return { type: "array", items: parts[0], ...stated };
  }

  #builtIn(value: SimpleValuePlan): Schema {
    const { constant } = value;
    switch (jsonFormOf(value, () => false)) {
      case "number": {
        const [minimum, maximum] = ranges[constant] ?? [];
        return { type: "integer", minimum, maximum };
      }
      case "integer":
        return {
          anyOf: [
            { type: "string", ...formats[constant], pattern: digits },
            { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
          ],
        };
      case "float":
        return { anyOf: [{ type: "number" }, { enum: ["INF", "-INF", "NaN"] }] };
      case "boolean":
        return { type: "boolean" };
      case "list":
        return { type: "array", minItems: 1, items: { type: "string" } };
      default: {
        const pattern = lexical[constant];
        return { type: "string", ...formats[constant], ...(pattern === undefined ? {} : { pattern }) };
      }
    }
  }

  /** Facets that JSON Schema can express; the reader checks the others as well. */
  #restricted(value: SimpleValuePlan, declared: NarrowedPlan): Schema {
    if (declared.kind !== "restriction") return this.#builtIn(value);
    const { base, facets } = declared;
    const inherited =
      base.kind === "simple" && base.narrowed !== undefined
        ? this.of(base, () => ({}))
        : this.#builtIn({ ...value, narrowed: undefined });
    const { stated } = statedFacets(value, facets);
    if (!("pattern" in inherited) || !("pattern" in stated)) return { ...inherited, ...stated };
    const { pattern, ...others } = stated;
    return { ...inherited, ...others, allOf: [{ pattern }] };
  }
}

/** What a schema states of the facets of a type. */
export interface StatedFacets {
  readonly stated: Schema;
  /** Names of the facets that JSON Schema has no exact form for. */
  readonly lost: readonly string[];
}

const nothingStated: StatedFacets = { stated: {}, lost: [] };

export function statedFacets(value: SimpleValuePlan, facets: FacetsPlan): StatedFacets {
  const form = jsonFormOf(value, () => false);
  const isText = form === "text" && (value.represented?.original.typescript ?? value.typescript) === "string";
  const pattern = isText && value.constant === "string" ? schemaPattern(facets.pattern) : undefined;
  const stated =
    form === "number"
      ? bounds(facets)
      : form === "list"
        ? lengths(facets, "Items")
        : isText
          ? { ...lengths(facets, "Length"), ...(pattern === undefined ? {} : { pattern }) }
          : {};
  const known: ReadonlySet<string> = new Set([
    "whiteSpace",
    ...(form === "number" ? Object.keys(boundNames) : []),
    ...(form === "list" || isText ? lengthNames : []),
  ]);
  const lost = [
    ...facets.limits.map(({ name }) => name).filter((name) => !known.has(name)),
    ...(facets.pattern === undefined || pattern !== undefined ? [] : ["pattern"]),
    ...(facets.enumeration.length === 0 ? [] : ["enumeration"]),
  ];
  return { stated, lost };
}

/**
 * A regular expression with the flag `v` as one with the flag `u`, which JSON Schema has; undefined where classes are nested, for those mean
 * something else there.
 */
function schemaPattern(source: string | undefined): string | undefined {
  if (source === undefined || /\[[^\]]*\[/.test(source.replace(/\\./gs, ""))) return undefined;
  try {
    return new RegExp(source, "u").source;
  } catch {
    return undefined;
  }
}

function limit({ limits }: FacetsPlan, name: string): string | number | undefined {
  return limits.find((each) => each.name === name)?.value;
}

const lengthNames = ["length", "minLength", "maxLength"];

function lengths(facets: FacetsPlan, unit: "Items" | "Length"): Schema {
  const min = limit(facets, "length") ?? limit(facets, "minLength");
  const max = limit(facets, "length") ?? limit(facets, "maxLength");
  return {
    ...(min === undefined ? {} : { [`min${unit}`]: Number(min) }),
    ...(max === undefined ? {} : { [`max${unit}`]: Number(max) }),
  };
}

const boundNames = {
  minInclusive: "minimum",
  maxInclusive: "maximum",
  minExclusive: "exclusiveMinimum",
  maxExclusive: "exclusiveMaximum",
} as const;

function bounds(facets: FacetsPlan): Schema {
  const given = Object.entries(boundNames).flatMap(([facet, name]) => {
    const value = limit(facets, facet);
    return value === undefined ? [] : [[name, Number(value)] as const];
  });
  return Object.fromEntries(given);
}
