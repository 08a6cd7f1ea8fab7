import type { AuditAction, AuditEntry, AuditFacts, NewAuditEntry } from "../../domain/desk/audit.js";

/** Columns of `FoundMessage`, of `recipient r` and `txn t`. */
export const foundColumns = `r.id, r.txn, t.id AS "transactionId", t.customer_id AS "customerId", t.user_name AS "user",
  t.operation, t.originator, r.phone, r.state, r.at, t.created_at AS "createdAt", t.due_at AS "dueAt", r.link, r.uncertain,
  r.attempts, r.deferrals, r.error`;

/** A row of the table `audit`; `facts` is JSON. */
export interface AuditRow {
  readonly id: number;
  readonly at: number;
  readonly who: string;
  readonly source: string;
  readonly action: AuditAction;
  readonly facts: string;
}

export const auditColumns = "id, at, who, source, action, facts";

/** The values of a new row, in the order of the columns without `id`. */
export function auditValues(entry: NewAuditEntry): readonly [number, string, string, string, string] {
  const { at, actor, action, subject, before, after } = entry;
  return [at, actor.name, actor.source, action, JSON.stringify({ subject, before, after })];
}

export function auditEntryOf({ id, at, who, source, action, facts }: AuditRow): AuditEntry {
  return { id, at, actor: { name: who, source }, action, ...(JSON.parse(facts) as AuditFacts) };
}
