/** Any value of a record or message, made from the plan. */
import fc from "fast-check";
import { element, type XmlElement } from "messenger-gen/runtime";
import { fieldsOf } from "../../../generator/plan/member-fields.js";
import type {
  ChoicePlan,
  EnumPlan,
  FieldPlan,
  ItemsValuePlan,
  MemberPlan,
  Plan,
  RecordPlan,
  SimpleValuePlan,
  ValuePlan,
} from "../../../generator/plan/types.js";
import { builtInType } from "../../../runtime/xsd/built-in.js";

const text = fc.string({ unit: "grapheme-ascii", maxLength: 12 });
const days = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true });

/** Values of built-in types; any other type has the one value that its sample stands for. */
const builtIns: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: text,
  token: fc.constantFrom("", "a", "b c"),
  language: fc.constantFrom("en", "de-CH"),
  anyURI: fc.constantFrom("", "#a", "http://example.com/?a=1&b=2"),
  boolean: fc.boolean(),
  int: fc.integer(),
  long: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
  double: fc.double({ noNaN: true }),
  date: days.map((day) => day.toISOString().slice(0, 10)),
  base64Binary: fc.uint8Array({ maxLength: 20 }),
  hexBinary: fc.uint8Array({ maxLength: 20 }),
};

const samples: Readonly<Record<string, string>> = {
  decimal: "1.5",
  dateTime: "2026-01-31T12:00:00Z",
  NMTOKENS: "a b",
};

const deepest = 4;

export class Arbitraries {
  readonly #records: ReadonlyMap<string, RecordPlan>;
  readonly #enums: ReadonlyMap<string, EnumPlan>;
  readonly #namespaces: ReadonlyMap<string, string>;

  constructor({ records, enums, namespaces }: Plan) {
    this.#records = new Map(records.map((record) => [record.type.unique, record]));
    this.#enums = new Map(enums.map((each) => [each.type.unique, each]));
    this.#namespaces = new Map(namespaces.map(({ constant, uri }) => [constant, uri]));
  }

  /** An object with these members. */
  members(members: readonly MemberPlan[], depth = 0): fc.Arbitrary<object> {
    const parts = members.map((member) => this.#member(member, depth));
    return fc.tuple(...parts).map((objects) => Object.assign({}, ...objects) as object);
  }

  /** The value of a field: an array where it is repeated. */
  field(field: FieldPlan, depth = 0): fc.Arbitrary<unknown> {
    if (field.kind === "attributes") return attributes;
    const one = field.nillable
      ? fc.option(this.#value(field.value, depth), { nil: null })
      : this.#value(field.value, depth);
    if (!field.repeated) return one;
    if (field.value.kind === "items") return this.#items(field.value, depth);
    return fc.array(one, { minLength: 1, maxLength: 3 });
  }

  #member(member: MemberPlan, depth: number): fc.Arbitrary<object> {
    if (member.kind === "choice") return this.#choice(member, depth);
    const { property, required, kind, absent, repeated, value } = member;
    const present = absent !== undefined || (kind === "items" && repeated);
    const isDeep = depth >= deepest && value.kind !== "simple" && value.kind !== "enum";
    const found = (): fc.Arbitrary<object> =>
      this.field(member, depth + 1).map((each) => ({ [property]: each }));
    if (required || present) return found();
    return isDeep ? fc.constant({}) : fc.oneof(fc.constant({}), found());
  }

  #choice({ branches, optional, property }: ChoicePlan, depth: number): fc.Arbitrary<object> {
    const shallow = branches.filter((branch) =>
      fieldsOf(branch).every(({ value }) => value.kind !== "record"),
    );
    const usable = depth >= deepest && shallow.length > 0 ? shallow : branches;
    const picked = fc.oneof(...usable.map((branch) => this.members(branch, depth)));
    const tagged = property === undefined ? picked : picked.map((value) => ({ [property]: value }));
    return optional ? fc.oneof(fc.constant({}), tagged) : tagged;
  }

  #value(value: ValuePlan, depth: number): fc.Arbitrary<unknown> {
    switch (value.kind) {
      case "simple":
        return simple(value);
      case "enum":
        return fc.constantFrom(
          ...(this.#enums.get(value.type.unique)?.members ?? []).map((each) => each.value),
        );
      case "record":
        return this.#record(value.type.unique, depth);
      case "list":
        return depth >= deepest
          ? fc.constant([])
          : fc.array(
              value.nillable
                ? fc.option(this.#value(value.item, depth + 1), { nil: null })
                : this.#value(value.item, depth + 1),
              { maxLength: 3 },
            );
      case "anyElement":
        return fc.constantFrom(...this.#admitted(value.only, value.except)).map(someElement);
      case "items":
        return this.#items(value, depth).map(([only]) => only);
      case "attributes":
        return attributes;
      case "content":
        return fc.constantFrom([], ["text"], ["a", element("b", ["c"]), "d"]);
    }
  }

  #record(name: string, depth: number): fc.Arbitrary<object> {
    const { type, variants = [] } = this.#records.get(name) ?? {};
    const all = variants.map((variant) => {
      const members = this.#records.get(variant.type.unique)?.allMembers ?? [];
      const isDeclared = variant.type.unique === type?.unique;
      const tag = isDeclared ? {} : { $type: variant.tag };
      return this.members(members, depth).map((value) => ({ ...tag, ...value }));
    });
    return fc.oneof(...(depth >= deepest ? all.slice(0, 1) : all));
  }

  #items({ items, mixed }: ItemsValuePlan, depth: number): fc.Arbitrary<unknown[]> {
    const tagged = items.map(({ tag, field }) =>
      this.field(field, depth + 1).map((value) => ({ name: tag, value })),
    );
    if (!mixed) return fc.array(fc.oneof(...tagged), { minLength: 1, maxLength: 5 });
    const some = text.filter((each) => each !== "");
    if (tagged.length === 0) return fc.array(some, { maxLength: 1 });
    return fc
      .array(fc.tuple(fc.option(some), fc.oneof(...tagged)), { maxLength: 4 })
      .map((pairs) => pairs.flatMap(([before, item]) => (before === null ? [item] : [before, item])));
  }

  #admitted(only: readonly string[] | undefined, except: readonly string[]): readonly string[] {
    if (only === undefined) return except.length > 0 ? ["urn:other"] : ["urn:other", "urn:another"];
    return only.map((constant) => this.#namespaces.get(constant) ?? (JSON.parse(constant) as string));
  }
}

const attributes = fc.constantFrom(
  [{ namespace: "", name: "extra", value: "a & b" }],
  [
    { namespace: "urn:q", name: "a", value: "1" },
    { namespace: "urn:q", name: "b", value: "<" },
  ],
);

function someElement(namespace: string): XmlElement {
  return element("unknown", ["text", element("inner", [], { namespace, attributes: { a: '"' } })], {
    namespace,
  });
}

function simple({ constant, sample, constraint }: SimpleValuePlan): fc.Arbitrary<unknown> {
  const lexical = constraint?.kind === "fixed" ? constraint.lexical : (sample ?? samples[constant]);
  const arbitrary = lexical === undefined ? builtIns[constant] : undefined;
  if (arbitrary !== undefined)
    return constraint === undefined ? arbitrary : arbitrary.filter((value) => value !== "");
  const type = builtInType(constant)?.type;
  if (type === undefined || lexical === undefined) throw new Error(`No values of ${constant}.`);
  return fc.constant(type.parse(lexical));
}
