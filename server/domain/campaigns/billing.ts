import type { CreditKind } from "../credit/balance.js";
import type { Booking } from "../credit/booking.js";

/** A completed campaign. */
export interface BilledRow {
  readonly customerId: number;
  readonly transactionId: string;
  readonly kind: CreditKind;
  /** Of the start, for as many recipients as the campaign might take; a multiple of their number. */
  readonly charge: number;
  readonly recipientLimit: number;
  /** Recipients that are charged in the end. */
  readonly billed: number;
  /** Recipients that opted out before the message left: their charge was returned then. */
  readonly optedOut: number;
}

/** Returns the charge of the recipients that the campaign did not reach; undefined if there is nothing to return. */
export function refund(row: BilledRow, at: number): Booking | undefined {
  const { customerId, kind, transactionId, charge, recipientLimit, billed, optedOut } = row;
  const delta = (charge / recipientLimit) * (recipientLimit - billed - optedOut);
  return delta > 0 ? { customerId, kind, delta, reason: "refund", transactionId, at } : undefined;
}
