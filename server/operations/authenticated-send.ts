import type { SendResult } from "messenger-client/records";
import { type SenderRules, textRules } from "../domain/message/compose.js";
import { chargeFor } from "../domain/credit/credit.js";
import { RecipientState } from "../domain/recipient-state.js";
import { refusals } from "../domain/result-text.js";
import type { SmsCoding } from "../domain/text/sms-parts.js";
import type { ClientTransaction } from "../domain/delivery/submission.js";
import { composeMessage } from "./compose-message.js";
import type { Dependencies } from "./dependencies.js";
import { priceRecipients } from "./priced-recipients.js";
import { prepareSms, type SendSmsRequest } from "./send-sms.js";
import { refusedSend, type Sender, submitFor } from "./submit-message.js";

/** An SMS of a sender who is logged in. */
export type OwnSms = Pick<SendSmsRequest, "originator" | "recipientPhone" | "smsText" | "defDate">;

/** What sending would cost, or why it would be refused. */
export type Cost =
  | { readonly ok: false; readonly refusal: string }
  | {
      readonly ok: true;
      /** Numbers that get the message. */
      readonly recipients: number;
      readonly blacklisted: number;
      /** Invalid numbers, and those without a price. */
      readonly rejected: readonly string[];
      /** Of the message to each recipient. */
      readonly parts: number;
      readonly coding: SmsCoding;
      /** Thousandths of a credit, of all recipients together. */
      readonly charge: number;
      /** Milliseconds since the epoch. */
      readonly dueAt: number;
    };

/** Outside the GSM alphabet, a text is sent as Unicode. */
const requestOf = (sms: OwnSms): SendSmsRequest => ({
  ...sms,
  messageType: "Latin",
  blink: false,
  flash: false,
  Private: false,
});

async function rulesOf({ store }: Dependencies, { customer }: Sender): Promise<SenderRules> {
  const { timeZone, strictEncoding } = customer;
  return { originators: await store.accounts.originators(customer.id), timeZone, strictEncoding };
}

/** The cost of an SMS; nothing is charged or stored. */
export async function costOf(dependencies: Dependencies, sender: Sender, sms: OwnSms): Promise<Cost> {
  if (!sender.customer.maySend) return { ok: false, refusal: refusals.sendingOff };
  const [request, rules] = [requestOf(sms), await rulesOf(dependencies, sender)];
  const composed = await composeMessage(request, textRules(request, rules), rules, dependencies.now());
  if (!composed.ok) return composed;
  const { parts, coding, dueAt, recipients: numbers, rejected } = composed.sms;
  const { coverage } = dependencies.store;
  const priced = await priceRecipients(coverage, sender.customer.id, { recipients: numbers, rejected });
  const { recipients, refused, pricePerPart } = priced;
  if (recipients.length === 0) return { ok: false, refusal: refusals.allRejected };
  return {
    ok: true,
    recipients: recipients.length,
    blacklisted: refused.filter(({ state }) => state === RecipientState.Blacklisted).length,
    rejected: refused.flatMap(({ phone, state }) => (state === RecipientState.Blacklisted ? [] : [phone])),
    parts,
    coding,
    charge: chargeFor(parts, pricePerPart),
    dueAt,
  };
}

/** Sends an SMS of a sender who is logged in. */
export async function sendOwnSms(
  dependencies: Dependencies,
  sender: Sender,
  sms: OwnSms,
  clientTransaction: ClientTransaction | undefined,
): Promise<SendResult> {
  if (!sender.customer.maySend) return refusedSend(refusals.sendingOff);
  const request = requestOf(sms);
  const prepare = (rules: SenderRules, at: number) => prepareSms(request, rules, at);
  return submitFor(dependencies, "Portal", sender, prepare, clientTransaction);
}
