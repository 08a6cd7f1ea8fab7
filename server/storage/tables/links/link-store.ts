import { combinedReports } from "../../../domain/delivery/links/combined-reports.js";
import type { LinkReport } from "../../../domain/delivery/routing/link.js";
import type { RecipientState } from "../../../domain/recipient-state.js";
import type { LinkStore } from "../../../ports/delivery.js";
import type { Caller } from "../../script/calls.js";
import { json, optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { calls, type WritesOf } from "../../script/subject.js";
import { revisions } from "../kept.js";
import { isHeld } from "../outbox/conditions.js";
import { buyPrices } from "./buy-prices.js";
import { eventReads } from "./link-events.js";
import { allLinks, links } from "./links.js";
import { namedRoutes } from "./routes.js";

/** Reports of processes that deliver, with the others of the same link; for a link without such a process, its last reports. */
const reports = sql(
  `SELECT link_id, at, state FROM (
     SELECT s.link_id, s.at, s.state, coalesce(NOT l.ended AND l.until > store_time(), false) AS live,
       bool_or(coalesce(NOT l.ended AND l.until > store_time(), false)) OVER (PARTITION BY s.link_id) AS any_live
     FROM link_state s LEFT JOIN delivery_lease l ON l.owner = s.owner) r
   WHERE live OR NOT any_live ORDER BY link_id`,
  { linkId: integer(), at: integer(), state: json<Omit<LinkReport, "linkId" | "at">>() },
  { sqlite: "SELECT link_id, at, state FROM link_state ORDER BY link_id" },
);

const held = sql(
  `SELECT r.id, t.id AS transaction_id, t.customer_id, r.phone, l.name AS link, r.at, r.attempts, r.error AS code
   FROM recipient r JOIN txn t ON t.seq = r.txn LEFT JOIN link l ON l.id = r.link
   WHERE r.${isHeld} AND r.id > $after ORDER BY r.id LIMIT $limit`,
  {
    id: integer(),
    transactionId: text(),
    customerId: integer(),
    phone: text(),
    link: optional(text()),
    at: integer(),
    attempts: integer(),
    code: optional(text()),
  },
);

const contradictions = sql(
  `SELECT c.id AS entry, r.id, t.id AS transaction_id, t.customer_id, r.phone, c.part, coalesce(p.state, r.state) AS state, c.state AS reported,
     c.at, c.code, CASE WHEN EXISTS (SELECT 1 FROM refunded_message f WHERE f.recipient = r.id) THEN 1 ELSE 0 END AS refunded
   FROM contradiction c JOIN recipient r ON r.id = c.recipient JOIN txn t ON t.seq = r.txn
     JOIN sent_part p ON p.recipient = c.recipient AND p.part = c.part
   WHERE c.id < $before ORDER BY c.id DESC LIMIT $limit`,
  {
    entry: integer(),
    id: integer(),
    transactionId: text(),
    customerId: integer(),
    phone: text(),
    part: integer(),
    state: integer<RecipientState>(),
    reported: integer<RecipientState>(),
    at: integer(),
    code: optional(text()),
    refunded: integer<0 | 1>(),
  },
);

/** The name of a network stays when its link is removed. */
const network = sql("SELECT 1 AS one FROM network WHERE name <> 'loopback' LIMIT 1", { one: integer() });

/** Links and routes; `queues`: each driver counts messages in its own way. */
export function linkStore(
  reads: Reads,
  writer: Caller<WritesOf<typeof links>>,
  queues: LinkStore["queues"],
): LinkStore {
  return {
    ...calls(writer, links),
    ...eventReads(reads),
    queues,
    reports: async () =>
      combinedReports((await reads.all(reports)).map(({ state, ...row }) => ({ ...state, ...row }))),
    revision: async () => (await reads.get(revisions.links))?.n ?? 0,
    links: () => reads.all(allLinks),
    routes: () => reads.all(namedRoutes),
    buyPrices: () => reads.all(buyPrices),
    hadNetwork: async () => (await reads.get(network)) !== undefined,
    uncertain: (limit, after = 0) => reads.all(held, { after, limit }),
    contradictions: (limit, before = Number.MAX_SAFE_INTEGER) => reads.all(contradictions, { before, limit }),
  };
}
