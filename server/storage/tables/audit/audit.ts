import type {
  AuditAction,
  AuditEntry,
  AuditFacts,
  AuditFilter,
  NewAuditEntry,
} from "../../../domain/audit.js";
import type { AuditStore } from "../../../ports/messages.js";
import type { Caller } from "../../script/calls.js";
import { StoreError } from "../../errors.js";
import { auditFacts } from "../../schema/audit-facts.js";
import { either } from "../../script/dialect.js";
import { json, namesOf, optional, type RowOf, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql, type Statement } from "../../script/statement.js";
import { get, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";

const entry = {
  id: integer(),
  at: integer(),
  who: text(),
  source: text(),
  action: text<AuditAction>(),
  facts: json<AuditFacts>(),
};

/** Guard: waits for another process that records the same form. */
const insert = sql(
  `INSERT INTO audit (at, who, source, action, facts, form, customer_id)
   VALUES ($at, $who, $source, $action, $facts, $form, $customer)
   ON CONFLICT DO NOTHING RETURNING id`,
  { id: integer() },
);
const ofForm = sql("SELECT 1 FROM audit WHERE form = $form");

const textOf = (name: keyof typeof auditFacts): string =>
  either(auditFacts[name].postgres, auditFacts[name].sqlite);

/** Columns of conditions, those with few entries first; the index of an operator has the entries that name one. */
const conditions = {
  operator: textOf("operator"),
  customer: "customer_id",
  action: "action",
  who: "who",
} as const satisfies Readonly<Record<Exclude<keyof AuditFilter, "link">, string>>;
type Condition = keyof typeof conditions;
const conditionNames = Object.keys(conditions) as readonly Condition[];

type Entries = Statement<Condition | "before" | "limit" | "link", RowOf<typeof entry>>;

/** A condition; `isOther`: SQLite, which does not count the entries of a value, must not take its index. */
const conditionOf = (name: Condition, isOther: boolean): string =>
  `${name === "operator" ? `${textOf("namesOperator")} AND ` : ""}${isOther ? either("", "+") : ""}${conditions[name]} = $${name} AND `;

const latest = (columns: string, condition: string): string =>
  `SELECT ${columns} FROM audit WHERE ${condition}id < $before ORDER BY id DESC LIMIT $limit`;

/** The latest entries; the first condition is the one whose index is used. */
const latestOf = (names: readonly Condition[]): string =>
  latest(namesOf(entry), names.map((name, index) => conditionOf(name, index > 0)).join(""));

/** Entries that name a link first, or after the change: each is read by its index. */
function latestOfLink(names: readonly Condition[]): string {
  const others = names.map((name) => conditionOf(name, true)).join("");
  const [first, after] = (["link", "linkAfter"] as const).map((link) =>
    latest("id", `${textOf("namesLink")} AND ${textOf(link)} = $link AND ${others}`),
  );
  return `SELECT ${namesOf(entry)} FROM audit WHERE id IN (SELECT id FROM (${first ?? ""}) AS one UNION SELECT id FROM (${after ?? ""}) AS other)
    ORDER BY id DESC LIMIT $limit`;
}

/** One statement for each set of conditions, by their names. */
const fitting: ReadonlyMap<string, Entries> = new Map(
  conditionNames
    .reduce<readonly (readonly Condition[])[]>(
      (all, name) => all.concat(all.map((some) => [...some, name])),
      [[]],
    )
    .flatMap((names) => [
      [names.join(), sql(latestOf(names), entry)] as const,
      [["link", ...names].join(), sql(latestOfLink(names), entry)] as const,
    ]),
);

/** The facts of an entry, as they are stored. */
function factsText({ subject: of, before, after }: NewAuditEntry): string {
  return JSON.stringify({ subject: of, before, after });
}

/** The customer that an entry is about; undefined for none. A search has it as it was typed. */
function customerOf({ customer }: NewAuditEntry["subject"]): number | undefined {
  if (typeof customer === "number") return customer;
  return typeof customer === "string" && /^[1-9]\d{0,9}$/u.test(customer) ? Number(customer) : undefined;
}

/** Adds an entry. @throws StoreError `repeated` if its form was recorded before, so that the change is rolled back */
export function* addAudit(added: NewAuditEntry): Steps<number> {
  const { at, actor, action, subject: of } = added;
  const { name: who, source, form } = actor;
  const customer = customerOf(of);
  const stored = yield* get(insert, { at, who, source, action, facts: factsText(added), form, customer });
  if (stored === undefined) throw new StoreError("repeated");
  return stored.id;
}

const stored = {
  id: integer(),
  at: integer(),
  who: text(),
  source: text(),
  action: text(),
  facts: text(),
  form: optional(text()),
  customerId: optional(integer()),
};
const storedEntry = sql(`SELECT ${namesOf(stored)} FROM audit WHERE id = $id`, stored);
const removeEntry = sql("DELETE FROM audit WHERE id = $id");
const values = "VALUES ($id, $at, $who, $source, $action, $facts, $form, $customerId)" as const;
const addEntry = sql(
  `INSERT INTO audit (id, at, who, source, action, facts, form, customer_id) OVERRIDING SYSTEM VALUE ${values}`,
  undefined,
  { sqlite: `INSERT INTO audit (id, at, who, source, action, facts, form, customer_id) ${values}` },
);

/** Replaces the facts of an entry. Entries cannot be changed, so it is replaced by one with the same id. */
export function* replaceFacts(id: number, change: (facts: string) => string): Steps<void> {
  const row = yield* get(storedEntry, { id });
  if (row === undefined) return;
  yield* run(removeEntry, { id });
  yield* run(addEntry, { ...row, facts: change(row.facts) });
}

/** Adds the result to the entry of what has gone on in the background; none if retention has deleted it. */
export function* completeAudit(id: number, after: NewAuditEntry["after"]): Steps<void> {
  yield* replaceFacts(id, (facts) => JSON.stringify({ ...(JSON.parse(facts) as AuditFacts), after }));
}

/** Changes of the audit log. */
export const audit = subject("audit", { add: addAudit }, ["add"]);

function entryOf({ who: name, source, facts, ...row }: RowOf<typeof entry>): AuditEntry {
  return { ...row, actor: { name, source }, ...facts };
}

export function auditStore(reads: Reads, writer: Caller<WritesOf<typeof audit>>): AuditStore {
  return {
    ...calls(writer, audit),
    hasForm: async (form) => (await reads.get(ofForm, { form })) !== undefined,
    entries: async (limit, before = Number.MAX_SAFE_INTEGER, filter = {}) => {
      const names = (["link", ...conditionNames] as const).filter((name) => filter[name] !== undefined);
      const statement = fitting.get(names.join());
      if (statement === undefined) return [];
      const { action, who, customer, link, operator } = filter;
      const values = { before, limit, action, who, customer, link, operator };
      return (await reads.all(statement, values)).map(entryOf);
    },
  };
}
