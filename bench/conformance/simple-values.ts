/** Values of simple types, found by what the compiled types themselves accept. */
import type { SoapAttachment } from "messenger-gen/runtime";
import { builtInType } from "../../runtime/xsd/built-in.js";
import { enumeration, guid, listOf, restriction, unionOf } from "../../runtime/xsd/primitives.js";
import { LexicalError, type XsdType } from "../../runtime/xsd/type.js";
import type {
  EnumPlan,
  EnumValuePlan,
  NarrowedPlan,
  Plan,
  SimpleValuePlan,
} from "../../generator/plan/types.js";

type Simple = SimpleValuePlan | EnumValuePlan;

const text = [
  "string",
  "",
  "a & b < c > d \"e\" 'f'",
  "ÄÖ€ 日本 😀",
  " two  blanks ",
  "tab\tand\nline",
  "]]>",
];
const moments = ["2026-01-31T12:00:00Z", "1999-12-31T23:59:59.999+01:00", "0001-01-01T00:00:00"];
const fraction = ["1.5", "0", "-1", "0.001", "123456789012.25"];
const float = ["1.5", "0", "-1", "1.0E10", "INF", "-INF", "NaN"];
const whole = ["1", "0", "-1", "2", "100", "127", "-128", "32767", "65535", "2147483647", "-2147483648"];
const huge = ["9223372036854775807", "-9223372036854775808", "18446744073709551615"];
const words = ["a", "en", "b2", "x-y", "_z"];

/** Texts to try, by the built-in type. */
const lexicals: Readonly<Record<string, readonly string[]>> = {
  anySimpleType: text,
  boolean: ["true", "false"],
  decimal: fraction,
  float,
  double: [...float, "4.9E-324", "-1.7976931348623157E308"],
  dateTime: moments,
  date: ["2026-01-31", "1999-12-31Z", "0001-01-01"],
  time: ["12:00:00", "23:59:59.5Z"],
  duration: ["PT1H", "P1Y2M3DT4H5M6.7S", "-P1D"],
  gYear: ["2026", "1999"],
  gYearMonth: ["2026-01"],
  gMonth: ["--01", "--12"],
  gMonthDay: ["--01-31"],
  gDay: ["---31", "---01"],
  base64Binary: ["AQID", "", "AA=="],
  hexBinary: ["0102FF", ""],
  anyURI: ["https://example.com/?a=1&b=2", "#a", ""],
  guid: ["0f8fad5b-d9cb-469f-a165-70867728950e"],
};

const names = /^(?:Name|NCName|NMTOKENS?|ID|IDREFS?|ENTITY|ENTITIES|language|QName|NOTATION)$/;
const wholeTypes = /^(?:integer|.*Integer|long|int|short|byte|unsigned\w+)$/;

export class SimpleValues {
  readonly #enums: ReadonlyMap<string, EnumPlan>;
  readonly #narrowed: ReadonlyMap<string, NarrowedPlan>;
  readonly #values = new Map<string, readonly unknown[]>();

  constructor({ enums, codecs }: Pick<Plan, "enums" | "codecs">) {
    this.#enums = new Map(enums.map((each) => [each.type.unique, each]));
    this.#narrowed = new Map(codecs.narrowed.map((each) => [each.name, each]));
  }

  /** Values of the type, each different; none when nothing that was tried is one. */
  of(value: Simple): readonly unknown[] {
    const { constraint } = value;
    if (value.kind === "simple" && value.constant === "swaRef") return [attachmentOf(value)];
    if (constraint?.kind === "fixed") return [this.#typeOf(value).parse(constraint.lexical)];
    const key =
      value.kind === "enum" ? `enum ${value.type.unique}` : (value.narrowed ?? ` ${value.constant}`);
    const known = this.#values.get(key) ?? this.#accepted(value);
    this.#values.set(key, known);
    return constraint === undefined ? known : known.filter((each) => !isEmpty(each));
  }

  #accepted(value: Simple): readonly unknown[] {
    const type = this.#typeOf(value);
    const byText = new Map<string, unknown>();
    for (const lexical of this.#lexicals(value)) {
      const parsed = attempt(() => [type.parse(lexical)]);
      if (parsed !== undefined) byText.set(lexical, parsed[0]);
    }
    return [...byText.values()];
  }

