import type { SoapUser } from "messenger-client/records";
import { type Scheduled, senderRules, type SenderRules } from "../domain/message/compose.js";
import { countryLimit } from "../domain/credit/country-credits.js";
import { chargeFor, creditText, noCredit } from "../domain/credit/credit.js";
import { refuse, type Refused, taken } from "../domain/refusals.js";
import { dataCoding, type SmsText } from "../domain/text/sms-text.js";
import {
  type ClientTransaction,
  type MessageFields,
  type PhoneNumbers,
  plainMessage,
  type Submission,
  type SubmitOutcome,
} from "../domain/delivery/submitting/submission.js";
import { earliestAllowed, quietText } from "../domain/delivery/quiet-hours/quiet-hours.js";
import { serviceZone } from "../domain/time-zone.js";
import { inSlices } from "./slices.js";
import { authenticateSender, type Caller } from "./access.js";
import type { Dependencies } from "./dependencies.js";
import { type Addressees, allRejected, type PricedRecipients, priceRecipients } from "./priced-recipients.js";
import type { Customer } from "../domain/accounts/accounts.js";
import type { CreditKind } from "../domain/credit/balance.js";

/** A message as an operation hands it over. `submitFor` adds sender, time of acceptance and price. */
export interface Outgoing extends Addressees {
  readonly content: MessageFields;
  /** The kind of credit that is charged. */
  readonly chargedAs: CreditKind;
  /** To a list or a file: the quiet hours of the customer count. Default: false. */
  readonly toList?: boolean;
}

/** A message that is ready, or the refusal of the call. */
export type Preparation = { readonly ok: true; readonly message: Outgoing } | Refused;

/** Applies the rules of an operation, given those of the customer and the time. */
export type Prepare = (sender: SenderRules, at: number) => Preparation | Promise<Preparation>;

/** A message that was accepted, charged and stored. */
export interface Sent {
  readonly ok: true;
  readonly kind: "sent";
  readonly transactionId: string;
  /** Of the transaction in the store; undefined if an earlier call has stored it. */
  readonly number: number | undefined;
  /** Recipients that were not accepted, as given. */
  readonly rejected: readonly string[];
  /** Credit that is left. */
  readonly netPoints: string;
}

export type SendOutcome = Sent | Refused;

/** An SMS; `content`: what it says and how it is shown. */
export function outgoingSms(
  { originator, dueAt, recipients, rejected }: Scheduled & Addressees,
  parts: number,
  content: Omit<MessageFields, "originator" | "dueAt" | "parts">,
): Outgoing {
  return { recipients, rejected, chargedAs: "SMS", content: { originator, dueAt, parts, ...content } };
}

/** A text message without flash, blink and Private. */
export function plainSms(content: SmsText & Scheduled & Addressees): Outgoing {
  const { text, coding, parts } = content;
  return outgoingSms(content, parts, { text, dataCoding: dataCoding(coding) });
}

/**
 * Checks the credentials and that the customer may send, then the rules of the operation, then charges and stores the
 * message in one step. A known client transaction gets its first response, even if the rules have changed.
 */
export async function submitMessage(
  dependencies: Dependencies,
  operation: string,
  user: SoapUser | undefined,
  prepare: Prepare,
  clientTransaction?: ClientTransaction,
): Promise<SendOutcome> {
  const access = await authenticateSender(dependencies.credentials, user);
  if (!access.ok) return access;
  return submitFor(dependencies, operation, access, prepare, clientTransaction);
}

/** What a send needs once the credentials were checked. */
export type SendDependencies = Omit<Dependencies, "credentials" | "greeting" | "deliveryProblem">;

/** As `submitMessage`, for a caller whose credentials were checked. */
export async function submitFor(
  dependencies: SendDependencies,
  operation: string,
  sender: Caller,
  prepare: Prepare,
  clientTransaction?: ClientTransaction,
): Promise<SendOutcome> {
  const { running, now, store } = dependencies;
  if (running === undefined || clientTransaction === undefined)
    return submit(dependencies, operation, sender, prepare, clientTransaction);
  const { customer } = sender;
  if (!running.has(customer.id, clientTransaction))
    return running.during(customer.id, clientTransaction, () =>
      submit(dependencies, operation, sender, prepare, clientTransaction),
    );
  // A repeat of a call that has ended is answered while another repeat is.
  return (await earlierOutcome(store, customer, clientTransaction, now())) ?? refuse("stillRunning");
}

/** A transaction before it is stored. */
type Transaction = Pick<Submission, "transactionId" | "operation" | "at" | "clientTransaction">;

