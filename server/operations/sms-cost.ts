import { Decimal } from "messenger-gen-runtime";
import type { CheckSmsCostRequest, CheckSmsCostResult, SoapUser } from "messenger-client/records";
import { senderRules, textRules } from "../domain/message/compose.js";
import { chargeFor, creditsText } from "../domain/credit/credit.js";
import { missingParameter, ok, refusals } from "../domain/result-text.js";
import { listed } from "../domain/delivery/submission-rows.js";
import { authenticateSender } from "./access.js";
import { recipientsOf } from "./compose-message.js";
import type { Dependencies } from "./dependencies.js";
import { listedIfAllRefused, priceRecipients } from "./priced-recipients.js";

function refused(refusal: string, rejected: readonly string[] = []): CheckSmsCostResult {
  return { Result: refusal, Cost: Decimal.parse("0"), RejectedNumbers: rejected };
}

/** CheckSmsCost: the charge of sending the text to the numbers; nothing is charged or stored. */
export async function checkSmsCost(
  { store, credentials, now, lenient }: Dependencies,
  user: SoapUser | undefined,
  details: CheckSmsCostRequest | undefined,
): Promise<CheckSmsCostResult> {
  const access = await authenticateSender(credentials, user);
  if (!access.ok) return refused(access.refusal);
  if (details === undefined) return refused(missingParameter("smsDetails"));

  const { SmsText: smsText, MsgType: messageType, Recipiens = "" } = details;
  const { missing, read } = textRules({ smsText, messageType }, access.customer, "SmsText");
  if (missing !== undefined) return refused(missing);
  const text = read();
  if (!text.ok) return refused(text.refusal);

  const numbers = await recipientsOf(Recipiens, senderRules(access.customer, [], lenient).numbers);
  if (numbers.kind === "none") return refused(refusals.noPhone);
  if (numbers.kind === "tooLong") return refused(refusals.numberTooLong);
  const addressees = { recipients: numbers.accepted, rejected: numbers.rejected };
  const priced = await priceRecipients(store.coverage, access.customer.id, addressees, now());
  const { recipients, refused: rejected, pricePerPart } = priced;
  if (recipients.length === 0) return refused(refusals.allRejected, listedIfAllRefused(rejected, lenient));
  return {
    Result: ok,
    Cost: Decimal.parse(creditsText(chargeFor(text.content.parts, pricePerPart))),
    RejectedNumbers: rejected.map(listed),
  };
}
