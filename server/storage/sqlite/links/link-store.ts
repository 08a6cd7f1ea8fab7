import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import type { LinkStore } from "../../../ports/links.js";
import { isOnTheWay } from "../outbox/counts.js";
import type { Database } from "../engine/database.js";
import { routeColumns, routeOf, type RouteRow } from "./link-table.js";
import type { Writer } from "../protocol.js";
import type {
  Contradiction,
  Link,
  LinkKind,
  LinkQueue,
  LinkReport,
  NamedRoute,
  UncertainMessage,
} from "../../../domain/links/links.js";

interface LinkRow {
  readonly id: number;
  readonly name: string;
  readonly kind: LinkKind;
  readonly url: string;
  readonly password: string;
  readonly network: string;
  readonly settings: string;
  readonly started: number;
  readonly of_file: number;
}

function linkOf({ settings, started, of_file, ...row }: LinkRow): Link {
  return {
    ...row,
    settings: JSON.parse(settings) as Link["settings"],
    started: started === 1,
    ofFile: of_file === 1,
  };
}

const distinctLinks = `
SELECT DISTINCT link AS id FROM recipient WHERE state = ${RecipientState.Queued}
UNION SELECT DISTINCT link FROM recipient WHERE state = ${RecipientState.Submitting}
UNION SELECT DISTINCT link FROM recipient WHERE ${isOnTheWay}
ORDER BY id`;

interface HeldRow extends Omit<UncertainMessage, "link" | "code"> {
  readonly link: string | null;
  readonly code: string | null;
}

/** Counts and uncertain messages, read on one connection; to count takes long when there are many. */
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
    `SELECT r.id, t.id AS transactionId, t.customer_id AS customerId, r.phone, l.name AS link, r.at, r.attempts,
       r.error AS code
     FROM recipient r JOIN txn t ON t.seq = r.txn LEFT JOIN link l ON l.id = r.link
     WHERE r.state = ${RecipientState.Submitting} AND r.worker IS NULL AND r.id > ? ORDER BY r.id LIMIT ?`,
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
    uncertain: async (limit, after = 0) =>
      held
        .all(after, limit)
        .map((row) => ({ ...row, link: row.link ?? undefined, code: row.code ?? undefined })),
  };
}

interface ContradictionRow extends Omit<Contradiction, "code"> {
  readonly code: string | null;
}

function contradictionReads(database: Database): Pick<LinkStore, "contradictions"> {
  const latest = database.prepare<ContradictionRow>(
    `SELECT c.id AS entry, r.id, t.id AS transactionId, t.customer_id AS customerId, r.phone, c.part, p.state, c.state AS reported,
       c.at, c.code
     FROM contradiction c JOIN recipient r ON r.id = c.recipient JOIN txn t ON t.seq = r.txn
       JOIN sent_part p ON p.recipient = c.recipient AND p.part = c.part
     WHERE c.id < ? ORDER BY c.id DESC LIMIT ?`,
  );
  return {
    contradictions: async (limit, before = Number.MAX_SAFE_INTEGER) =>
      latest.all(before, limit).map((row) => ({ ...row, code: row.code ?? undefined })),
  };
}

function linkReads(
  database: Database,
): Pick<LinkStore, "revision" | "links" | "routes" | "reports" | "queues" | "uncertain" | "contradictions"> {
  const revision = database.prepare<{ readonly n: number }>("SELECT n FROM link_revision");
  const links = database.prepare<LinkRow>(
    `SELECT l.id, l.name, l.kind, l.url, l.password, n.name AS network, l.settings, l.started, l.of_file
     FROM link l JOIN network n ON n.id = l.network ORDER BY l.name`,
  );
  const routes = database.prepare<RouteRow & { readonly link: string; readonly of_file: number }>(
    `SELECT ${routeColumns
      .split(", ")
      .map((column) => `r.${column}`)
      .join(", ")}, l.name AS link, r.of_file
     FROM route r JOIN link l ON l.id = r.link_id ORDER BY r.id`,
  );
  const reports = database.prepare<{ readonly link_id: number; readonly at: number; readonly state: string }>(
    "SELECT link_id, at, state FROM link_state ORDER BY link_id",
  );
  return {
    ...queueReads(database),
    ...contradictionReads(database),
    revision: async () => revision.get()?.n ?? 0,
    links: async () => links.all().map(linkOf),
    routes: async () =>
      routes.all().map((row): NamedRoute => ({ ...routeOf(row), link: row.link, ofFile: row.of_file === 1 })),
    reports: async () =>
      reports.all().map(({ link_id: linkId, at, state }) => ({
        ...(JSON.parse(state) as Omit<LinkReport, "linkId" | "at">),
        linkId,
        at,
      })),
  };
}

export function linkStore(database: Database, writer: Writer, queues: LinkStore["queues"]): LinkStore {
  return {
    ...linkReads(database),
    queues,
    add: (link, at) => writer.call("addLink", { link, at }),
    change: (name, change) => writer.call("changeLink", { name, change }),
    remove: (name) => writer.call("removeLink", name),
    addRoute: (route) => writer.call("addRoute", route),
    removeRoute: (id) => writer.call("removeRoute", id),
    configure: (links, routes, at) => writer.call("configure", { links, routes, at }),
    resolve: (ids, how, at) => writer.call("resolve", { ids, how, at }),
  };
}
