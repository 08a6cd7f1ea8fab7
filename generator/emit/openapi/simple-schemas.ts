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

  /** Schema of the values; `named` gives the reference to an enumeration. */
  of(value: Simple, named: (enumeration: EnumValuePlan) => Schema): Schema {
    if (value.kind === "enum") return named(value);
    const { narrowed } = value;
    const declared = narrowed === undefined ? undefined : this.#narrowed.get(narrowed);
    if (isResolved(value) && value.shape === undefined) return { type: "string" };
    if (value.shape === undefined)
      return declared === undefined ? this.#builtIn(value) : this.#restricted(value, declared);
    const parts = partsOf(value.shape).map((part) => this.of(part, named));
    const facets = declared?.kind === "restriction" ? declared.facets : undefined;
    if (value.shape.kind === "list") return { type: "array", items: parts[0], ...lengths(facets, "Items") };
    return { anyOf: parts };
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
    const form = jsonFormOf(value, () => false);
    if (form === "number") return { ...inherited, ...bounds(facets) };
    if (form === "text" && value.typescript === "string")
      return { ...inherited, ...lengths(facets, "Length") };
    return inherited;
  }
}

function limit({ limits }: FacetsPlan, name: string): string | number | undefined {
  return limits.find((each) => each.name === name)?.value;
}

function lengths(facets: FacetsPlan | undefined, unit: "Items" | "Length"): Schema {
  if (facets === undefined) return {};
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
