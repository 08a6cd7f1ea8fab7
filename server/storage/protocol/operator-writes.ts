import {
  type NewSession,
  type OperatorChange,
  type OperatorLogin,
  sessionTimes,
} from "../../domain/accounts/operators.js";
import type { Actor, NewAuditEntry } from "../../domain/desk/audit.js";
import type { OperatorStore } from "../../ports/operators.js";
import type { Caller } from "./calls.js";

interface Recorded {
  readonly by: Actor;
  readonly at: number;
}

/** Changes of operators and their sessions, with their entries of the audit log. */
export interface OperatorWrites {
  addOperator(input: Recorded & { readonly operator: OperatorLogin }): boolean;
  changeOperator(input: Recorded & { readonly name: string; readonly change: OperatorChange }): boolean;
  removeOperator(input: Recorded & { readonly name: string }): boolean;
  openSession(input: Recorded & { readonly session: NewSession }): boolean;
  useSession(input: { readonly tokenHash: string; readonly at: number }): null;
  closeSession(tokenHash: string): null;
}

/** The writing half of the port, by the calls of a writer. */
export function operatorCalls(writer: Caller<OperatorWrites>) {
  return {
    add: (operator, by) => writer.call("addOperator", { operator, by, at: operator.createdAt }),
    change: (name, change, by, at) => writer.call("changeOperator", { name, change, by, at }),
    remove: (name, by, at) => writer.call("removeOperator", { name, by, at }),
    openSession: (session, by, at) => writer.call("openSession", { session, by, at }),
    useSession: async (tokenHash, at) => {
      await writer.call("useSession", { tokenHash, at });
    },
    closeSession: async (tokenHash) => {
      await writer.call("closeSession", tokenHash);
    },
  } satisfies Partial<OperatorStore>;
}

/** Entries of the audit log for changes of operators: without passwords. */
export const operatorEntries = {
  added: ({ name, role }: OperatorLogin, { by: actor, at }: Recorded): NewAuditEntry => ({
    ...{ at, actor, action: "operator add", subject: { operator: name }, after: { role } },
  }),
  changed: (
    before: Pick<OperatorLogin, "name" | "role">,
    { role, passwordHash, totpSecret }: OperatorChange,
    { by: actor, at }: Recorded,
  ): NewAuditEntry => ({
    ...{ at, actor, action: "operator change", subject: { operator: before.name } },
    before: { role: before.role },
    after: {
      ...{ role: role ?? before.role },
      ...(passwordHash === undefined ? {} : { password: "replaced" }),
      ...(totpSecret === undefined ? {} : { totp: totpSecret === null ? "removed" : "enrolled" }),
    },
  }),
  removed: (
    { name, role }: Pick<OperatorLogin, "name" | "role">,
    { by: actor, at }: Recorded,
  ): NewAuditEntry => ({
    ...{ at, actor, action: "operator remove", subject: { operator: name }, before: { role } },
  }),
  loggedIn: ({ operator }: NewSession, { by: actor, at }: Recorded): NewAuditEntry => ({
    ...{ at, actor, action: "operator log-in", subject: { operator } },
  }),
};

/** Sessions opened or used before these times have ended. */
export function sessionLimits(at: number): { readonly opened: number; readonly used: number } {
  return { opened: at - sessionTimes.absolute, used: at - sessionTimes.idle };
}
