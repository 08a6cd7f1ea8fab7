import type { RouteKey } from "../../../domain/delivery/links/configuration.js";
import {
  type Link,
  type LinkKind,
  type LinkOutcome,
  type NewRoute,
  providerOf,
} from "../../../domain/delivery/routing/link.js";
import {
  type LinkFacts,
  type ProviderUser,
  type RouteTable,
  routeTable,
} from "../../../domain/delivery/routing/route-table.js";
import type { MessageKind, Route } from "../../../domain/delivery/route.js";
import { flag, json, namesOf, optional, text, integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, get, has, run, type Steps } from "../../script/steps.js";
import { revisions } from "../kept.js";

const route = {
  id: integer(),
  prefix: text(),
  customerId: optional(integer()),
  originator: optional(text()),
  kind: optional(text<MessageKind>()),
  linkId: integer(),
  rank: integer(),
  weight: integer(),
  uncertain: text<Route["uncertain"]>(),
  endsAt: optional(integer()),
};

const allRoutes = sql(`SELECT ${namesOf(route)} FROM route ORDER BY id`, route);

const stored = {
  id: integer(),
  kind: text<LinkKind>(),
  network: integer(),
  settings: json<Link["settings"]>(),
};
const allLinks = sql(`SELECT ${namesOf(stored)} FROM link ORDER BY id`, stored);

const providerUsers = sql(
  `SELECT u.customer_id, u.name_key AS user_key, t.provider FROM tube_user t JOIN customer_user u ON u.id = t.user_id
   WHERE t.provider = ANY ($providers::uuid[])`,
  { customerId: integer(), userKey: text(), provider: text() },
);

function* linkFacts(): Steps<readonly LinkFacts[]> {
  return (yield* all(allLinks)).map(({ settings, ...link }) => ({ ...link, provider: providerOf(settings) }));
}

/** Users whose provider has a link: most services have none. */
function* usersOfProviders(links: readonly LinkFacts[]): Steps<readonly ProviderUser[]> {
  const providers = [...new Set(links.flatMap(({ provider }) => provider ?? []))];
  return providers.length === 0 ? [] : yield* all(providerUsers, { providers });
}

/** Links, routes and the providers of users as they are now; they are read again only when they have changed. */
export class LinkTable {
  #known: { readonly revision: number; readonly table: RouteTable } | undefined;

  /** As they were when they were read last. */
  get known(): RouteTable | undefined {
    return this.#known?.table;
  }

  *read(): Steps<RouteTable> {
    // The revision first: a table that is newer than it is read again, an older one would stay.
    const { n: revision = 0 } = (yield* get(revisions.links)) ?? {};
    if (this.#known?.revision !== revision) {
      const links = yield* linkFacts();
      const table = routeTable(links, yield* all(allRoutes), yield* usersOfProviders(links));
      this.#known = { revision, table };
    }
    return this.#known.table;
  }
}

/** Every route with the name of its link, in the order in which they were added. */
export const namedRoutes = sql(
  `SELECT ${namesOf(route, "r")}, l.name AS link, r.of_file FROM route r JOIN link l ON l.id = r.link_id ORDER BY r.id`,
  { ...route, link: text(), ofFile: flag() },
);

/** Routes whose end has come. */
export const endedRoutes = sql(
  `SELECT ${namesOf(route, "r")}, l.name AS link FROM route r JOIN link l ON l.id = r.link_id WHERE r.ends_at <= $at ORDER BY r.id`,
  { ...route, link: text() },
);

const insert = sql(
  `INSERT INTO route (prefix, customer_id, originator, kind, link_id, rank, weight, uncertain, of_file, ends_at)
   SELECT $prefix, $customerId, $originator, $kind, id, $rank, $weight, $uncertain, $ofFile, $endsAt FROM link WHERE name = $link
   RETURNING id`,
  { id: integer() },
);
const same = sql(
  `SELECT 1 FROM route WHERE prefix = $prefix AND customer_id IS NOT DISTINCT FROM $customerId
     AND originator IS NOT DISTINCT FROM $originator AND kind IS NOT DISTINCT FROM $kind
     AND link_id = (SELECT id FROM link WHERE name = $link) AND id <> $other AND (ends_at IS NOT NULL) = $hasEnd`,
);

/** Whether a route with the same conditions leads to the same link, besides the one with this id. */
export function* isStored(
  { prefix, customerId, originator, kind, link, endsAt }: RouteKey,
  other = 0,
): Steps<boolean> {
  const hasEnd = endsAt !== undefined;
  return yield* has(same, { prefix, customerId, originator, kind, link, other, hasEnd });
}

const update = sql(
  `UPDATE route SET prefix = $prefix, customer_id = $customerId, originator = $originator, kind = $kind,
     link_id = (SELECT id FROM link WHERE name = $link), rank = $rank, weight = $weight, uncertain = $uncertain
   WHERE id = $id`,
);

export function* updateRoute(id: number, changed: NewRoute): Steps<void> {
  const { prefix, customerId, originator, kind, link, rank, weight, uncertain } = changed;
  yield* run(update, { id, prefix, customerId, originator, kind, link, rank, weight, uncertain });
}

export function* insertRoute(added: NewRoute): Steps<LinkOutcome & { readonly id?: number }> {
  const { prefix, customerId, originator, kind, link, rank, weight, uncertain, ofFile, endsAt } = added;
  const key = { prefix, customerId, originator, kind, link };
  const row = yield* get(insert, { ...key, rank, weight, uncertain, ofFile, endsAt });
  return row === undefined ? { ok: false, reason: "unknownLink" } : { ok: true, id: row.id };
}
