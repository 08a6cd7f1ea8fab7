import type { Actor } from "../../../domain/audit.js";
import type { InboxAge } from "../../../domain/inbox/inbox.js";
import type { IncomingMessage, InboxMessage, InboxSelection } from "../../../domain/inbox/messages.js";
import type { InboxStore } from "../../../ports/inbox.js";
import type { WriteLimit } from "../../../ports/service.js";
import type { Caller } from "../../script/calls.js";
import { flag, optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { all, lock, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { addAudit } from "../audit/audit.js";
import { addToInboxes } from "../primitives.js";

/** Maximum messages of one read or one commit. */
const slice = 500;

/** Messages of a customer with ids after `after`, up to `upTo`; the first few. */
export interface InboxRange {
  readonly customerId: number;
  readonly age: InboxAge;
  readonly after: number;
  readonly upTo: number;
}

/** The id of a new message, unless there is no such customer. */
export type InboxAdded =
  { readonly ok: true; readonly id: number } | { readonly ok: false; readonly reason: "unknownCustomer" };

const entry = {
  id: integer(),
  from: text(),
  to: text(),
  at: integer(),
  size: integer(),
  unread: flag(),
  subject: optional(text()),
};
const entryNames = 'id, sender AS "from", addressee AS "to", at, size, unread, subject';
const message = { ...entry, text: text() };

/** The messages of a customer by age. */
const ofAge = {
  all: "customer_id = $customerId",
  new: "customer_id = $customerId AND unread = true",
  old: "customer_id = $customerId AND unread = false",
} as const satisfies Record<InboxAge, string>;

function byAge<T>(make: (condition: (typeof ofAge)[InboxAge]) => T): Readonly<Record<InboxAge, T>> {
  return { all: make(ofAge.all), new: make(ofAge.new), old: make(ofAge.old) };
}

const counts = sql("SELECT unread, total FROM inbox_count WHERE customer_id = $customerId", {
  unread: integer(),
  total: integer(),
});
const last = sql("SELECT id FROM inbox_message WHERE customer_id = $customerId ORDER BY id DESC LIMIT 1", {
  id: integer(),
});
const entries = byAge((condition) =>
  sql(
    `SELECT ${entryNames} FROM inbox_message WHERE ${condition} AND id > $after ORDER BY id LIMIT ${slice}`,
    entry,
  ),
);

/** Guard: whatever changes an inbox locks its counts first. Ids are thus drawn in the order of the commits. */
export const lockedInboxes = sql(
  "SELECT customer_id FROM inbox_count WHERE customer_id = ANY ($customerIds::bigint[]) ORDER BY customer_id",
  { customerId: integer() },
  { lock: "FOR UPDATE" },
);

/** Locks inboxes, in one order. */
export function* lockInboxes(customerIds: readonly number[]): Steps<void> {
  yield* lock(lockedInboxes, { customerIds });
}

const range = byAge((condition) =>
  sql(
    `SELECT ${entryNames}, text FROM inbox_message WHERE ${condition} AND id > $after AND id <= $upTo
     ORDER BY id LIMIT ${slice}`,
    message,
  ),
);
const some = sql(
  `SELECT ${entryNames}, text FROM inbox_message WHERE customer_id = $customerId AND id = ANY ($ids::bigint[])
   ORDER BY id`,
  message,
);
const read = sql("UPDATE inbox_message SET unread = false WHERE id = ANY ($ids::bigint[])");
const countRead = sql("UPDATE inbox_count SET unread = unread - $count WHERE customer_id = $customerId");
const killRange = byAge((condition) =>
  sql(
    `DELETE FROM inbox_message WHERE id IN (SELECT id FROM inbox_message
       WHERE ${condition} AND id > $after AND id <= $upTo ORDER BY id LIMIT ${slice})`,
  ),
);
const killSome = sql(
  "DELETE FROM inbox_message WHERE customer_id = $customerId AND id = ANY ($ids::bigint[])",
);

/** Marks messages as read; returns them as they were. */
function* take(customerId: number, rows: readonly InboxMessage[]): Steps<readonly InboxMessage[]> {
  const ids = rows.filter(({ unread }) => unread).map(({ id }) => id);
  if (ids.length > 0) {
    yield* run(read, { ids });
    yield* run(countRead, { customerId, count: ids.length });
  }
  return rows;
}

/** Changes of inboxes. */
export const inbox = subject("inbox", {
  *add(added: IncomingMessage): Steps<InboxAdded> {
    const [id] = yield* addToInboxes([added]);
    return typeof id === "number" ? { ok: true, id } : { ok: false, reason: "unknownCustomer" };
  },
  /** At most `slice` messages. */
  *fetchRange({ customerId, age, after, upTo }: InboxRange): Steps<readonly InboxMessage[]> {
    yield* lockInboxes([customerId]);
    return yield* take(customerId, yield* all(range[age], { customerId, after, upTo }));
  },
  *fetchIds(customerId: number, ids: readonly number[]): Steps<readonly InboxMessage[]> {
    yield* lockInboxes([customerId]);
    return yield* take(customerId, yield* all(some, { customerId, ids }));
  },
  *read(
    customerId: number,
    id: number,
    marks: boolean,
    actor: Actor,
    at: number,
  ): Steps<InboxMessage | undefined> {
    yield* lockInboxes([customerId]);
    const [message] = yield* all(some, { customerId, ids: [id] });
    if (message === undefined) return undefined;
    if (marks) yield* take(customerId, [message]);
    const after = marks && message.unread ? { unread: false } : undefined;
    yield* addAudit({
      at,
      actor,
      action: "inbox read",
      subject: { customer: customerId, message: id },
      after,
    });
    return message;
  },
  /** Number of deleted messages; less than `slice` means that none is left. */
  *killRange({ customerId, age, after, upTo }: InboxRange): Steps<number> {
    yield* lockInboxes([customerId]);
    return yield* run(killRange[age], { customerId, after, upTo });
  },
  *killIds(customerId: number, ids: readonly number[]): Steps<number> {
    yield* lockInboxes([customerId]);
    return yield* run(killSome, { customerId, ids });
  },
});

type InboxWrites = WritesOf<typeof inbox>;

/** The part of the port that can be recorded. */
export function inboxAddCalls(writer: Caller<InboxWrites>) {
  const { add } = calls(writer, inbox);
  return {
    add: async (added) => {
      const outcome = await add(added);
      return outcome.ok ? outcome.id : undefined;
    },
  } satisfies Partial<InboxStore>;
}

const isIds = (selection: InboxSelection): selection is readonly number[] => typeof selection !== "string";

/** Long inboxes are fetched and deleted in several commits, so that other calls are served meanwhile. */
export function inboxStore(reads: Reads, writer: Caller<InboxWrites>): InboxStore {
  const write = calls(writer, inbox);
  const lastId = async (customerId: number) => (await reads.get(last, { customerId }))?.id ?? 0;
  async function* fetchAll(customerId: number, age: InboxAge, limit?: WriteLimit) {
    const upTo = await lastId(customerId);
    let after: number | undefined = 0;
    while (after !== undefined) {
      const rows: readonly InboxMessage[] = await write.fetchRange({ customerId, age, after, upTo }, limit);
      yield rows;
      after = rows.length < slice ? undefined : rows.at(-1)?.id;
    }
  }
  async function* fetchIds(customerId: number, ids: readonly number[], limit?: WriteLimit) {
    yield await write.fetchIds(customerId, ids, limit);
  }
  const killAll = async (customerId: number, age: InboxAge, limit?: WriteLimit): Promise<number> => {
    const upTo = await lastId(customerId);
    let killed = 0;
    for (;;) {
      const isFirst = killed === 0;
      const count = await write.killRange({ customerId, age, after: 0, upTo }, isFirst ? limit : undefined);
      killed += count;
      if (count < slice) return killed;
    }
  };
  return {
    ...inboxAddCalls(writer),
    counts: async (customerId) => (await reads.get(counts, { customerId })) ?? { unread: 0, total: 0 },
    async *list(customerId, age, after = 0) {
      let rows = await reads.all(entries[age], { customerId, after });
      for (let end = rows.at(-1); end !== undefined; end = rows.at(-1)) {
        yield rows;
        rows = rows.length < slice ? [] : await reads.all(entries[age], { customerId, after: end.id });
      }
    },
    read: write.read,
    fetch: (customerId, selection, limit) =>
      isIds(selection) ? fetchIds(customerId, selection, limit) : fetchAll(customerId, selection, limit),
    kill: (customerId, selection, limit) =>
      isIds(selection) ? write.killIds(customerId, selection, limit) : killAll(customerId, selection, limit),
  };
}
