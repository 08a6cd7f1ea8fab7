import type { AuditEntry } from "../domain/audit.js";
import type { Store } from "../ports/store.js";
import { storedIdOf } from "./ids.js";
import { wholeNumberOf } from "./values.js";

/** An entry of the audit log as the commands print it. */
export interface AuditRow {
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly who: string;
  readonly from: string;
  readonly action: string;
  readonly subject: object;
  readonly before: object | null;
  readonly after: object | null;
}

function rowOf({ id, at, actor, action, subject, before, after }: AuditEntry): AuditRow {
  return {
    id,
    at: new Date(at).toISOString(),
    who: actor.name,
    from: actor.source,
    action,
    subject,
    before: before ?? null,
    after: after ?? null,
  };
}

const mostListed = 10_000;

/** Entries of the audit log, latest first; behind the entry `before` if given. @throws Refusal */
export async function listAudit(
  { audit }: Pick<Store, "audit">,
  { limit, before }: { readonly limit: string; readonly before?: string | undefined },
): Promise<readonly AuditRow[]> {
  const place = before === undefined ? undefined : storedIdOf("entry", before);
  return (await audit.entries(wholeNumberOf("limit", limit, 1, mostListed), place)).map(rowOf);
}
