import { valuesOf, type FieldPlan, type RecordValuePlan, type ValuePlan } from "../../data/members.js";
import {
  bodyFields,
  outputFields,
  type AnswerPlan,
  type ElementPlan,
  type OperationPlan,
} from "../../data/operations.js";
import type { CodecsPlan } from "../../data/plan.js";
import type { ListPlan, RecordPlan, TypesPlan } from "../../data/records.js";
import {
  partsOf,
  type EnumPlan,
  type EnumValuePlan,
  type NarrowedPlan,
  type SimpleValuePlan,
} from "../../data/simple-types.js";

/** What the operations reach: functions for anything else would be dead code. */
export function planCodecs(
  types: TypesPlan,
  operations: readonly OperationPlan[],
  elements: readonly ElementPlan[],
): CodecsPlan {
  const walk = new Walk(types);
  for (const { field } of elements) walk.field(field);
  for (const operation of operations) {
    for (const field of bodyFields(operation.input.body)) walk.field(field);
    for (const field of outputFields(operation.output)) walk.field(field);
  }
  const { ordered } = types;
  return {
    enums: types.enums.filter(walk.has("enum")),
    narrowed: types.narrowed.filter(walk.has("narrowed")),
    constrained: [...walk.constrained].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value),
    reads: ordered.filter(walk.has("read")),
    writes: ordered.filter(walk.has("write")),
    chosenReads: types.records.filter(walk.has("chosenRead")),
    chosenWrites: types.records.filter(walk.has("chosenWrite")),
    answers: distinctAnswers(operations),
    typeNames: ordered.filter(walk.has("typeName")).map(({ type, wire }) => ({ type, wire })),
    multipart: walk.hasBytes && operations.some(isSoap),
  };
}

function isSoap({ bindings }: OperationPlan): boolean {
  return bindings.includes("soap11") || bindings.includes("soap12");
}

function distinctAnswers(operations: readonly OperationPlan[]): readonly AnswerPlan[] {
  const byStem = new Map<string, AnswerPlan>();
  for (const { http } of operations) {
    const answer = http?.answer;
    if (answer !== undefined && answer.media === undefined) byStem.set(answer.stem, answer);
  }
  return [...byStem.values()];
}

type Mark = "enum" | "narrowed" | "read" | "write" | "chosenRead" | "chosenWrite" | "typeName";

/** Marks names; each name of a type is walked through once for reading and once for writing. */
class Walk {
  readonly #records: ReadonlyMap<string, RecordPlan>;
  readonly #lists: ReadonlyMap<string, ListPlan>;
  readonly #narrowed: ReadonlyMap<string, NarrowedPlan>;
  readonly #marked = new Set<string>();
  readonly #pending: ValuePlan[] = [];
  /** By the names of their constraints. */
  readonly constrained = new Map<string, SimpleValuePlan | EnumValuePlan>();
  /** Something is base64, or an attachment. */
  hasBytes = false;

  constructor(types: TypesPlan) {
    this.#narrowed = new Map(types.narrowed.map((narrowed) => [narrowed.name, narrowed]));
    this.#records = new Map(types.records.map((record) => [record.type.unique, record]));
    this.#lists = new Map(types.lists.map((list) => [list.type.unique, list]));
  }

  has(mark: Mark): (declaration: EnumPlan | NarrowedPlan | RecordPlan | ListPlan) => boolean {
    return (declaration) => {
      const name = "type" in declaration ? declaration.type.unique : declaration.name;
      return this.#marked.has(`${mark} ${name}`);
    };
  }

  /** One value after the other: types that lead to each other may be as many as memory holds. */
  field({ value }: FieldPlan): void {
    this.#pending.push(value);
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) this.#value(next);
  }

  #value(value: ValuePlan): void {
    switch (value.kind) {
      case "simple":
        if (value.constraint !== undefined) this.constrained.set(value.constraint.name, value);
        if (value.constant === "base64Binary" || value.constant === "swaRef") this.hasBytes = true;
        this.#simple(value);
        return;
      case "enum":
        if (value.constraint !== undefined) this.constrained.set(value.constraint.name, value);
        this.#mark("enum", value.type.unique);
        return;
      case "list":
        this.#list(value.type.unique);
        return;
      case "record":
        this.#readDeclared(value);
        this.#writeDeclared(value);
        return;
      case "content":
      case "anyElement":
      case "attributes":
      case "items":
        return;
    }
  }

  /** The constant of a declared simple type, and those it is made of. */
  #simple({ narrowed: name }: SimpleValuePlan): void {
    const narrowed = name === undefined ? undefined : this.#narrowed.get(name);
    if (narrowed === undefined || !this.#mark("narrowed", narrowed.name)) return;
    for (const part of partsOf(narrowed)) this.#value(part);
  }

  #list(name: string): void {
    this.#mark("typeName", name);
    const list = this.#lists.get(name);
    if (list === undefined || !this.#mark("read", name)) return;
    this.#mark("write", name);
    this.#pending.push(list.item);
  }

  #readDeclared({ type, derived }: RecordValuePlan): void {
    const name = type.unique;
    const record = this.#record(name);
    if (!derived) {
      this.#mark("typeName", name);
      this.#read(record);
    } else if (this.#mark("chosenRead", name)) {
      for (const variant of record.variants) {
        this.#mark("typeName", variant.type.unique);
        this.#read(this.#record(variant.type.unique));
      }
    }
  }

  #writeDeclared({ type, derived, abstract }: RecordValuePlan): void {
    const name = type.unique;
    const record = this.#record(name);
    if (!derived && !abstract) this.#write(record);
    else if (this.#mark("chosenWrite", name)) {
      for (const variant of record.variants) this.#write(this.#record(variant.type.unique));
    }
  }

  #read(record: RecordPlan): void {
    if (!this.#mark("read", record.type.unique)) return;
    for (const value of valuesOf(record.allMembers)) this.#pending.push(value);
  }

  #write(record: RecordPlan): void {
    if (!this.#mark("write", record.type.unique)) return;
    if (record.base?.writes === true) this.#write(this.#record(record.base.type.unique));
    for (const value of valuesOf(record.members)) this.#pending.push(value);
  }

  #record(name: string): RecordPlan {
    const record = this.#records.get(name);
    if (record === undefined) throw new Error(`No record is called ${name}.`);
    return record;
  }

  /** False when it was marked before. */
  #mark(mark: Mark, name: string): boolean {
    const key = `${mark} ${name}`;
    if (this.#marked.has(key)) return false;
    this.#marked.add(key);
    return true;
  }
}
