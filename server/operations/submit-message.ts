import type { SendResult, SoapUser } from "messenger-client/records";
import { type Scheduled, senderRules, type SenderRules } from "../domain/message/compose.js";
import { chargeFor, creditText } from "../domain/credit/credit.js";
import { incorrectParameter, ok, refusals } from "../domain/result-text.js";
import { dataCoding, type SmsText } from "../domain/text/sms-text.js";
import type { ClientTransaction, Submission, SubmitOutcome } from "../domain/delivery/submission.js";
import { authenticateSender } from "./access.js";
import type { Dependencies } from "./dependencies.js";
import type { StillRunning } from "./running-transactions.js";
import { type Addressees, listedIfAllRefused, priceRecipients } from "./priced-recipients.js";
import type { Customer, User } from "../domain/accounts/accounts.js";
import type { CreditKind } from "../domain/credit/balance.js";

/** Fields that `submitFor` adds to a message: sender, time of acceptance, recipients and price. */
type Added =
  | "transactionId"
  | "customerId"
  | "userName"
  | "operation"
  | "at"
  | "clientTransaction"
  | "recipients"
  | "refused"
  | "charge";

/** A message as an operation hands it over. */
export type Outgoing = Omit<Submission, Added> &
  Addressees & {
    /** The kind of credit that is charged. */
    readonly chargedAs: CreditKind;
  };

/** A message that is ready, or the Result text that refuses the call. */
export type Preparation =
  { readonly ok: true; readonly message: Outgoing } | { readonly ok: false; readonly refusal: string };

/** Applies the rules of an operation, given those of the customer and the time. */
export type Prepare = (sender: SenderRules, at: number) => Preparation | Promise<Preparation>;

/** The sending customer and user. */
export interface Sender {
  readonly customer: Customer;
  readonly user: User;
}

/**
 * The response to a send that was refused: nothing was charged, nothing stored.
 * @param rejected the recipients, if they are the reason
 */
export function refusedSend(refusal: string, rejected: readonly string[] = []): SendResult {
  return { Result: refusal, RejectedNumbers: rejected, TransactionID: "", NetPoints: "0" };
}

/** What an SMS is besides its addressees and its number of parts. */
type SmsContent = Pick<Outgoing, "text" | "dataCoding" | "flash" | "blink" | "hidden"> &
  Partial<Pick<Outgoing, "body">>;

/** An SMS without what only clients of the SMPP server set. */
export function outgoingSms(
  { originator, dueAt, recipients, rejected }: Scheduled & Addressees,
  parts: number,
  { text, body, dataCoding: coding, flash, blink, hidden }: SmsContent,
): Outgoing {
  return {
    originator,
    dueAt,
    recipients,
    rejected,
    parts,
    chargedAs: "SMS",
    text,
    body,
    dataCoding: coding,
    flash,
    blink,
    hidden,
    validUntil: undefined,
    receipts: undefined,
  };
}

/** A text message without flash, blink and Private. */
export function plainSms(content: SmsText & Scheduled & Addressees): Outgoing {
  const { text, coding, parts } = content;
  const options = { flash: false, blink: false, hidden: false };
  return outgoingSms(content, parts, { text, dataCoding: dataCoding(coding), ...options });
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
): Promise<SendResult> {
  const access = await authenticateSender(dependencies.credentials, user);
  if (!access.ok) return refusedSend(access.refusal);
  return submitFor(dependencies, operation, access, prepare, clientTransaction);
}

/** What a send needs once the credentials were checked. */
export type SendDependencies = Omit<Dependencies, "credentials" | "greeting" | "deliveryProblem">;