/** The outcome of the first call with a client transaction; undefined if there is none. */
async function earlierOutcome(
  { outbox }: SendDependencies["store"],
  customer: Customer,
  transaction: ClientTransaction | undefined,
  at: number,
): Promise<SendOutcome | undefined> {
  const earlier = transaction && (await outbox.answered(customer.id, transaction, at));
  return earlier && outcomeOf(earlier, customer);
}

async function submit(
  { store, limit, now, newTransactionId, wakeDelivery, lenient, refusedEntries }: SendDependencies,
  operation: string,
  sender: Caller,
  prepare: Prepare,
  clientTransaction: ClientTransaction | undefined,
): Promise<SendOutcome> {
  const { customer } = sender;
  const at = now();
  const earlier = clientTransaction && (await earlierOutcome(store, customer, clientTransaction, at));
  if (earlier !== undefined) return earlier;
  const originators = await store.accounts.originators(customer.id);
  const preparation = await prepare(senderRules(customer, originators, lenient), at);
  // A rule may have changed between two concurrent calls with one id: the accepted one decides both.
  if (!preparation.ok) return (await earlierOutcome(store, customer, clientTransaction, at)) ?? preparation;
  const { message } = preparation;
  const { content } = message;
  refusedEntries?.(message.rejected);
  const { recipients, rejected } = message;
  const priced = await priceRecipients(
    store.coverage,
    customer,
    { recipients, rejected, parts: content.parts },
    at,
  );
  if (priced.recipients.length === 0)
    return (await earlierOutcome(store, customer, clientTransaction, at)) ?? allRejected(priced, lenient);
  const transaction = { transactionId: newTransactionId(at), operation, at, clientTransaction };
  const quiet =
    message.toList === true ? await quietTimes(customer, priced.recipients, content.dueAt) : undefined;
  const submission = submissionOf(transaction, sender, message, priced, quiet);
  const outcome = await store.outbox.submit(submission, limit);
  if (outcome.kind === "accepted" && outcome.handedOver === undefined && submission.dueAt <= at)
    wakeDelivery();
  return outcomeOf(outcome, customer);
}

/** Quiet hours of a message, and when it is due because of them. */
interface QuietTimes {
  readonly quietHours: string;
  readonly dueAt: number;
}

/** Nothing is held for a customer without quiet hours; a message is due when the first of its recipients may get it. */
async function quietTimes(
  { quietHours: window }: Customer,
  recipients: PhoneNumbers,
  dueAt: number,
): Promise<QuietTimes | undefined> {
  if (window === undefined) return undefined;
  const quietHours = quietText(window, serviceZone);
  return { quietHours, dueAt: await inSlices(earliestAllowed(quietHours, recipients, dueAt)) };
}

/** Field by field: all functions that read a copy of properties are slower (decision 20). */
function submissionOf(
  { transactionId, operation, at, clientTransaction }: Transaction,
  { customer, user, apiKey }: Caller,
  { content, chargedAs }: Outgoing,
  { recipients, refused, pricePerPart, spending }: PricedRecipients,
  quiet: QuietTimes | undefined,
): Submission {
  const { dataCoding: coding, flash, blink, hidden, validUntil, body, receipts } = content;
  return {
    transactionId,
    customerId: customer.id,
    userName: user.name,
    operation,
    originator: content.originator,
    text: content.text,
    parts: content.parts,
    at,
    dueAt: quiet?.dueAt ?? content.dueAt,
    clientTransaction,
    recipients,
    refused,
    charge: { kind: chargedAs, amount: chargeFor(content.parts, pricePerPart) },
    spending,
    dataCoding: coding ?? plainMessage.dataCoding,
    flash: flash ?? plainMessage.flash,
    blink: blink ?? plainMessage.blink,
    hidden: hidden ?? plainMessage.hidden,
    validUntil,
    apiKey,
    quietHours: quiet?.quietHours,
    body,
    receipts,
  };
}

function outcomeOf(outcome: SubmitOutcome, { payment }: Customer): SendOutcome {
  switch (outcome.kind) {
    case "accepted":
    case "repeated":
      return {
        ok: true,
        kind: "sent",
        transactionId: outcome.transactionId,
        number: outcome.kind === "accepted" ? outcome.number : undefined,
        rejected: outcome.refused,
        netPoints: creditText(payment, outcome.balanceAfter),
      };
    case "insufficientCredit":
      return noCredit(payment);
    case "countryLimit":
      return countryLimit(outcome.country, payment);
    case "conflict":
      return taken("clientTransactionId");
  }
}
