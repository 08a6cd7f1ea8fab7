import {
  addressed,
  type Composition,
  type ContentRules,
  type MessageRequest,
  schedule,
  type SenderRules,
} from "../domain/message/compose.js";
import type { NumberForms } from "../domain/recipients/phone-number.js";
import { readRecipients, type Recipients } from "../domain/recipients/recipients.js";
import { inSlices } from "./slices.js";

/** Reads a comma separated list of numbers, however long it is. */
export function recipientsOf(list: string, forms: NumberForms): Recipients | Promise<Recipients> {
  return inSlices(readRecipients(list, forms));
}

/** Applies the rules of a send in their fixed order: content, date, form of the content, originator, recipients. */
export async function composeMessage<C>(
  request: MessageRequest,
  rules: ContentRules<C>,
  sender: SenderRules,
  now: number,
  recipients: () => Recipients | Promise<Recipients> = () =>
    recipientsOf(request.recipientPhone ?? "", sender.numbers),
): Promise<Composition<C>> {
  const scheduled = schedule(request, rules, sender, now);
  if (!scheduled.ok) return scheduled;
  return addressed(scheduled.content, await recipients());
}
