/** Purpose of a balance: the values of `PackageMsgType`, in the order of the schema. */
export const creditKinds = ["Undefined", "SMS", "MMS", "DLR", "EML", "SGN", "BAN", "BAC", "REV"] as const;

export type CreditKind = (typeof creditKinds)[number];

/** How a customer pays. */
export interface CreditTerms {
  readonly payment: "prepaid" | "postpaid";
  /** How far below zero a postpaid balance may go, in thousandths of a credit; undefined without a limit. */
  readonly limit: number | undefined;
}

export interface Balance {
  readonly kind: CreditKind;
  readonly amount: number;
}

/** Why a balance changed: a payment or a deduction of the operator, the charge of a transaction, its refund. */
export const ledgerReasons = ["refill", "charge", "refund"] as const;
export type LedgerReason = (typeof ledgerReasons)[number];

export interface LedgerEntry {
  readonly id: number;
  readonly customerId: number;
  readonly kind: CreditKind;
  readonly delta: number;
  readonly balanceAfter: number;
  /** `carried`: the sum of removed entries. */
  readonly reason: LedgerReason | "carried";
  readonly transactionId: string | undefined;
  /** Payment reference that the operator gave; undefined for none. */
  readonly reference: string | undefined;
  readonly at: number;
}
