import { type AuditAction, auditActions, type AuditEntry } from "../domain/audit.js";
import type { Store } from "../ports/store.js";
import { storedIdOf } from "./ids.js";
import { fieldOf, InvalidInput } from "./refusal.js";
import { customerIdOf, wholeNumberOf } from "./values.js";

/** An entry of the audit log as the commands print it. */
export interface AuditRow {
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly who: string;
  readonly from: string;
  readonly action: string;
  readonly subject: Readonly<Record<string, unknown>>;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
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

/** Conditions as they are typed. */
export interface AuditInput {
  readonly limit: string;
  /** Only entries older than this one. */
  readonly before?: string | undefined;
  readonly action?: string | undefined;
  readonly who?: string | undefined;
  readonly customer?: string | undefined;
}

function actionOf(text: string): AuditAction {
  const action = auditActions.find((name) => name === text);
  if (action === undefined)
    throw new InvalidInput(
      `invalid action ${JSON.stringify(text)}: use one as the audit log has it, such as credit add`,
    );
  return action;
}

/** Entries of the audit log that fit, latest first. @throws Refusal */
export async function listAudit(
  { audit }: Pick<Store, "audit">,
  { limit, before, action, who, customer }: AuditInput,
): Promise<readonly AuditRow[]> {
  const place = before === undefined ? undefined : storedIdOf("entry", before);
  const filter = {
    action: fieldOf("action", action, actionOf),
    who,
    customer: fieldOf("customer", customer, customerIdOf),
  };
  return (await audit.entries(wholeNumberOf("limit", limit, 1, mostListed), place, filter)).map(rowOf);
}
