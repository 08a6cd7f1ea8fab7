import type { SmsStatus, SoapUser } from "messenger-client/records";
import { readGuid, type Streamed } from "messenger-gen-runtime";
import type { TransactionCounts, TransactionDetails } from "../domain/status.js";
import { creditText } from "../domain/credit/credit.js";
import { missingParameter, ok, refusals } from "../domain/result-text.js";
import { authenticate } from "./access.js";
import { balanceOf } from "./account.js";
import type { Dependencies } from "./dependencies.js";
import { detailsContent, statisticsContent } from "./status-content.js";

/** Input of GetSmsStatus. */
export interface SmsStatusRequest {
  readonly user?: SoapUser | undefined;
  readonly transactionID?: string | undefined;
  readonly detailed: boolean;
}

/** Counts, and recipients if they are requested. */
type FoundTransaction = TransactionCounts & Partial<Pick<TransactionDetails, "pages">>;

function refused(refusal: string): SmsStatus {
  return { Result: refusal, NetPoints: "0" };
}

/** GetSmsStatus: the statuses of a transaction of the calling customer. */
export async function smsStatus(
  dependencies: Dependencies,
  request: SmsStatusRequest,
): Promise<Streamed<SmsStatus>> {
  const { store, credentials, now } = dependencies;
  const access = await authenticate(credentials, request.user);
  if (!access.ok) return refused(access.refusal);

  const given = request.transactionID?.trim() ?? "";
  if (given === "") return refused(missingParameter("TransactionID"));

  const transactionId = readGuid(given);
  if (transactionId === undefined) return refused(refusals.unknownTransaction);
  const { customer } = access;
  const { outbox } = store;
  const found: FoundTransaction | undefined = await (request.detailed
    ? outbox.details(customer.id, transactionId)
    : outbox.statistics(customer.id, transactionId));
  if (found === undefined) return refused(refusals.unknownTransaction);

  const at = now();
  const status: SmsStatus = {
    Result: ok,
    Statistics: statisticsContent(found, at),
    NetPoints: creditText(
      customer.payment,
      balanceOf(await store.accounts.balances(customer.id), found.chargedAs),
    ),
  };
  const { pages, dueAt } = found;
  return pages === undefined ? status : { ...status, Details: detailsContent(pages, dueAt, at) };
}
