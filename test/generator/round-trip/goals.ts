import { SimpleValues } from "../../../bench/conformance/simple-values.js";
import { Heights } from "#generator/plan/data/heights.js";
import type {
  AnyElementPlan,
  AnyTypePlan,
  ChoicePlan,
  FieldPlan,
  MemberPlan,
  FieldValuePlan,
} from "#generator/plan/data/members.js";
import type { BodyPlan, OperationPlan } from "#generator/plan/data/operations.js";
import { isSimple, type KnownTypePlan } from "#generator/plan/data/open-types.js";
import type { Plan } from "#generator/plan/data/plan.js";
import type { RecordPlan } from "#generator/plan/data/records.js";
import type { EnumValuePlan, NarrowedPlan, SimpleValuePlan } from "#generator/plan/data/simple-types.js";

/** A property of values of a contract that a round trip has to cover. */
export interface Goal {
  /** Record and property, or the type, and the aspect. */
  readonly label: string;
  readonly of: object | string;
  readonly what: string;
  /** Constructs of XML Schema that are met with it. */
  readonly constructs: readonly string[];
}

/** The drawn values, reported by `Values`. */
export class Drawn {
  readonly #counts = new Map<object | string, Map<string, number>>();

  readonly note = (of: object | string, what: string): void => {
    const counts = this.#counts.get(of) ?? new Map<string, number>();
    this.#counts.set(of, counts.set(what, (counts.get(what) ?? 0) + 1));
  };

  count({ of, what }: Goal): number {
    return this.#counts.get(of)?.get(what) ?? 0;
  }
}

/** Everything that the messages of a contract can be. */
export function goalsOf(plan: Plan): readonly Goal[] {
  const walk = new Walk(plan);
  for (const { stem, input, output, headers, faults } of plan.operations) {
    walk.body(input.body, stem);
    walk.body(output.body, `${stem}Response`);
    const blocks = [...(headers.input?.elements ?? []), ...(headers.output?.elements ?? [])];
    for (const { field } of [...blocks, ...faults.map(({ element }) => element)])
      walk.field(field, field.name);
  }
  return walk.goals;
}

class Walk {
  readonly goals: Goal[] = [];
  readonly #records: ReadonlyMap<string, RecordPlan>;
  readonly #narrowed: ReadonlyMap<string, NarrowedPlan>;
  readonly #heights: Heights;
  readonly #simple: SimpleValues;
  readonly #known: readonly KnownTypePlan[];
  readonly #seen = new Set<object | string>();

  constructor(plan: Plan) {
    this.#records = new Map(plan.records.map((record) => [record.type.unique, record]));
    this.#narrowed = new Map(plan.narrowed.map((each) => [each.name, each]));
    this.#heights = new Heights(plan);
    this.#simple = new SimpleValues(plan, true);
    this.#known = plan.openTypes?.types ?? [];
  }

  body(body: BodyPlan | undefined, owner: string): void {
    if (body?.kind === "bare") this.field(body.field, owner);
    else if (body !== undefined) this.members(body.fields, owner);
  }

  members(members: readonly MemberPlan[], owner: string): void {
    for (const member of members) {
      if (this.#seen.has(member)) continue;
      this.#seen.add(member);
      if (member.kind === "choice") this.#choice(member, owner);
      else this.#member(member, owner);
    }
  }

  #add(
    label: string,
    of: object | string,
    ...whats: readonly (readonly [what: string, ...constructs: string[]])[]
  ): void {
    for (const [what, ...constructs] of whats)
      this.goals.push({ label: `${label} ${what}`, of, what, constructs });
  }

  #choice(choice: ChoicePlan, owner: string): void {
    const label = `${owner}.${choice.property ?? "choice"}`;
    for (const [at, branch] of choice.branches.entries()) {
      if (this.#heights.ofMembers(branch) < Infinity)
        this.#add(label, choice, [`branch ${at + 1}`, "choice: branch"]);
      this.members(branch, owner);
    }
    if (choice.optional) this.#add(label, choice, ["nothing", "choice: nothing"]);
  }

