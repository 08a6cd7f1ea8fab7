/** Values of simple types, found by what the compiled types themselves accept. */
import type { SoapAttachment } from "messenger-gen-runtime";
import type { Plan } from "#generator/plan/data/plan.js";
import {
  type EnumPlan,
  type EnumValuePlan,
  isResolved,
  type NarrowedPlan,
  partsOf,
  type SimpleValuePlan,
} from "#generator/plan/data/simple-types.js";
import {
  type NamesType,
  resolved,
  resolvedList,
  resolvedName,
  resolvedUnion,
} from "#runtime/xml/resolved-names.js";
import { builtInType } from "#runtime/xsd/built-in.js";
import { enumeration, guid, listOf, restriction, unionOf } from "#runtime/xsd/primitives.js";
import * as representations from "#runtime/xsd/represented.js";
import { LexicalError, type XsdType } from "#runtime/xsd/type.js";
import { anyLexical, anyText } from "./arbitrary-texts.js";
import { edges, lexicals, namesAndWords, text, usual } from "./lexicals.js";
import type { Source } from "./source.js";

type Simple = SimpleValuePlan | EnumValuePlan;

/** Prefixes of names, as in texts of `lexicals`. */
const prefixes = [
  { prefix: "", namespace: "urn:names" },
  { prefix: "a", namespace: "urn:names:a" },
  { prefix: "tns", namespace: "urn:names:tns" },
];

export class SimpleValues {
  readonly #enums: ReadonlyMap<string, EnumPlan>;
  readonly #narrowed: ReadonlyMap<string, NarrowedPlan>;
  readonly #values = new Map<string, readonly unknown[]>();
  readonly #withEdges: boolean;

  /** @param withEdges also values that are too much for xmllint */
  constructor({ enums, narrowed }: Pick<Plan, "enums" | "narrowed">, withEdges = false) {
    this.#withEdges = withEdges;
    this.#enums = new Map(enums.map((each) => [each.type.unique, each]));
    this.#narrowed = new Map(narrowed.map((each) => [each.name, each]));
  }

