import type { Move } from "../states/counts.js";
import { RecipientState } from "../../recipient-state.js";
import type { EarlierOutcome, MessageBody, RefusedRecipient, Submission } from "./submission.js";

/** A recipient without a row of its own. */
export type RecipientRow = readonly [phone: string, state: RecipientState];

/** Accepted and refused recipients of a transaction. */
export type Recipients = Pick<Submission, "recipients" | "refused">;

/** Recipients that are stored as rows at once; a longer list waits in blocks. */
const mostAtOnce = 2000;

/** Recipients of a block: other calls wait for one block at most while a long list becomes rows. */
const blockSize = 500;

/** Returns whether a transaction waits in blocks. */
export function isLong({ recipients, refused }: Recipients): boolean {
  return recipients.length + refused.length > mostAtOnce;
}

/** Recipients as they are stored: as rows, or in blocks, the queued ones as numbers and the refused ones with their states. */
export type StoredRecipients =
  | { readonly kind: "rows"; readonly rows: readonly RecipientRow[] }
  | {
      readonly kind: "blocks";
      readonly queued: readonly Float64Array[];
      readonly refused: readonly (readonly RecipientRow[])[];
    };

export function queuedRow(phone: string | number): RecipientRow {
  return [String(phone), RecipientState.Queued];
}

function slices<T>(length: number, slice: (start: number, end: number) => T): readonly T[] {
  return Array.from({ length: Math.ceil(length / blockSize) }, (_, index) =>
    slice(index * blockSize, (index + 1) * blockSize),
  );
}

/** How the recipients of a transaction are stored, accepted before refused, each in their order. */
export function storedRecipients({ recipients, refused }: Recipients): StoredRecipients {
  const refusedRows = refused.map(({ phone, state }): RecipientRow => [phone, state]);
  if (!isLong({ recipients, refused })) {
    const rows = [...Array.from<string | number, RecipientRow>(recipients, queuedRow), ...refusedRows];
    return { kind: "rows", rows };
  }
  const numbers = recipients instanceof Float64Array ? recipients : Float64Array.from(recipients, Number);
  return {
    kind: "blocks",
    queued: slices(numbers.length, (start, end) => numbers.subarray(start, end)),
    refused: slices(refusedRows.length, (start, end) => refusedRows.slice(start, end)),
  };
}

/** Stored data of an accepted submission, besides its recipients. */
export interface SubmissionRows {
  /** Empty for a hidden text without accepted recipients. */
  readonly text: string;
  /** Undefined for a text message, and without accepted recipients. */
  readonly body: MessageBody | undefined;
  readonly kind: MessageBody["kind"] | "text";
  /** The response lists them in their order. */
  readonly refused: readonly string[];
}

/** A refused recipient as a response lists it. */
export const listed = ({ phone, given }: RefusedRecipient): string => given ?? phone;

export function submissionRows({ text, body, hidden, recipients, refused }: Submission): SubmissionRows {
  const isSent = recipients.length > 0;
  return {
    text: hidden && !isSent ? "" : text,
    body: isSent ? body : undefined,
    kind: body?.kind ?? "text",
    refused: refused.map(listed),
  };
}

/**
 * The number of the recipient that is alone in its transaction, if nothing has to be stored about the transaction when its state
 * changes: a driver may then do without counts per state. A hidden text has to be erased after the final state.
 */
export function onlyRecipient({ recipients, refused, hidden }: Submission): string | undefined {
  const [only] = recipients;
  return recipients.length === 1 && refused.length === 0 && !hidden ? String(only) : undefined;
}

/** The recipients of a new transaction, in their first states. */
export function arrivals(txn: number, { recipients, refused }: Recipients): readonly Move[] {
  return [
    { txn, from: undefined, to: RecipientState.Queued, n: recipients.length },
    ...refused.map(({ state }): Move => ({ txn, from: undefined, to: state, n: 1 })),
  ];
}

/** The stored response to a client transaction. */
export interface StoredResponse {
  readonly contentHash: string;
  readonly transactionId: string;
  readonly refused: readonly string[];
  readonly balanceAfter: number;
  readonly expiresAt: number;
}

/** Result of a client transaction; undefined if it is new or expired. Another content is a conflict. */
export function answeredBefore(
  row: StoredResponse | undefined,
  contentHash: string,
  at: number,
): EarlierOutcome | undefined {
  if (row === undefined || row.expiresAt <= at) return undefined;
  if (row.contentHash !== contentHash) return { kind: "conflict" };
  const { transactionId, refused, balanceAfter } = row;
  return { kind: "repeated", transactionId, refused, balanceAfter };
}
