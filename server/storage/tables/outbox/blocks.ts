import { RecipientState } from "../../../domain/recipient-state.js";
import { queuedRow, type RecipientRow } from "../../../domain/delivery/submitting/submission-rows.js";
import { bytes, mapped, optional, text } from "../../script/columns.js";

/** Columns of a `Block`, of `recipient_block`. */
export const block = { rows: text(), phones: mapped(optional(bytes()), (value) => value ?? null) };

/** Recipients without rows of their own: refused ones as JSON, or queued ones as numbers, 8 bytes each. */
export interface Block {
  readonly rows: string;
  readonly phones: Uint8Array | null;
}

function isState(value: unknown): value is RecipientState {
  return typeof value === "number" && value >= RecipientState.Queued && value <= RecipientState.Blacklisted;
}

function isRecipientRow(value: unknown): value is RecipientRow {
  return Array.isArray(value) && typeof value[0] === "string" && isState(value[1]);
}

export function queuedBlock(numbers: Float64Array): Block {
  return { rows: "[]", phones: Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength) };
}

export function refusedBlock(rows: readonly RecipientRow[]): Block {
  return { rows: JSON.stringify(rows), phones: null };
}

/** The queued numbers of a stored block; undefined for a block of other recipients. */
export function blockNumbers({ phones }: Block): Float64Array | undefined {
  // A copy: the driver's bytes may start anywhere in their buffer, and doubles must not.
  return phones === null ? undefined : new Float64Array(Uint8Array.from(phones).buffer);
}

/** Reads the recipients of a stored block. */
export function parseBlock(block: Block): readonly RecipientRow[] {
  const numbers = blockNumbers(block);
  if (numbers !== undefined) return Array.from(numbers, queuedRow);
  const { rows } = block;
  const parsed: unknown = JSON.parse(rows);
  return Array.isArray(parsed) ? parsed.filter(isRecipientRow) : [];
}
