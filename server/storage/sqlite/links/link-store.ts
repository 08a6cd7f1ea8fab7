import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import type { LinkStore } from "../../../ports/links.js";
import { isOnTheWay } from "../outbox/counts.js";
import type { Database } from "../engine/database.js";
import type { Caller } from "../../protocol/calls.js";
import { type DeliveryWrites, linkCalls, type LinkWrites } from "../../protocol/link-writes.js";
import {
  contradictionColumns,
  contradictionOf,
  type ContradictionRow,
  heldColumns,
  type HeldRow,
  linkOf,
  type LinkRow,
  linksText,
  namedRouteOf,
  type NamedRouteRow,
  reportOf,
  type ReportRow,
  routesText,
  uncertainOf,
} from "../../rows/link-row.js";
import type { LinkQueue } from "../../../domain/links/links.js";

const distinctLinks = `
SELECT DISTINCT link AS id FROM recipient WHERE state = ${RecipientState.Queued}
UNION SELECT DISTINCT link FROM recipient WHERE state = ${RecipientState.Submitting}
UNION SELECT DISTINCT link FROM recipient WHERE ${isOnTheWay}
ORDER BY id`;

/** Counts and uncertain messages, read on one connection; counting many of them takes long. */
export function queueReads(database: Database): Pick<LinkStore, "queues" | "uncertain"> {
  const links = database.prepare<{ readonly id: number }>(distinctLinks);
  const count = (condition: string) => {
    const statement = database.prepare<{ readonly n: number }>(
      `SELECT count(*) AS n FROM recipient WHERE ${condition} AND link = ?`,
    );
    return (link: number): number => statement.get(link)?.n ?? 0;
  };
  const waiting = count(`state = ${RecipientState.Queued}`);
  const underWay = count(`state = ${RecipientState.Submitting} AND worker IS NOT NULL`);
  const uncertain = count(`state = ${RecipientState.Submitting} AND worker IS NULL`);
  const onTheWay = count(isOnTheWay);
  const held = database.prepare<HeldRow>(
    `SELECT ${heldColumns}
     FROM recipient r JOIN txn t ON t.seq = r.txn LEFT JOIN link l ON l.id = r.link
     WHERE r.state = ${RecipientState.Submitting} AND r.worker IS NULL AND r.id > ? ORDER BY r.id LIMIT +?`,
  );
  return {
    queues: async () =>
      links.all().map(({ id }): LinkQueue => ({
        linkId: id,
        waiting: waiting(id),
        underWay: underWay(id),
        uncertain: uncertain(id),
        withoutReceipt: onTheWay(id),
      })),
    uncertain: async (limit, after = 0) => held.all(after, limit).map(uncertainOf),
  };
}

function contradictionReads(database: Database): Pick<LinkStore, "contradictions"> {
  const latest = database.prepare<ContradictionRow>(
    `SELECT ${contradictionColumns}
     FROM contradiction c JOIN recipient r ON r.id = c.recipient JOIN txn t ON t.seq = r.txn
       JOIN sent_part p ON p.recipient = c.recipient AND p.part = c.part
     WHERE c.id < ? ORDER BY c.id DESC LIMIT +?`,
  );
  return {
    contradictions: async (limit, before = Number.MAX_SAFE_INTEGER) =>
      latest.all(before, limit).map(contradictionOf),
  };
}

function linkReads(
  database: Database,
): Pick<LinkStore, "revision" | "links" | "routes" | "reports" | "queues" | "uncertain" | "contradictions"> {
  const revision = database.prepare<{ readonly n: number }>("SELECT n FROM link_revision");
  const links = database.prepare<LinkRow>(linksText);
  const routes = database.prepare<NamedRouteRow>(routesText);
  const reports = database.prepare<ReportRow>("SELECT link_id, at, state FROM link_state ORDER BY link_id");
  return {
    ...queueReads(database),
    ...contradictionReads(database),
    revision: async () => revision.get()?.n ?? 0,
    links: async () => links.all().map(linkOf),
    routes: async () => routes.all().map(namedRouteOf),
    reports: async () => reports.all().map(reportOf),
  };
}

export function linkStore(
  database: Database,
  writer: Caller<LinkWrites & Pick<DeliveryWrites, "resolve">>,
  queues: LinkStore["queues"],
): LinkStore {
  return { ...linkReads(database), queues, ...linkCalls(writer) };
}
