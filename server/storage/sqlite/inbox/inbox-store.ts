import type { InboxAge } from "../../../domain/inbox/inbox.js";
import type { InboxStore } from "../../../ports/inbox.js";
import type { Database } from "../engine/database.js";
import type { Caller } from "../../script/calls.js";
import { inboxCalls, inboxSlice, type InboxWrites, type LastId } from "../../protocol/inbox-writes.js";
import { entryColumns, entryOf, type EntryRow } from "../../rows/inbox-row.js";
import { ofAge } from "./inbox-writes.js";
import type { InboxCounts } from "../../../domain/inbox/messages.js";

interface InboxReads {
  readonly counts: InboxStore["counts"];
  readonly list: InboxStore["list"];
  readonly lastId: LastId;
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
    lastId: async (customerId) => last.get(customerId)?.id ?? 0,
  };
}

export function inboxStore(database: Database, writer: Caller<InboxWrites>): InboxStore {
  const { counts, list, lastId } = inboxReads(database);
  return { counts, list, ...inboxCalls(writer, lastId) };
}
