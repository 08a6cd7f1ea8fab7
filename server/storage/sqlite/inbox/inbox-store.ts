import type { InboxAge } from "../../../domain/inbox/inbox.js";
import type { WriteLimit } from "../../../ports/writes.js";
import type { InboxStore } from "../../../ports/inbox.js";
import type { Database } from "../engine/database.js";
import { entryColumns, entryOf, type EntryRow, inboxSlice, ofAge } from "./inbox-rows.js";
import type { Writer } from "../protocol.js";
import type { InboxCounts, InboxMessage, InboxSelection } from "../../../domain/inbox/messages.js";

interface InboxReads {
  readonly counts: InboxStore["counts"];
  readonly list: InboxStore["list"];
  /** 0 for an empty inbox. */
  readonly lastId: (customerId: number) => number;
}

function inboxReads(database: Database): InboxReads {
  const counts = database.prepare<InboxCounts>("SELECT unread, total FROM inbox_count WHERE customer_id = ?");
  const last = database.prepare<{ readonly id: number }>(
    "SELECT id FROM inbox_message WHERE customer_id = ? ORDER BY id DESC LIMIT 1",
  );
  const slice = (age: InboxAge) =>
    database.prepare<EntryRow>(
      `SELECT ${entryColumns} FROM inbox_message WHERE ${ofAge[age]} AND id > ? ORDER BY id LIMIT ${inboxSlice}`,
    );
  const slices = { all: slice("all"), new: slice("new"), old: slice("old") };
  return {
    counts: async (customerId) => {
      const { unread, total } = counts.get(customerId) ?? { unread: 0, total: 0 };
      return { unread, total };
    },
    async *list(customerId, age) {
      let rows = slices[age].all(customerId, 0);
      for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
        yield rows.map(entryOf);
        rows = rows.length < inboxSlice ? [] : slices[age].all(customerId, last.id);
      }
    },
    lastId: (customerId) => last.get(customerId)?.id ?? 0,
  };
}

const isIds = (selection: InboxSelection): selection is readonly number[] => typeof selection !== "string";

/** Long inboxes are fetched and deleted in several commits, so that other calls are answered meanwhile. */
export function inboxStore(database: Database, writer: Writer): InboxStore {
  const { counts, list, lastId } = inboxReads(database);

  async function* fetchAll(
    customerId: number,
    age: InboxAge,
    limit?: WriteLimit,
  ): AsyncGenerator<readonly InboxMessage[], void> {
    const upTo = lastId(customerId);
    let after: number | undefined = 0;
    while (after !== undefined) {
      const range = { customerId, age, after, upTo };
      const rows: readonly InboxMessage[] = await writer.call("fetchInbox", range, limit);
      yield rows;
      after = rows.length < inboxSlice ? undefined : rows.at(-1)?.id;
    }
  }
  async function* fetchIds(
    customerId: number,
    ids: readonly number[],
    limit?: WriteLimit,
  ): AsyncGenerator<readonly InboxMessage[], void> {
    yield await writer.call("fetchInboxIds", { customerId, ids }, limit);
  }
  const killAll = async (customerId: number, age: InboxAge, limit?: WriteLimit): Promise<number> => {
    const upTo = lastId(customerId);
    let killed = 0;
    for (;;) {
      const range = { customerId, age, after: 0, upTo };
      const some = await writer.call("killInbox", range, killed === 0 ? limit : undefined);
      killed += some;
      if (some < inboxSlice) return killed;
    }
  };
  return {
    counts,
    list,
    add: async (message) => (await writer.call("addInbox", message)) ?? undefined,
    fetch: (customerId, selection, limit) =>
      isIds(selection) ? fetchIds(customerId, selection, limit) : fetchAll(customerId, selection, limit),
    kill: async (customerId, selection, limit) =>
      isIds(selection)
        ? writer.call("killInboxIds", { customerId, ids: selection }, limit)
        : killAll(customerId, selection, limit),
  };
}