  /** Values of the type, each different; none when nothing that was tried is one. */
  of(value: Simple): readonly unknown[] {
    const { constraint } = value;
    if (value.kind === "simple" && value.constant === "swaRef") return [attachmentOf(value)];
    if (constraint?.kind === "fixed") return [this.#typeOf(value).parse(constraint.lexical)];
    const key = this.keyOf(value);
    const known = this.#values.get(key) ?? this.#accepted(value);
    this.#values.set(key, known);
    return constraint === undefined ? known : known.filter((each) => !isEmpty(each));
  }

  /** Names the type whose values are `of(value)`. */
  keyOf(value: Simple): string {
    const { constraint } = value;
    const type =
      value.kind === "enum" ? `enum ${value.type.unique}` : (value.narrowed ?? `xs:${value.constant}`);
    return constraint === undefined ? type : `${type} ${constraint.kind} ${constraint.lexical}`;
  }

  /** A value of the type that need not be one of those; undefined where none was found. */
  arbitrary(value: Simple, choose: Source): unknown {
    if (value.kind === "enum" || value.constraint?.kind === "fixed") return undefined;
    if (value.constant === "swaRef") return anyAttachment(value, choose);
    const type = this.#typeOf(value);
    const parsed = attempt(() => [type.parse(this.#anyLexical(value, choose))])?.[0];
    if (parsed === undefined || !this.#isWritten(value, parsed)) return undefined;
    return value.constraint !== undefined && isEmpty(parsed) ? undefined : parsed;
  }

  #anyLexical(value: Simple, choose: Source): string {
    if (value.kind === "enum") return this.#lexicals(value)[choose(this.#lexicals(value).length)] ?? "";
    const { shape, constant } = value;
    if (shape?.kind === "union")
      return this.#anyLexical(shape.members[choose(shape.members.length)] ?? value, choose);
    if (shape?.kind === "list")
      return Array.from({ length: choose(4) }, () => this.#anyLexical(shape.item, choose)).join(" ");
    return anyLexical(constant, choose);
  }

  #accepted(value: Simple): readonly unknown[] {
    const type = this.#typeOf(value);
    const byText = new Map<string, unknown>();
    for (const lexical of this.#lexicals(value)) {
      const parsed = attempt(() => [type.parse(lexical)]);
      if (parsed !== undefined && this.#isWritten(value, parsed[0])) byText.set(lexical, parsed[0]);
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
    const plain = namesAndWords(constant) ?? lexicals[constant] ?? [...text, ...usual];
    const beyond = this.#withEdges ? (edges[constant] ?? []) : [];
    return [...(sample === undefined ? [] : [sample]), ...own, ...plain, ...beyond];
  }

  #lists(item: Simple): readonly string[] {
    const type = this.#typeOf(item);
    const usable = this.#lexicals(item).filter(
      (each) => /^\S+$/.test(each) && attempt(() => [type.parse(each)]) !== undefined,
    );
    return [usable.slice(0, 1), [], usable.slice(0, 3), usable.slice(-2)].map((each) => each.join(" "));
  }

  /**
   * A union with names refuses values whose text is also one of an earlier member. A number may be rounded to one that its type does not have.
   */
  #isWritten(value: Simple, parsed: unknown): boolean {
    if (!isResolved(value))
      return !isRepresented(value) || attempt(() => [this.#typeOf(value).print(parsed)]) !== undefined;
    return attempt(() => [this.#namesOf(value).write(parsed, () => "_qn")]) !== undefined;
  }

  /** A type of names with their namespaces; enumerated names have the prefixes of the schema. */
  #namesOf(value: Simple): NamesType<unknown> {
    const type = this.#textTypeOf(value);
    if (value.kind === "enum" || !isResolved(value))
      return {
        initial: type.initial,
        read: (lexical) => type.parse(lexical),
        write: (each) => type.print(each),
      };
    if (value.shape === undefined) return resolvedName(type as XsdType<string>);
    const parts = partsOf(value.shape).map((part) => this.#namesOf(part));
    const [item] = parts;
    return value.shape.kind === "list" && item !== undefined
      ? resolvedList(type, item)
      : resolvedUnion(type, parts);
  }

  #typeOf(value: Simple): XsdType<unknown> {
    if (value.kind === "enum" || !isResolved(value)) return this.#representedType(value);
    const own = value.represented?.names?.prefixes ?? [];
    return resolved(this.#textTypeOf(value), this.#namesOf(value), { prefixes: [...prefixes, ...own] });
  }

  #representedType(value: Simple): XsdType<unknown> {
    const type = this.#textTypeOf(value);
    const by = value.kind === "simple" ? value.represented?.by : undefined;
    return by === undefined ? type : representations[by as keyof typeof representations](type as never);
  }

  #textTypeOf(value: Simple): XsdType<unknown> {
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

/** True for values that are not those of the runtime's type, or that have such parts. */
function isRepresented(value: Simple): boolean {
  if (value.kind === "enum") return false;
  return (
    value.represented !== undefined || (value.shape !== undefined && partsOf(value.shape).some(isRepresented))
  );
}

function attachmentOf({ mediaType = "application/octet-stream" }: SimpleValuePlan): SoapAttachment {
  return { contentType: mediaType, content: Uint8Array.of(0, 13, 10, 255) };
}

function anyAttachment({ mediaType }: SimpleValuePlan, choose: Source): SoapAttachment {
  const types = ["application/octet-stream", "text/plain; charset=utf-8", "image/svg+xml", "text/xml"];
  const content = new TextEncoder().encode(
    choose(2) === 0 ? anyText(choose) : "\r\n--\r\n".repeat(choose(300)),
  );
  return { contentType: mediaType ?? types[choose(types.length)] ?? "", content };
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
