import { addCounts, type BulkRun, mostOfSlice, sliceOf } from "../../domain/desk/bulk.js";
import { anchorOf } from "../../domain/desk/search.js";
import type { Store } from "../../ports/store.js";

type BulkWork = Pick<Store, "bulk" | "desk">;

/** Messages that a slice looks through, in one read. */
const readAtOnce = 500;

/** The next messages of a run. */
async function nextOf({ desk }: BulkWork, { id, filter, place: after }: BulkRun, most: number, now: number) {
  const wanted = { anchor: anchorOf(filter), filter, now };
  const { found, last, isEnd } = await desk.search(wanted, after, { examine: readAtOnce, most });
  const place = last === undefined ? after : { txn: last.txn, id: last.id };
  return { messages: found.map((message) => message.id), slice: { id, after, place, isEnd, at: now } };
}

/** Counts the next messages of a run; false if another process has. */
export async function countSlice(store: BulkWork, run: BulkRun, now: number): Promise<boolean> {
  const { messages: ids, slice } = await nextOf(store, run, readAtOnce, now);
  const { messages, transactions } = await store.bulk.messages(run.kind, ids);
  const { figures, last } = sliceOf(run.kind, messages, transactions, run.last);
  return store.bulk.count({ ...slice, figures: addCounts(run.counted, figures), last });
}

/** Works on the next messages of a run; false if another process has, or it was stopped. */
export async function workSlice(
  store: BulkWork,
  run: BulkRun,
  now: number,
  newTransactionId: () => string,
): Promise<boolean> {
  const { messages, slice } = await nextOf(store, run, mostOfSlice[run.kind], now);
  const transactions = run.kind === "resend" ? messages.map(newTransactionId) : [];
  return store.bulk.work({ ...slice, messages, transactions });
}
