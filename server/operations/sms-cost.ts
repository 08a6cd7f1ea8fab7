import type { CheckSmsCostRequest, SoapUser } from "messenger-client/records";
import { senderRules, textRules } from "../domain/message/compose.js";
import { chargeFor } from "../domain/credit/credit.js";
import { missing as missingParameter, refuse, type Refused } from "../domain/refusals.js";
import { listed } from "../domain/delivery/submitting/submission-rows.js";
import { authenticateSender } from "./access.js";
import { recipientsOf } from "./compose-message.js";
import type { Dependencies } from "./dependencies.js";
import { allRejected, priceRecipients } from "./priced-recipients.js";

export type CostOutcome =
  | {
      readonly ok: true;
      /** Thousandths of a credit, of all recipients together. */
      readonly charge: number;
      /** Recipients that would not be accepted, as given. */
      readonly rejected: readonly string[];
    }
  | Refused;

/** CheckSmsCost: the charge of sending the text to the numbers; nothing is charged or stored. */
export async function checkSmsCost(
  { store, credentials, now, lenient }: Dependencies,
  user: SoapUser | undefined,
  details: CheckSmsCostRequest | undefined,
): Promise<CostOutcome> {
  const access = await authenticateSender(credentials, user);
  if (!access.ok) return access;
  if (details === undefined) return missingParameter("details");

  const { SmsText: smsText, MsgType: messageType, Recipiens = "" } = details;
  const { missing, read } = textRules({ smsText, messageType }, access.customer);
  if (missing !== undefined) return refuse(missing);
  const text = read();
  if (!text.ok) return text;

  const numbers = await recipientsOf(Recipiens, senderRules(access.customer, [], lenient).numbers);
  if (numbers.kind === "none") return refuse("noPhone");
  if (numbers.kind === "tooLong") return refuse("numberTooLong");
  const { parts } = text.content;
  const message = { recipients: numbers.accepted, rejected: numbers.rejected, parts };
  const priced = await priceRecipients(store.coverage, access.customer, message, now());
  const { recipients, refused, pricePerPart } = priced;
  if (recipients.length === 0) return allRejected(priced, lenient);
  const charge = chargeFor(parts, pricePerPart);
  return { ok: true, charge, rejected: refused.map(listed) };
}
