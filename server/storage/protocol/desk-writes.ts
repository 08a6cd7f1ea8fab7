import type { Actor, NewAuditEntry } from "../../domain/desk/audit.js";
import type { AuditStore, CancelOutcome, CancelTarget, DeskStore, ResendOutcome } from "../../ports/desk.js";
import type { Caller } from "./calls.js";

/** Changes by the message desk, with their entries of the audit log. */
export interface DeskWrites {
  cancel(input: {
    readonly target: CancelTarget;
    readonly limit: number;
    readonly by: Actor;
    readonly at: number;
  }): CancelOutcome;
  resend(input: {
    readonly id: number;
    readonly transactionId: string;
    readonly by: Actor;
    readonly at: number;
  }): ResendOutcome;
  addAudit(entry: NewAuditEntry): null;
}

/** The writing half of the ports, by the calls of a writer. */
export function deskCalls(writer: Caller<DeskWrites>) {
  return {
    cancel: (target, limit, by, at) => writer.call("cancel", { target, limit, by, at }),
    resend: (id, transactionId, by, at) => writer.call("resend", { id, transactionId, by, at }),
  } satisfies Partial<DeskStore>;
}

/** As `deskCalls`. */
export function auditCalls(writer: Caller<DeskWrites>) {
  return {
    add: async (entry) => {
      await writer.call("addAudit", entry);
    },
  } satisfies Partial<AuditStore>;
}
