import type { Actor } from "../../domain/audit.js";
import type { CancelOutcome, CancelTarget, DeskStore, ResendOutcome } from "../../ports/messages.js";
import type { Caller } from "../script/calls.js";

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
}

/** The writing half of the port, by the calls of a writer. */
export function deskCalls(writer: Caller<DeskWrites>) {
  return {
    cancel: (target, limit, by, at) => writer.call("cancel", { target, limit, by, at }),
    resend: (id, transactionId, by, at) => writer.call("resend", { id, transactionId, by, at }),
  } satisfies Partial<DeskStore>;
}
