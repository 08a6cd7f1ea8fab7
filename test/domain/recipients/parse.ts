import { readRecipients, type Recipients } from "#server/domain/recipients/recipients.js";

/** Reads a list without letting other calls have their turn. */
export function parseRecipients(list: string): Recipients {
  const reading = readRecipients(list);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}
