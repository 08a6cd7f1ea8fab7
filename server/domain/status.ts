import { RecipientState } from "./recipient-state.js";
import type { CreditKind } from "./credit/balance.js";

/** A recipient's state as shown in `Statistics` and `Details`. */
export interface Status {
  /** Name of the element. */
  readonly element: string;
  /** Status name in `StatusU`. */
  readonly word: string;
  /** True when the state never changes again. */
  readonly final: boolean;
}

/** Status of a message that is not due yet. */
export const deferred: Status = { element: "SMSC_DEFERRED", word: "Deferred", final: false };

const inProcess: Status = { element: "InProcessNow", word: "In process", final: false };

const blacklisted: Status = { element: "REJECTED_BLACKLISTED", word: "Blacklisted", final: true };

/** One row per state; `docs/reference/statuses.md` holds the same table. */
export const statusTable: Readonly<Record<RecipientState, Status>> = {
  [RecipientState.Queued]: inProcess,
  [RecipientState.Submitting]: inProcess,
  [RecipientState.Submitted]: { element: "SUCCESS", word: "Success", final: false },
  [RecipientState.Enroute]: { element: "SMSC_ENROUTE", word: "Enroute", final: false },
  [RecipientState.Accepted]: { element: "SMSC_ACCEPTED", word: "Accepted", final: false },
  [RecipientState.Delivered]: { element: "SMSC_DELIVERED", word: "Delivered", final: true },
  [RecipientState.Undeliverable]: { element: "SMSC_UNDELIVERABLE", word: "Undeliverable", final: true },
  [RecipientState.Expired]: { element: "SMSC_EXPIRED", word: "Expired", final: true },
  [RecipientState.Deleted]: { element: "SMSC_DELETED", word: "Deleted", final: true },
  [RecipientState.Unknown]: { element: "SMSC_UNKNOWN", word: "Unknown", final: true },
  [RecipientState.Rejected]: { element: "SMSC_REJECTED", word: "Rejected", final: true },
  [RecipientState.Failed]: { element: "FAILED", word: "Failed", final: true },
  [RecipientState.InvalidNumber]: { element: "REJECTED_INVALID_NUMBER", word: "Invalid number", final: true },
  [RecipientState.OptedOut]: blacklisted,
  [RecipientState.Blacklisted]: blacklisted,
};

/** Status of a recipient; a queued one whose transaction is due after `now` is deferred. */
export function statusOf(state: RecipientState, dueAt: number, now: number): Status {
  return state === RecipientState.Queued && dueAt > now ? deferred : statusTable[state];
}

/** Lower-case hexadecimal digits of the text in UTF-16BE, the format of `StatusU`. */
export function utf16Hex(text: string): string {
  let hex = "";
  for (let index = 0; index < text.length; index++) {
    hex += text.charCodeAt(index).toString(16).padStart(4, "0");
  }
  return hex;
}

export interface StateChange {
  readonly recipientId: number;
  readonly state: RecipientState;
  readonly at: number;
  readonly error?: string | undefined;
}

export interface StatusCount {
  readonly state: RecipientState;
  readonly count: number;
}

export interface RecipientStatus {
  readonly phone: string;
  readonly state: RecipientState;
  readonly at: number;
}

export interface TransactionCounts {
  readonly dueAt: number;
  /** Balance that paid for it. */
  readonly chargedAs: CreditKind;
  readonly counts: readonly StatusCount[];
}
