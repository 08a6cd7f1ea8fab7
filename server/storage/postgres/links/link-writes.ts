import {
  changeRefusal,
  configuration,
  removalRefusal,
  type RouteKey,
  routeRefusal,
  routeRemovalRefusal,
  type StoredLink,
} from "../../../domain/links/configuration.js";
import type { LinkChange, LinkOutcome, LinkRefusal, NewLink, NewRoute } from "../../../domain/links/links.js";
import type { LinkWrites } from "../../protocol/link-writes.js";
import {
  linkOf,
  type LinkRow,
  linksText,
  namedRouteOf,
  type NamedRouteRow,
  routesText,
  storedLink,
  type StoredLinkRow,
} from "../../rows/link-row.js";
import { addAudit } from "../../tables/audit/audit.js";
import { runScript } from "../engine/scripts.js";
import { customerExists } from "../accounts/change.js";
import { type Batch, type Batches, oneByOne } from "../engine/batch.js";
import type { Session } from "../engine/database.js";
import { sql, type SqlValue } from "../engine/statement.js";

const done: LinkOutcome = { ok: true };
const refuse = (reason: LinkRefusal): LinkOutcome => ({ ok: false, reason });

/** Guard: whatever changes links and routes locks their revision first: changes come one after the other. */
const lock = sql("SELECT n FROM link_revision FOR UPDATE");

const allLinks = sql<LinkRow>(linksText);
const find = sql<StoredLinkRow>("SELECT id, name, of_file FROM link WHERE name = $1");
const addNetwork = sql("INSERT INTO network (name) VALUES ($1) ON CONFLICT DO NOTHING");
const insert = sql(
  `INSERT INTO link (name, kind, url, password, network, settings, of_file, created_at)
   SELECT $1, $2, $3, $4, id, $5, $6, $7 FROM network WHERE name = $8 ON CONFLICT DO NOTHING`,
);
const update = sql(
  `UPDATE link SET kind = coalesce($2, kind), url = coalesce($3, url), password = coalesce($4, password),
     settings = coalesce($5, settings), started = coalesce($6, started),
     network = coalesce((SELECT id FROM network WHERE name = $7), network)
   WHERE id = $1`,
);
const used = sql("SELECT 1 FROM route WHERE link_id = $1 LIMIT 1");
const remove = sql("DELETE FROM link WHERE id = $1");

async function findLink(session: Session, name: string): Promise<StoredLink | undefined> {
  const row = await session.get(find, name);
  return row && storedLink(row);
}

async function insertLink(session: Session, link: NewLink, at: number): Promise<LinkOutcome> {
  const { name, kind, url, password, network, settings, ofFile } = link;
  await session.run(addNetwork, network);
  const row = [name, kind, url, password, JSON.stringify(settings), ofFile, at, network];
  return (await session.run(insert, ...row)) > 0 ? done : refuse("exists");
}

async function updateLink(
  session: Session,
  id: number,
  { kind, url, password, network, settings, started }: LinkChange & Partial<Pick<NewLink, "kind">>,
): Promise<void> {
  if (network !== undefined) await session.run(addNetwork, network);
  const json = settings === undefined ? null : JSON.stringify(settings);
  const row = [kind ?? null, url ?? null, password ?? null, json, started ?? null, network ?? null];
  await session.run(update, id, ...row);
}

const insertRoute = sql<{ readonly id: number }>(
  `INSERT INTO route (prefix, customer_id, originator, kind, link_id, rank, weight, uncertain, of_file)
   SELECT $1, $2, $3, $4, id, $6, $7, $8, $9 FROM link WHERE name = $5 RETURNING id`,
);
const same = sql(
  `SELECT 1 FROM route WHERE prefix = $1 AND customer_id IS NOT DISTINCT FROM $2 AND originator IS NOT DISTINCT FROM $3
     AND kind IS NOT DISTINCT FROM $4 AND link_id = (SELECT id FROM link WHERE name = $5)`,
);
const allRoutes = sql<NamedRouteRow>(routesText);
const customers = sql<{ readonly id: number }>("SELECT id FROM customer WHERE id = ANY ($1::bigint[])");
const findRoute = sql<{ readonly ofFile: boolean }>('SELECT of_file AS "ofFile" FROM route WHERE id = $1');
const removeRoute = sql("DELETE FROM route WHERE id = $1");
const removeOfFile = sql("DELETE FROM route WHERE of_file");

/** Conditions and link of a route, as parameters. */
function keyOf({ prefix, customerId, originator, kind, link }: RouteKey): readonly SqlValue[] {
  return [prefix, customerId ?? null, originator ?? null, kind ?? null, link];
}

async function insertOneRoute(
  session: Session,
  route: NewRoute,
): Promise<LinkOutcome & { readonly id?: number }> {
  const { rank, weight, uncertain, ofFile } = route;
  const row = await session.get(insertRoute, ...keyOf(route), rank, weight, uncertain, ofFile);
  return row === undefined ? refuse("unknownLink") : { ok: true, id: row.id };
}

/** One change after the other, each under the lock. */
function locked<I, O>(write: (session: Session, input: I) => Promise<O>): Batch<I, O> {
  return oneByOne(async (session: Session, input: I) => {
    await session.all(lock);
    return write(session, input);
  });
}

/** Every change of links and routes. */
export const linkWrites: Batches<LinkWrites> = {
  addLink: locked((session, { link, at }) => insertLink(session, link, at)),
  changeLink: locked(async (session, { name, change }) => {
    const known = await findLink(session, name);
    const refusal = changeRefusal(known, change);
    if (refusal !== undefined) return refuse(refusal);
    if (known !== undefined) await updateLink(session, known.id, change);
    return done;
  }),
  removeLink: locked(async (session, name) => {
    const known = await findLink(session, name);
    const isUsed = known !== undefined && (await session.get(used, known.id)) !== undefined;
    const refusal = removalRefusal(known, isUsed);
    if (refusal !== undefined) return refuse(refusal);
    if (known !== undefined) await session.run(remove, known.id);
    return done;
  }),
  addRoute: locked(async (session, route) => {
    const { customerId, link } = route;
    const refusal = routeRefusal({
      hasCustomer: customerId === undefined || (await customerExists(session, customerId)),
      hasLink: (await findLink(session, link)) !== undefined,
      isThere: (await session.get(same, ...keyOf(route))) !== undefined,
    });
    return refusal === undefined ? insertOneRoute(session, route) : refuse(refusal);
  }),
  removeRoute: locked(async (session, id) => {
    const refusal = routeRemovalRefusal(await session.get(findRoute, id));
    if (refusal !== undefined) return refuse(refusal);
    await session.run(removeRoute, id);
    return done;
  }),
  configure: locked(async (session, { by: actor, at, ...wanted }) => {
    const named = wanted.routes.flatMap(({ customerId }) => customerId ?? []);
    const changes = configuration(
      {
        links: (await session.all(allLinks)).map(linkOf),
        routes: (await session.all(allRoutes)).map(namedRouteOf),
        customers: new Set((await session.all(customers, named)).map(({ id }) => id)),
      },
      wanted,
    );
    if (typeof changes === "string") return refuse(changes);
    if (changes.entry !== undefined) await runScript(session, addAudit({ at, actor, ...changes.entry }));
    await session.run(removeOfFile);
    for (const link of changes.added) await insertLink(session, link, at);
    for (const { id, link } of changes.changed) await updateLink(session, id, link);
    for (const id of changes.removed) await session.run(remove, id);
    for (const route of changes.routes) await insertOneRoute(session, route);
    return done;
  }),
};
