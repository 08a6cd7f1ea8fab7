import type { SoapUser } from "messenger-client/records";
import { readGuid } from "messenger-gen-runtime";
import { creditText } from "../domain/credit/credit.js";
import { missing, refuse, type Refused } from "../domain/refusals.js";
import { authenticate } from "./access.js";
import { balanceOf } from "./account.js";
import type { Dependencies } from "./dependencies.js";
import type { TransactionCounts } from "../domain/status.js";
import type { TransactionDetails } from "../domain/delivery/submitting/recipient-paging.js";

/** Input of GetSmsStatus. */
export interface SmsStatusRequest {
  readonly user?: SoapUser | undefined;
  readonly transactionID?: string | undefined;
  readonly detailed: boolean;
}

/** Counts, and recipients if they are requested. */
type FoundTransaction = TransactionCounts & Partial<TransactionDetails>;

/** A transaction at a time. */
export interface FoundStatus extends FoundTransaction {
  readonly ok: true;
  readonly kind: "status";
  readonly transactionId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Credit that is left of the kind that was charged. */
  readonly netPoints: string;
}

export type StatusOutcome = FoundStatus | Refused;

/** GetSmsStatus: the statuses of a transaction of the calling customer. */
export async function smsStatus(
  { store, credentials, now }: Dependencies,
  request: SmsStatusRequest,
): Promise<StatusOutcome> {
  const access = await authenticate(credentials, request.user);
  if (!access.ok) return access;

  const given = request.transactionID?.trim() ?? "";
  if (given === "") return missing("transactionId");

  const transactionId = readGuid(given);
  if (transactionId === undefined) return refuse("unknownTransaction");
  const { customer } = access;
  const { outbox } = store;
  const found: FoundTransaction | undefined = await (request.detailed
    ? outbox.details(customer.id, transactionId)
    : outbox.statistics(customer.id, transactionId));
  if (found === undefined) return refuse("unknownTransaction");

  const at = now();
  const balances = await store.accounts.balances(customer.id);
  const netPoints = creditText(customer.payment, balanceOf(balances, found.chargedAs));
  return { ok: true, kind: "status", ...found, transactionId, now: at, netPoints };
}
