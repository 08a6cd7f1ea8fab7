import {
  findingPause,
  type Unusual,
  type UnusualKind,
  unusualText,
} from "../../../domain/unusual/unusual.js";
import type { UnusualStore } from "../../../ports/service.js";
import type { Caller } from "../../script/calls.js";
import { namesOf, optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { get, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { holdCustomer } from "../accounts/customers.js";
import { addAudit } from "../audit/audit.js";
import { alone } from "../primitives.js";

/** Milliseconds for which unusual traffic is kept. */
const keptFor = 90 * 86_400_000;

const finding = {
  id: integer(),
  customerId: integer(),
  kind: text<UnusualKind>(),
  prefix: text(),
  messages: integer(),
  ended: optional(integer()),
  usual: integer(),
  at: integer(),
  lastAt: integer(),
};

const forget = sql("DELETE FROM unusual_traffic WHERE last_at < $before");
/** The finding of the same traffic that is not over. */
const same = sql(
  `SELECT id FROM unusual_traffic WHERE customer_id = $customerId AND kind = $kind AND prefix = $prefix AND last_at > $after
   ORDER BY id DESC LIMIT 1`,
  { id: integer() },
);
const grow = sql(
  `UPDATE unusual_traffic SET messages = $messages, ended = $ended, usual = $usual WHERE id = $id AND messages < $messages`,
);
const seen = sql("UPDATE unusual_traffic SET last_at = $at WHERE id = $id");
const add = sql(
  `INSERT INTO unusual_traffic (customer_id, kind, prefix, messages, ended, usual, at, last_at, next_at)
   SELECT c.id, $kind, $prefix, $messages, $ended, $usual, $at, $at,
     (SELECT CAST($at AS bigint) FROM customer_callback t WHERE t.customer_id = c.id)
   FROM customer c WHERE c.id = $customerId`,
);
const list = sql(
  `SELECT ${namesOf(finding)} FROM unusual_traffic
   WHERE last_at >= $since AND id < $before AND ($customerId::bigint IS NULL OR customer_id = $customerId)
   ORDER BY id DESC LIMIT $limit`,
  finding,
);
const held = sql(
  `SELECT id AS customer_id, coalesce(held_since, 0) AS since FROM customer WHERE held_since IS NOT NULL ORDER BY id LIMIT $limit`,
  { customerId: integer(), since: integer() },
);

/** Actor of the audit log for customers that are held. */
const watcher = { name: "messenger", source: "unusual traffic" };

function* addOne(unusual: Unusual, at: number): Steps<void> {
  const { customerId, kind, prefix, messages, ended = null, usual } = unusual;
  const known = yield* get(same, { customerId, kind, prefix, after: at - findingPause });
  if (known !== undefined) {
    yield* run(grow, { id: known.id, messages, ended, usual });
    yield* run(seen, { id: known.id, at });
    return;
  }
  yield* run(add, { customerId, kind, prefix, messages, ended, usual, at });
  if (!(yield* holdCustomer(customerId, at))) return;
  const entry = { at, actor: watcher, action: "customer hold", subject: { customer: customerId } } as const;
  yield* addAudit({ ...entry, after: { reason: unusualText(unusual) } });
}

/** What is found about the traffic of customers. */
export const unusual = subject("unusual", {
  *add(rows: readonly Unusual[], at: number): Steps<void> {
    // Another process finds the same.
    if (!(yield* alone("unusual traffic"))) return;
    yield* run(forget, { before: at - keptFor });
    for (const row of rows.toSorted((one, other) => one.customerId - other.customerId))
      yield* addOne(row, at);
  },
});

export function unusualStore(
  reads: Reads,
  writer: Caller<WritesOf<typeof unusual>>,
): Omit<UnusualStore, "queue"> {
  return {
    ...calls(writer, unusual),
    list: ({ customerId, since, before = Number.MAX_SAFE_INTEGER, limit }) =>
      reads.all(list, { customerId, since, before, limit }),
    held: (limit) => reads.all(held, { limit }),
  };
}
