import { maySend } from "../domain/accounts/accounts.js";
import {
  type Content,
  type Scheduled,
  schedule,
  senderRules,
  type SenderRules,
  textRules,
} from "../domain/message/compose.js";
import { chargeFor } from "../domain/credit/credit.js";
import { refuse, type Refused } from "../domain/refusals.js";
import type { RecipientList } from "../domain/recipients/lists.js";
import type { SmsCoding } from "../domain/text/sms-parts.js";
import type { SmsText } from "../domain/text/sms-text.js";
import type { PlacedNumbers } from "../domain/recipients/recipient-file.js";
import type { ClientTransaction, RefusedRecipient } from "../domain/delivery/submitting/submission.js";
import type { Caller } from "./access.js";
import { composeMessage } from "./compose-message.js";
import type { Dependencies } from "./dependencies.js";
import { membersOfAll } from "./list-members.js";
import { type Addressees, allRejected, priceRecipients } from "./priced-recipients.js";
import type { SendSmsRequest } from "./send-sms.js";
import { plainSms, type Preparation, type SendOutcome, submitFor } from "./submit-message.js";

/** An SMS of a sender who is logged in. */
export interface OwnSms extends Pick<SendSmsRequest, "originator" | "recipientPhone" | "smsText"> {
  /** Milliseconds since the epoch; absent or past: at once. */
  readonly dueAt?: number | undefined;
  /** Whose members get it, each once, in place of numbers. */
  readonly lists?: readonly Pick<RecipientList, "id" | "type">[] | undefined;
  /** Recipients of a file, in place of numbers. */
  readonly file?: FileNumbers | undefined;
}

/** The recipients of a file: plausible numbers, each once, and other entries. */
export type FileNumbers = Omit<PlacedNumbers, "kind">;

/** What sending would cost, or why it would be refused. */
export type Cost =
  | Refused
  | {
      readonly ok: true;
      /** Numbers that get the message. */
      readonly recipients: number;
      /** Those that do not: opted out first, then invalid ones, and those without a price. */
      readonly refused: readonly RefusedRecipient[];
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

async function rulesOf({ store }: Dependencies, { customer }: Caller): Promise<SenderRules> {
  return senderRules(customer, await store.accounts.originators(customer.id));
}

/** The message that is due at its time: at the earliest now. */
const dueIn = <C extends Scheduled>(content: C, { dueAt = 0 }: OwnSms): C => ({
  ...content,
  dueAt: Math.max(content.dueAt, dueAt),
});

/** The message with its recipients, by the rules of `SendSms`, `SendSms2` or `SendSmsToDistributionList`. */
async function composed(
  { store }: Dependencies,
  { customer, user }: Caller,
  sms: OwnSms,
  { rules, at }: { readonly rules: SenderRules; readonly at: number },
): Promise<Content<SmsText & Scheduled & Addressees>> {
  const request = requestOf(sms);
  if (sms.lists === undefined && sms.file === undefined) {
    const found = await composeMessage(request, textRules(request, rules), rules, at);
    return found.ok ? { ok: true, content: dueIn(found.sms, sms) } : found;
  }
  const scheduled = schedule(request, textRules(request, rules), rules, at);
  if (!scheduled.ok) return scheduled;
  const { file } = sms;
  const content = dueIn(scheduled.content, sms);
  if (sms.lists === undefined)
    return {
      ok: true,
      content: { ...content, recipients: file?.accepted ?? [], rejected: file?.rejected ?? [] },
    };
  const viewer = { customerId: customer.id, userName: user.name };
  const members = await membersOfAll(store.lists, viewer, sms.lists);
  if (!members.ok) return members;
  return { ok: true, content: { ...content, recipients: members.phones, rejected: [] } };
}

/** The cost of an SMS; nothing is charged or stored. */
export async function costOf(dependencies: Dependencies, sender: Caller, sms: OwnSms): Promise<Cost> {
  if (!maySend(sender.customer)) return refuse("sendingOff");
  const at = dependencies.now();
  const found = await composed(dependencies, sender, sms, { rules: await rulesOf(dependencies, sender), at });
  if (!found.ok) return found;
  const { parts, coding, dueAt, recipients: numbers, rejected } = found.content;
  const { coverage } = dependencies.store;
  const message = { recipients: numbers, rejected, parts };
  const priced = await priceRecipients(coverage, sender.customer, message, at);
  const { recipients, refused, pricePerPart } = priced;
  if (recipients.length === 0) return allRejected(priced);
  return {
    ok: true,
    recipients: recipients.length,
    refused,
    parts,
    coding,
    charge: chargeFor(parts, pricePerPart),
    dueAt,
  };
}

/** Sends an SMS of a sender who is logged in. */
export async function sendOwnSms(
  dependencies: Dependencies,
  sender: Caller,
  sms: OwnSms,
  clientTransaction: ClientTransaction | undefined,
): Promise<SendOutcome> {
  if (!maySend(sender.customer)) return refuse("sendingOff");
  const prepare = async (rules: SenderRules, at: number): Promise<Preparation> => {
    const found = await composed(dependencies, sender, sms, { rules, at });
    const toList = sms.lists !== undefined || sms.file !== undefined;
    return found.ok ? { ok: true, message: { ...plainSms(found.content), toList } } : found;
  };
  return submitFor(dependencies, "Portal", sender, prepare, clientTransaction);
}
