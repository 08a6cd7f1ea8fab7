import type {
  NewSession,
  Operator,
  OperatorChange,
  OperatorLogin,
} from "../../../domain/accounts/operators.js";
import type { Actor, NewAuditEntry } from "../../../domain/audit.js";

/** Entries of the audit log for changes of operators: without passwords. */
export const operatorEntries = {
  added: ({ name, role, createdAt: at }: OperatorLogin, actor: Actor): NewAuditEntry => ({
    at,
    actor,
    action: "operator add",
    subject: { operator: name },
    after: { role },
  }),
  changed: (
    before: Operator,
    { role, passwordHash, totpSecret }: OperatorChange,
    actor: Actor,
    at: number,
  ): NewAuditEntry => ({
    at,
    actor,
    action: "operator change",
    subject: { operator: before.name },
    before: { role: before.role },
    after: {
      role: role ?? before.role,
      ...(passwordHash === undefined ? {} : { password: "replaced" }),
      ...(totpSecret === undefined ? {} : { totp: totpSecret === null ? "removed" : "enrolled" }),
    },
  }),
  removed: ({ name, role }: Operator, actor: Actor, at: number): NewAuditEntry => ({
    at,
    actor,
    action: "operator remove",
    subject: { operator: name },
    before: { role },
  }),
  loggedIn: ({ operator }: NewSession, actor: Actor, at: number): NewAuditEntry => ({
    at,
    actor,
    action: "operator log-in",
    subject: { operator },
  }),
};

/** The entry for sessions that their owner, an operator or a user of a customer, has ended. */
export const sessionsEnded = (
  subject: NewAuditEntry["subject"],
  count: number,
  actor: Actor,
  at: number,
): NewAuditEntry => ({ at, actor, action: "session end", subject, after: { count } });
