import { RecipientState } from "../../../domain/recipient-state.js";
import type { LinkStore } from "../../../ports/delivery.js";
import type { Caller } from "../../script/calls.js";
import { optional, text, whole } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { calls, type WritesOf } from "../../script/subject.js";
import { allLinks, links } from "./links.js";
import { namedRoutes } from "./routes.js";

/** Grows with every change of links and routes. */
export const revision = sql("SELECT n FROM link_revision", { n: whole() });

const held = sql(
  `SELECT r.id, t.id AS transaction_id, t.customer_id, r.phone, l.name AS link, r.at, r.attempts, r.error AS code
   FROM recipient r JOIN txn t ON t.seq = r.txn LEFT JOIN link l ON l.id = r.link
   WHERE r.state = ${RecipientState.Submitting} AND r.worker IS NULL AND r.id > $after ORDER BY r.id LIMIT $limit`,
  {
    id: whole(),
    transactionId: text(),
    customerId: whole(),
    phone: text(),
    link: optional(text()),
    at: whole(),
    attempts: whole(),
    code: optional(text()),
  },
);

const contradictions = sql(
  `SELECT c.id AS entry, r.id, t.id AS transaction_id, t.customer_id, r.phone, c.part, p.state, c.state AS reported,
     c.at, c.code
   FROM contradiction c JOIN recipient r ON r.id = c.recipient JOIN txn t ON t.seq = r.txn
     JOIN sent_part p ON p.recipient = c.recipient AND p.part = c.part
   WHERE c.id < $before ORDER BY c.id DESC LIMIT $limit`,
  {
    entry: whole(),
    id: whole(),
    transactionId: text(),
    customerId: whole(),
    phone: text(),
    part: whole(),
    state: whole<RecipientState>(),
    reported: whole<RecipientState>(),
    at: whole(),
    code: optional(text()),
  },
);

/** Links and routes; `own`: reads of which each driver has its own. */
export function linkStore(
  reads: Reads,
  writer: Caller<WritesOf<typeof links>>,
  own: Pick<LinkStore, "queues" | "reports">,
): LinkStore {
  return {
    ...own,
    ...calls(writer, links),
    revision: async () => (await reads.get(revision))?.n ?? 0,
    links: () => reads.all(allLinks),
    routes: () => reads.all(namedRoutes),
    uncertain: (limit, after = 0) => reads.all(held, { after, limit }),
    contradictions: (limit, before = Number.MAX_SAFE_INTEGER) => reads.all(contradictions, { before, limit }),
  };
}
