import { advanced } from "../../../domain/delivery/transitions.js";
import type { SubmissionWrites } from "../../protocol/outbox-writes.js";
import { type Batches, oneByOne, together } from "../engine/batch.js";
import { lockRecipients } from "../../tables/outbox/recipients.js";
import { runScript } from "../engine/scripts.js";
import { submitAll } from "./submit.js";
import { writeTransitions } from "./transitions.js";

/** Every change by submissions and reported states. */
export const outboxWrites: Batches<SubmissionWrites> = {
  submit: together(submitAll, 200),
  advance: oneByOne(async (session, changes) => {
    const ids = changes.map(({ recipientId }) => recipientId);
    const rows = await runScript(session, lockRecipients(ids));
    await writeTransitions(session, advanced(rows, changes));
    return null;
  }, 1),
};
