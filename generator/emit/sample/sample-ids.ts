/** Values of xs:ID in samples: those of one message must differ (XML Schema 1.0 part 2, section 3.3.8). */
import { fieldsOf, valuesOf, type FieldValuePlan } from "../../plan/data/members.js";
import type { Plan } from "../../plan/data/plan.js";
import type { SimpleValuePlan } from "../../plan/data/simple-types.js";
import { leafOf } from "../type-text/value-types.js";

const idTypes: ReadonlySet<string> = new Set(["ID", "IDREF", "IDREFS"]);

/** More records with ids are not written where they are used: the file would be long. */
const mostIds = 100;

/** True for an id and for a reference to one: samples have only those that are required. */
export function isId(value: FieldValuePlan): boolean {
  return value.kind === "simple" && idTypes.has(value.constant);
}

/** The ids of one message after the other. */
export class SampleIds {
  /** Unique names of records that have an id, at any depth. */
  readonly #holders: ReadonlySet<string>;
  #made = 0;

  constructor(plan: Pick<Plan, "records">) {
    this.#holders = holdersOf(plan);
  }

  /** Begins a message. */
  restart(): void {
    this.#made = 0;
  }

  /** The text of an id, or of a reference to the first id of the message. */
  textOf({ constant }: SimpleValuePlan): string {
    return constant === "ID" ? `id${++this.#made}` : "id1";
  }

  /** True for a record that is written anew wherever it is used, with ids of its own. */
  areIn(unique: string): boolean {
    return this.#holders.has(unique) && this.#made < mostIds;
  }
}

function holdersOf({ records }: Pick<Plan, "records">): ReadonlySet<string> {
  const holders = new Set<string>();
  const variants = new Map(records.map((record) => [record.type.unique, record.variants]));
  const isHolder = (value: FieldValuePlan): boolean => {
    const leaf = leafOf(value);
    if (leaf.kind !== "record") return false;
    return (variants.get(leaf.type.unique) ?? []).some(({ type }) => holders.has(type.unique));
  };
  for (let before = -1; holders.size > before;) {
    before = holders.size;
    for (const { type, allMembers } of records) {
      const hasId = fieldsOf(allMembers).some(({ required, value }) => required && isId(value));
      if (hasId || valuesOf(allMembers).some(isHolder)) holders.add(type.unique);
    }
  }
  return holders;
}