/** As `submitMessage`, for a caller whose credentials were checked. */
export async function submitFor(
  dependencies: SendDependencies,
  operation: string,
  sender: Sender,
  prepare: Prepare,
  clientTransaction?: ClientTransaction,
): Promise<SendResult> {
  const { running, now } = dependencies;
  const { customer } = sender;
  const submit = async (): Promise<SendResult> =>
    (await numberedSubmit(dependencies, operation, sender, prepare, clientTransaction)).response;
  if (running === undefined || clientTransaction === undefined) return submit();
  if (!running.has(customer.id, clientTransaction))
    return running.during(customer.id, clientTransaction, submit);
  // A repeat of a call that has ended is answered while another repeat is.
  const earlier = await earlierResponse(dependencies, customer, clientTransaction, now());
  const refusal: StillRunning = { ...refusedSend(refusals.serverBusy), stillRunning: true };
  return earlier ?? refusal;
}

/** The response of the first call with a client transaction; undefined if there is none. */
async function earlierResponse(
  { store }: Pick<SendDependencies, "store">,
  customer: Customer,
  transaction: ClientTransaction,
  at: number,
): Promise<SendResult | undefined> {
  const earlier = await store.outbox.answered(customer.id, transaction, at);
  return earlier && responseTo(earlier, customer);
}

/** The response to a send, and the number of the transaction that it has stored. */
export interface NumberedSend {
  readonly response: SendResult;
  readonly number?: number;
}

/** As `submitFor`. */
export async function numberedSubmit(
  { store, limit, now, newTransactionId, wakeDelivery, lenient, refusedEntries }: SendDependencies,
  operation: string,
  { customer, user }: Sender,
  prepare: Prepare,
  clientTransaction?: ClientTransaction,
): Promise<NumberedSend> {
  const at = now();
  const answered = (transaction: ClientTransaction): Promise<SendResult | undefined> =>
    earlierResponse({ store }, customer, transaction, at);
  // A rule may have changed between two concurrent calls with one id: the accepted one decides both.
  const refuse = async (refusal: string, rejected?: readonly string[]): Promise<NumberedSend> => ({
    response: (clientTransaction && (await answered(clientTransaction))) ?? refusedSend(refusal, rejected),
  });
  const known = clientTransaction && (await answered(clientTransaction));
  if (known !== undefined) return { response: known };
  const originators = await store.accounts.originators(customer.id);
  const preparation = await prepare(senderRules(customer, originators, lenient), at);
  if (!preparation.ok) return refuse(preparation.refusal);
  const { message } = preparation;
  refusedEntries?.(message.rejected);
  const addressees = { recipients: message.recipients, rejected: message.rejected };
  const priced = await priceRecipients(store.coverage, customer.id, addressees, at);
  const { recipients, refused, pricePerPart } = priced;
  if (recipients.length === 0) return refuse(refusals.allRejected, listedIfAllRefused(refused, lenient));
  const submission: Submission = {
    transactionId: newTransactionId(at),
    customerId: customer.id,
    userName: user.name,
    operation,
    at,
    clientTransaction,
    originator: message.originator,
    text: message.text,
    body: message.body,
    dataCoding: message.dataCoding,
    parts: message.parts,
    flash: message.flash,
    blink: message.blink,
    hidden: message.hidden,
    dueAt: message.dueAt,
    validUntil: message.validUntil,
    receipts: message.receipts,
    recipients,
    refused,
    charge: { kind: message.chargedAs, amount: chargeFor(message.parts, pricePerPart) },
  };
  const outcome = await store.outbox.submit(submission, limit);
  const response = responseTo(outcome, customer);
  if (outcome.kind !== "accepted") return { response };
  if (outcome.handedOver === undefined && message.dueAt <= at) wakeDelivery();
  return { response, number: outcome.number };
}

function responseTo(outcome: SubmitOutcome, { payment }: Customer): SendResult {
  switch (outcome.kind) {
    case "accepted":
    case "repeated":
      return {
        Result: ok,
        RejectedNumbers: outcome.refused,
        TransactionID: outcome.transactionId,
        NetPoints: creditText(payment, outcome.balanceAfter),
      };
    case "insufficientCredit":
      return refusedSend(payment === "postpaid" ? refusals.postpaidLimit : refusals.insufficientCredit);
    case "conflict":
      return refusedSend(incorrectParameter("clientTransactionID"));
  }
}