  #member(field: FieldPlan, owner: string): void {
    const { value, required, absent, kind, repeated } = field;
    // Depends on the text.
    if (kind === "prefixes") return;
    const always = required || absent !== undefined || (kind === "items" && repeated);
    const never = !always && this.#heights.of(value) === Infinity;
    if (!always) this.#add(`${owner}.${field.property}`, field, ["absent", `${kind}: absent`]);
    if (!never) this.#add(`${owner}.${field.property}`, field, ["present", `${kind}: present`]);
    if (!never) this.field(field, `${owner}.${field.property}`);
  }

  field(field: FieldPlan, label: string): void {
    const { kind, repeated, value, occurs, nillable } = field;
    if (kind === "attributes") return;
    if (repeated && value.kind !== "items") {
      if ((occurs?.min ?? 0) <= 1) this.#add(label, field, ["once", "repeated: once"]);
      if (occurs?.max !== 1) this.#add(label, field, ["several", "repeated: several"]);
    }
    this.#value(value, label, nillable);
  }

  #value(value: FieldValuePlan, label: string, nillable: boolean): void {
    if (nillable && !this.#needsMoreThanNil(value)) this.#add(label, value, ["nil", "nil"]);
    if (this.#seen.has(value)) return;
    this.#seen.add(value);
    switch (value.kind) {
      case "simple":
      case "enum": {
        const key = this.#simple.keyOf(value);
        const isId = value.kind === "simple" && value.constant === "ID" && value.constraint === undefined;
        this.#add(label, value, ["value", ...this.#simpleConstructs(value)]);
        if (!isId && !this.#seen.has(key))
          this.#add(key, key, ...this.#simple.of(value).map((_, at): [string] => [`value ${at}`]));
        this.#seen.add(key);
        return;
      }
      case "record":
        this.#record(value.type.unique);
        return;
      case "list":
        if (value.occurs.min === 0) this.#add(label, value, ["none", "list of elements: none"]);
        if (value.occurs.min <= 1) this.#add(label, value, ["once", "list of elements: once"]);
        if (value.occurs.max !== 1) this.#add(label, value, ["several", "list of elements: several"]);
        this.#value(value.item, `${label}.item`, value.nillable);
        return;
      case "items":
        if (value.mixed)
          this.#add(label, value, ["text", "mixed content: text"], ["no text", "mixed content: no text"]);
        for (const { tag, field } of value.items) {
          this.#add(label, value, [tag, `ordered content: ${field.kind}`]);
          this.field(field, `${label}.${tag}`);
        }
        return;
      case "anyElement":
        this.#add(label, value, ["element", `wildcard: ${admitted(value)}`]);
        return;
      case "content":
        this.#add(label, value, ["content", "open content"]);
        return;
      case "anyType":
        for (const what of this.#anyTypes(value)) this.#add(label, value, [what, `xs:anyType: ${what}`]);
        return;
      case "attributes":
      case "prefixes":
    }
  }

  #anyTypes({ simple }: AnyTypePlan): readonly string[] {
    const known = this.#known.some((each) => !simple || isSimple(each)) ? ["known type"] : [];
    return ["text", "built-in type", ...known, ...(simple ? [] : ["XML"])];
  }

  #simpleConstructs(value: SimpleValuePlan | EnumValuePlan): readonly string[] {
    const standard = value.constraint === undefined ? [] : [value.constraint.kind];
    if (value.kind === "enum") return ["facet: enumeration", ...standard];
    const narrowed = value.narrowed === undefined ? undefined : this.#narrowed.get(value.narrowed);
    if (narrowed === undefined) return [`type: ${value.constant}`, ...standard];
    if (narrowed.kind !== "restriction") return [`type: ${narrowed.kind}`, ...standard];
    const { limits, pattern, enumeration } = narrowed.facets;
    return [
      ...this.#simpleConstructs(narrowed.base),
      ...limits.map(({ name }) => `facet: ${name}`),
      ...(pattern === undefined ? [] : ["facet: pattern"]),
      ...(enumeration.length === 0 ? [] : ["facet: enumeration"]),
      ...standard,
    ];
  }

  /** As `Values` has it: an abstract type, and required attributes, want more than nil says. */
  #needsMoreThanNil(value: FieldValuePlan): boolean {
    if (value.kind !== "record") return false;
    const members = this.#records.get(value.type.unique)?.allMembers ?? [];
    return value.abstract || members.some((each) => each.kind === "attribute" && each.required);
  }

  #record(unique: string): void {
    const of = `type ${unique}`;
    if (this.#seen.has(of)) return;
    this.#seen.add(of);
    for (const { type } of this.#records.get(unique)?.variants ?? []) {
      if (this.#heights.ofRecord(type.unique) === Infinity) continue;
      this.#add(of, of, [type.unique, type.unique === unique ? "type: itself" : "type: derived"]);
      this.members(this.#records.get(type.unique)?.allMembers ?? [], type.unique);
    }
  }
}

function admitted({ only, except }: AnyElementPlan): string {
  if (only === undefined) return except.length === 0 ? "any" : "other";
  return only.length === 1 ? "one namespace" : "several namespaces";
}

/** Goals that every call of an operation reaches. */
export function operationConstructs({ bindings, input, output, ...rest }: OperationPlan): readonly string[] {
  const { headers, faults, encoded, http } = rest;
  const soap = bindings.some((each) => each.startsWith("soap"));
  const { parameters, document, answer } = http ?? {};
  return [
    ...bindings,
    `input: ${input.body.kind}`,
    `output: ${output.kind}${output.body === undefined ? "" : `, ${output.body.kind}`}`,
    ...(encoded && soap ? ["SOAP encoding"] : []),
    ...(headers.input === undefined ? [] : ["headers: input"]),
    ...(headers.output === undefined ? [] : ["headers: output"]),
    ...faults.map(() => "fault"),
    ...(parameters === undefined ? [] : ["HTTP: parameters"]),
    ...(document === undefined ? [] : ["HTTP: document"]),
    ...(answer === undefined
      ? []
      : [`HTTP: answer ${answer.media === undefined ? "" : "that is no XML "}`.trim()]),
    ...Object.values(http?.locations ?? {}).map(
      (location) => `HTTP: ${location.includes("(") ? "parameters in the path" : "location"}`,
    ),
  ];
}