  #lexicals(value: Simple): readonly string[] {
    if (value.kind === "enum")
      return (this.#enums.get(value.type.unique)?.members ?? []).map((each) => each.value);
    const { shape, narrowed: name, constant, sample } = value;
    const narrowed = name === undefined ? undefined : this.#narrowed.get(name);
    if (shape?.kind === "union") return shape.members.flatMap((member) => this.#lexicals(member));
    const own =
      narrowed?.kind === "restriction" ? [...facetTexts(narrowed), ...this.#lexicals(narrowed.base)] : [];
    if (shape?.kind === "list") return [...own, ...this.#lists(shape.item)];
    const plain = names.test(constant)
      ? words
      : wholeTypes.test(constant)
        ? [...whole, ...huge]
        : (lexicals[constant] ?? [...text, ...words]);
    return [...(sample === undefined ? [] : [sample]), ...own, ...plain];
  }

  #lists(item: Simple): readonly string[] {
    const type = this.#typeOf(item);
    const usable = this.#lexicals(item).filter(
      (each) => /^\S+$/.test(each) && attempt(() => [type.parse(each)]) !== undefined,
    );
    return [usable.slice(0, 1), [], usable.slice(0, 3), usable.slice(-2)].map((each) => each.join(" "));
  }

  #typeOf(value: Simple): XsdType<unknown> {
    if (value.kind === "enum") return this.#enumType(value);
    const narrowed = value.narrowed === undefined ? undefined : this.#narrowed.get(value.narrowed);
    if (narrowed !== undefined) return this.#narrowedType(narrowed);
    if (value.constant === "guid") return guid;
    const builtIn = builtInType(value.constant);
    if (builtIn === undefined) throw new Error(`No simple type ${value.narrowed ?? value.constant}.`);
    return builtIn.type;
  }

  #enumType({ type, base }: EnumValuePlan): XsdType<unknown> {
    const { members = [], numeric = false } = this.#enums.get(type.unique) ?? {};
    const values = members.map(({ value }, at) => [`m${at}`, numeric ? Number(value) : value] as const);
    const root = builtInType(base)?.type as XsdType<string> | undefined;
    return enumeration(type.name, Object.fromEntries(values) as Record<string, string>, root);
  }

  #narrowedType(plan: NarrowedPlan): XsdType<unknown> {
    switch (plan.kind) {
      case "list":
        return listOf(plan.name, this.#typeOf(plan.item));
      case "union":
        return unionOf(
          plan.name,
          plan.members.map((member) => this.#typeOf(member)),
        );
      case "restriction": {
        const { limits, pattern, enumeration: listed } = plan.facets;
        return restriction(plan.name, this.#typeOf(plan.base), {
          ...Object.fromEntries(limits.map(({ name, value }) => [name, value])),
          ...(pattern === undefined ? {} : { pattern: new RegExp(pattern, "v") }),
          ...(listed.length === 0 ? {} : { enumeration: listed }),
        });
      }
    }
  }
}

function attachmentOf({ mediaType = "application/octet-stream" }: SimpleValuePlan): SoapAttachment {
  return { contentType: mediaType, content: Uint8Array.of(0, 13, 10, 255) };
}

/** Bounds, and texts of the least and greatest length. */
function facetTexts({ facets }: Extract<NarrowedPlan, { kind: "restriction" }>): readonly string[] {
  const bounds = facets.limits.flatMap(({ name, value }) => {
    if (typeof value === "string") return name === "whiteSpace" ? [] : [value];
    return name.endsWith("ength")
      ? ["a".repeat(Math.min(value, 300)), "00".repeat(Math.min(value, 300))]
      : [];
  });
  return [...facets.enumeration, ...bounds];
}

function isEmpty(value: unknown): boolean {
  return value === "" || ((Array.isArray(value) || value instanceof Uint8Array) && value.length === 0);
}

function attempt<V>(run: () => [V]): [V] | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof LexicalError) return undefined;
    throw error;
  }
}
