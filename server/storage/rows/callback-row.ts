import type { Callback, CallbackTarget, ListedCallback } from "../../domain/callbacks/callbacks.js";
import type { Flag } from "./flag.js";

/** Columns `targetColumns` of `customer_callback c`. */
export interface TargetRow extends Pick<CallbackTarget, "customerId" | "url" | "secret"> {
  readonly parts: Flag;
  readonly private: Flag;
}

export const targetColumns = 'c.customer_id AS "customerId", c.url, c.secret, c.parts, c.private';

export function targetOf(row: TargetRow): CallbackTarget {
  return { ...row, parts: Boolean(row.parts), private: Boolean(row.private) };
}

interface EventRow extends Pick<
  Callback,
  "id" | "customerId" | "transactionId" | "messageId" | "phone" | "state" | "at" | "attempts"
> {
  readonly part: number | null;
  readonly error: string | null;
}

const eventColumns = `b.id, b.customer_id AS "customerId", b.transaction_id AS "transactionId", b.recipient AS "messageId",
  b.phone, b.part, b.state, b.at, b.error, b.attempts`;

/** Columns `callbackColumns` of a callback `b` and its target `c`. */
export interface CallbackRow extends EventRow, TargetRow {
  readonly customerId: number;
  readonly until: number;
}

export const callbackColumns = `${eventColumns}, b.until, c.url, c.secret, c.parts, c.private`;

export function callbackOf(row: CallbackRow): Callback {
  return { ...row, ...targetOf(row), part: row.part ?? undefined, error: row.error ?? undefined };
}

/** Columns `listedColumns` of a callback `b`. */
export interface ListedRow extends EventRow {
  readonly nextAt: number | null;
  readonly failure: string | null;
}

export const listedColumns = `${eventColumns}, b.next_at AS "nextAt", b.failure`;

export function listedOf({ part, error, nextAt, failure, ...row }: ListedRow): ListedCallback {
  return {
    ...{ ...row, part: part ?? undefined, error: error ?? undefined },
    ...{ nextAt: nextAt ?? undefined, failure: failure ?? undefined },
  };
}
