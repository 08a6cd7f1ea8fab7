import { createHash } from "node:crypto";
import type { SendResult, SoapUser } from "../../generated/records.js";
import { compose, type Sms, type SmsRequest } from "../domain/compose.js";
import { chargeFor, creditText } from "../domain/credit.js";
import { RecipientState } from "../domain/recipient-state.js";
import { incorrectParameter, ok, refusals } from "../domain/result-text.js";
import { dataCoding } from "../domain/sms-text.js";
import type { ClientTransaction, Customer, Submission, SubmitOutcome } from "../ports/store.js";
import { authenticate } from "./access.js";
import type { Dependencies } from "./dependencies.js";

/** Input of SendSms and SendSmsTransaction. */
export interface SendSmsRequest extends SmsRequest {
  readonly user?: SoapUser | undefined;
  readonly blink: boolean;
  readonly flash: boolean;
  readonly Private: boolean;
  /** Absent or empty: every call is a message of its own. */
  readonly clientTransactionID?: string | undefined;
}

/** Longest clientTransactionID, in UTF-16 code units. */
const maxClientTransactionId = 100;

/** How long a clientTransactionID is remembered. */
const clientTransactionLife = 24 * 3_600_000;

function refused(refusal: string): SendResult {
  return { Result: refusal, RejectedNumbers: [], TransactionID: "", NetPoints: "0" };
}

/** SendSms and SendSmsTransaction: checks, charges and stores one message in one step. */
export async function sendSms(
  dependencies: Dependencies,
  operation: string,
  request: SendSmsRequest,
): Promise<SendResult> {
  const { store, credentials, now, newTransactionId, wakeDelivery } = dependencies;
  const access = await authenticate(credentials, request.user);
  if (!access.ok) return refused(access.refusal);

  const { customer, user } = access;
  const at = now();
  const composition = compose(request, await store.accounts.originators(customer.id), at);
  if (!composition.ok) return refused(composition.refusal);
  const { clientTransactionID = "" } = request;
  if (clientTransactionID.length > maxClientTransactionId) {
    return refused(incorrectParameter("clientTransactionID"));
  }

  const { sms } = composition;
  const outcome = await store.outbox.submit({
    transactionId: newTransactionId(at),
    customerId: customer.id,
    userName: user.name,
    operation,
    at,
    clientTransaction:
      clientTransactionID === "" ? undefined : clientTransaction(clientTransactionID, request),
    ...content(sms, request),
  });
  if (outcome.kind === "accepted" && sms.dueAt <= at) wakeDelivery();
  return answer(outcome, customer);
}

type Content = Omit<
  Submission,
  "transactionId" | "customerId" | "userName" | "operation" | "at" | "clientTransaction"
>;

function content(sms: Sms, { flash, blink, Private }: SendSmsRequest): Content {
  return {
    originator: sms.originator,
    text: sms.text,
    dataCoding: dataCoding(sms.coding, flash),
    parts: sms.parts,
    flash,
    blink,
    hidden: Private,
    dueAt: sms.dueAt,
    recipients: sms.recipients,
    refused: sms.rejected.map((phone) => ({ phone, state: RecipientState.InvalidNumber })),
    charge: { kind: "SMS", amount: chargeFor(sms.parts, sms.recipients.length) },
  };
}

/** Two calls have the same content when all they ask for is equal; who calls and how does not count. */
function clientTransaction(id: string, request: SendSmsRequest): ClientTransaction {
  const { originator = "", smsText = "", recipientPhone = "", messageType, defDate = "" } = request;
  const { blink, flash, Private } = request;
  const fields = [originator, smsText, recipientPhone, messageType, defDate, blink, flash, Private];
  const contentHash = createHash("sha256").update(JSON.stringify(fields)).digest("hex");
  return { id, contentHash, keepFor: clientTransactionLife };
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
      return refused(payment === "postpaid" ? refusals.postpaidLimit : refusals.insufficientCredit);
    case "conflict":
      return refused(incorrectParameter("clientTransactionID"));
  }
}
