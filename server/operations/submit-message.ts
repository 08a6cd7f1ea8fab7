import type { SendResult, SoapUser } from "../../generated/records.js";
import type { Addressed } from "../domain/compose.js";
import { chargeFor, creditText } from "../domain/credit.js";
import { RecipientState } from "../domain/recipient-state.js";
import { incorrectParameter, ok, refusals } from "../domain/result-text.js";
import type { Customer, Submission, SubmitOutcome, User } from "../ports/store.js";
import { authenticate } from "./access.js";
import type { Dependencies } from "./dependencies.js";

/** A message as an operation hands it over: everything but who sends it and when it was accepted. */
export type Outgoing = Omit<Submission, "transactionId" | "customerId" | "userName" | "operation" | "at">;

/** A message that is ready, or the Result text that refuses the call. */
export type Preparation =
  { readonly ok: true; readonly message: Outgoing } | { readonly ok: false; readonly refusal: string };

/** Applies the rules of an operation, given what the customer may use and the time. */
export type Prepare = (originators: readonly string[], at: number) => Preparation;

/** Who sends. */
export interface Sender {
  readonly customer: Customer;
  readonly user: User;
}

/** The answer to a send that was refused: nothing was charged, nothing stored. */
export function refusedSend(refusal: string): SendResult {
  return { Result: refusal, RejectedNumbers: [], TransactionID: "", NetPoints: "0" };
}

/** Fields that follow from the addressees of an SMS and its number of parts. */
export function smsFields({ originator, dueAt, recipients, rejected }: Addressed, parts: number) {
  return {
    originator,
    dueAt,
    recipients,
    parts,
    refused: rejected.map((phone) => ({ phone, state: RecipientState.InvalidNumber })),
    charge: { kind: "SMS", amount: chargeFor(parts, recipients.length) },
  } as const;
}

/** Checks the credentials, then the rules of the operation, then charges and stores the message in one step. */
export async function submitMessage(
  dependencies: Dependencies,
  operation: string,
  user: SoapUser | undefined,
  prepare: Prepare,
): Promise<SendResult> {
  const access = await authenticate(dependencies.credentials, user);
  if (!access.ok) return refusedSend(access.refusal);
  return submitFor(dependencies, operation, access, prepare);
}

/** As `submitMessage`, for a caller whose credentials were checked. */
export async function submitFor(
  { store, now, newTransactionId, wakeDelivery }: Dependencies,
  operation: string,
  { customer, user }: Sender,
  prepare: Prepare,
): Promise<SendResult> {
  const at = now();
  const preparation = prepare(await store.accounts.originators(customer.id), at);
  if (!preparation.ok) return refusedSend(preparation.refusal);
  const { message } = preparation;
  const outcome = await store.outbox.submit({
    transactionId: newTransactionId(at),
    customerId: customer.id,
    userName: user.name,
    operation,
    at,
    ...message,
  });
  if (outcome.kind === "accepted" && message.dueAt <= at) wakeDelivery();
  return answer(outcome, customer);
}

function answer(outcome: SubmitOutcome, { payment }: Customer): SendResult {
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
