import type { Submission, SubmitOutcome } from "../../domain/delivery/submission.js";
import type { StateChange } from "../../domain/status.js";
import type { OutboxStore } from "../../ports/messages.js";
import type { Caller } from "../script/calls.js";

/** Submissions, and states that are reported. */
export interface SubmissionWrites {
  submit(submission: Submission): SubmitOutcome;
  advance(changes: readonly StateChange[]): null;
}

/** The writing half of the port, by the calls of a writer. */
export function outboxCalls(writer: Caller<SubmissionWrites>) {
  return {
    submit: (submission, limit) => writer.call("submit", submission, limit),
    advance: async (changes) => {
      if (changes.length > 0) await writer.call("advance", changes);
    },
  } satisfies Partial<OutboxStore>;
}
