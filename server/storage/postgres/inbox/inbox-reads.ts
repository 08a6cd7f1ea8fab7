import type { InboxCounts } from "../../../domain/inbox/messages.js";
import type { InboxStore } from "../../../ports/inbox.js";
import { inboxSlice, type LastId } from "../../protocol/inbox-writes.js";
import { entryColumns, entryOf, type EntryRow } from "../../rows/inbox-row.js";
import type { Queries } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { byAge } from "./inbox-writes.js";

const counts = sql<InboxCounts>("SELECT unread, total FROM inbox_count WHERE customer_id = $1");
const last = sql<{ readonly id: number }>(
  "SELECT id FROM inbox_message WHERE customer_id = $1 ORDER BY id DESC LIMIT 1",
);
const slices = byAge<EntryRow>(
  (condition) =>
    `SELECT ${entryColumns} FROM inbox_message WHERE ${condition} AND id > $2 ORDER BY id LIMIT ${inboxSlice}`,
);

/** Every read of inboxes. */
export function inboxReads(queries: Queries): Pick<InboxStore, "counts" | "list"> {
  return {
    counts: async (customerId) => (await queries.get(counts, customerId)) ?? { unread: 0, total: 0 },
    async *list(customerId, age) {
      let rows = await queries.all(slices[age], customerId, 0);
      for (let end = rows.at(-1); end !== undefined; end = rows.at(-1)) {
        yield rows.map(entryOf);
        rows = rows.length < inboxSlice ? [] : await queries.all(slices[age], customerId, end.id);
      }
    },
  };
}

export function lastIds(queries: Queries): LastId {
  return async (customerId) => (await queries.get(last, customerId))?.id ?? 0;
}
