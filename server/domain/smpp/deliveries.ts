import type { RecipientState } from "../recipient-state.js";

/** Type of number and numbering plan of both addresses of a message, and what a receipt repeats of it. */
export interface SubmitOptions {
  readonly source: { readonly ton: number; readonly npi: number };
  readonly destination: { readonly ton: number; readonly npi: number };
  readonly serviceType: string;
  /** user_message_reference. */
  readonly reference?: number;
}

/** Bits of the wanted receipts. */
export const wantedReceipts = { final: 1, failure: 2, interim: 16 } as const;

/** Receipts that a message requests of the SMPP server. */
export interface ReceiptRequest {
  readonly userId: number;
  /** Id of the bind that gets them first; empty for any receiver of the account. */
  readonly bind: string;
  /** Sum of `wantedReceipts`. */
  readonly wanted: number;
  readonly options: SubmitOptions;
}

/** A receipt or an incoming message for a client. */
export interface SmppDelivery {
  readonly id: number;
  readonly userId: number;
  /** Of `ReceiptRequest`. */
  readonly bind: string;
  /** Recipient of the message of a receipt, sender of an incoming one. Empty once the number is erased. */
  readonly from: string;
  readonly to: string;
  /** When the state was reached, or the message came. */
  readonly at: number;
  readonly attempts: number;
  readonly until: number;
  readonly content: ReceiptContent | IncomingContent;
}

export interface ReceiptContent {
  readonly kind: "receipt";
  /** Id of the transaction. */
  readonly messageId: string;
  /** Number of the transaction. */
  readonly number: number;
  readonly state: RecipientState;
  readonly error: string | undefined;
  readonly submittedAt: number;
  readonly parts: number;
  readonly options: SubmitOptions;
}

interface IncomingContent {
  readonly kind: "message";
  readonly text: string;
}

const second = 1_000;

/** Milliseconds for which a delivery waits for a receiver that accepts it: 72 hours. The triggers have the same number. */
export const deliverFor = 72 * 3_600 * second;

const firstDelay = 5 * second;
const longestDelay = 600 * second;

/** command_status of a response after which a delivery is repeated. */
const repeated: ReadonlySet<number> = new Set([0x08, 0x14, 0x45, 0x58, 0x64, 0x67, 0xfe, 0xff]);

/**
 * Outcome of an attempt: the status of the response; `lost` without one, `invalid` if it cannot be written as a PDU, `failed` after an
 * exception.
 */
export type DeliveryOutcome = number | "lost" | "invalid" | "failed";

/** What follows from an attempt: the delivery is over, or due again. */
export type DeliveryResult =
  | { readonly kind: "over"; readonly id: number; readonly accepted: boolean }
  | { readonly kind: "again"; readonly id: number; readonly nextAt: number; readonly counts: boolean };

/** Without a response it is due at once: the connection has ended, and the client gets it over another one. */
export function resultOf(
  { id, attempts, until }: Pick<SmppDelivery, "id" | "attempts" | "until">,
  outcome: DeliveryOutcome,
  now: number,
): DeliveryResult {
  if (outcome === 0) return { kind: "over", id, accepted: true };
  if (outcome === "lost") return { kind: "again", id, nextAt: now, counts: false };
  const isRepeated = outcome === "failed" || (outcome !== "invalid" && repeated.has(outcome));
  if (!isRepeated) return { kind: "over", id, accepted: false };
  const nextAt = now + Math.min(firstDelay * 2 ** attempts, longestDelay);
  return nextAt > until ? { kind: "over", id, accepted: false } : { kind: "again", id, nextAt, counts: true };
}
