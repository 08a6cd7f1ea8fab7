import {
  changeRefusal,
  configuration,
  removalRefusal,
  type RouteKey,
  routeRefusal,
  routeRemovalRefusal,
  type StoredLink,
} from "../../../domain/links/configuration.js";
import type { LinkWrites } from "../../protocol/link-writes.js";
import type { NewAuditEntry } from "../../../domain/desk/audit.js";
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
import type {
  Link,
  LinkChange,
  LinkOutcome,
  LinkRefusal,
  NamedRoute,
  NewLink,
  NewRoute,
} from "../../../domain/links/links.js";
import type { Database } from "../engine/database.js";

const done: LinkOutcome = { ok: true };
const refuse = (reason: LinkRefusal): LinkOutcome => ({ ok: false, reason });

interface LinkRows {
  all(): readonly Link[];
  find(name: string): StoredLink | undefined;
  insert(link: NewLink, at: number): LinkOutcome;
  update(id: number, change: LinkChange & Partial<Pick<NewLink, "kind">>): void;
  isUsed(id: number): boolean;
  remove(id: number): void;
}

function linkRows(database: Database): LinkRows {
  const all = database.prepare<LinkRow>(linksText);
  const find = database.prepare<StoredLinkRow>("SELECT id, name, of_file FROM link WHERE name = ?");
  const addNetwork = database.prepare("INSERT INTO network (name) VALUES (?) ON CONFLICT DO NOTHING");
  const insert = database.prepare(
    `INSERT INTO link (name, kind, url, password, network, settings, of_file, created_at)
     SELECT ?, ?, ?, ?, id, ?, ?, ? FROM network WHERE name = ? ON CONFLICT DO NOTHING`,
  );
  const update = database.prepare(
    `UPDATE link SET kind = ifnull(?, kind), url = ifnull(?, url), password = ifnull(?, password),
       settings = ifnull(?, settings), started = ifnull(?, started),
       network = ifnull((SELECT id FROM network WHERE name = ?), network)
     WHERE id = ?`,
  );
  const used = database.prepare<object>("SELECT 1 FROM route WHERE link_id = ? LIMIT 1");
  const remove = database.prepare("DELETE FROM link WHERE id = ?");
  return {
    all: () => all.all().map(linkOf),
    find: (name) => {
      const row = find.get(name);
      return row && storedLink(row);
    },
    insert({ name, kind, url, password, network, settings, ofFile }, at) {
      addNetwork.run(network);
      const row = [name, kind, url, password, JSON.stringify(settings), Number(ofFile), at, network];
      return insert.run(...row).changes > 0 ? done : refuse("exists");
    },
    update(id, { kind, url, password, network, settings, started }) {
      if (network !== undefined) addNetwork.run(network);
      update.run(
        ...[kind ?? null, url ?? null, password ?? null],
        ...[settings === undefined ? null : JSON.stringify(settings)],
        ...[started === undefined ? null : Number(started), network ?? null, id],
      );
    },
    isUsed: (id) => used.get(id) !== undefined,
    remove: (id) => void remove.run(id),
  };
}

interface RouteRows {
  all(): readonly NamedRoute[];
  hasCustomer(id: number): boolean;
  isThere(route: RouteKey): boolean;
  insert(route: NewRoute): LinkOutcome & { readonly id?: number };
  find(id: number): { readonly ofFile: boolean } | undefined;
  remove(id: number): void;
  removeOfFile(): void;
}

function conditionsOf({
  prefix,
  customerId,
  originator,
  kind,
}: RouteKey): readonly (string | number | null)[] {
  return [prefix, customerId ?? null, originator ?? null, kind ?? null];
}

function routeRows(database: Database): RouteRows {
  const insert = database.prepare<{ readonly id: number }>(
    `INSERT INTO route (prefix, customer_id, originator, kind, link_id, rank, weight, uncertain, of_file)
     SELECT ?, ?, ?, ?, id, ?, ?, ?, ? FROM link WHERE name = ? RETURNING id`,
  );
  const same = database.prepare<object>(
    `SELECT 1 FROM route WHERE prefix = ? AND customer_id IS ? AND originator IS ? AND kind IS ?
       AND link_id = (SELECT id FROM link WHERE name = ?)`,
  );
  const all = database.prepare<NamedRouteRow>(routesText);
  const customer = database.prepare<object>("SELECT 1 FROM customer WHERE id = ?");
  const find = database.prepare<{ readonly of_file: number }>("SELECT of_file FROM route WHERE id = ?");
  const remove = database.prepare("DELETE FROM route WHERE id = ?");
  const removeOfFile = database.prepare("DELETE FROM route WHERE of_file = 1");
  return {
    all: () => all.all().map(namedRouteOf),
    hasCustomer: (id) => customer.get(id) !== undefined,
    isThere: (route) => same.get(...conditionsOf(route), route.link) !== undefined,
    insert(route) {
      const { rank, weight, uncertain, ofFile, link } = route;
      const row = insert.get(...conditionsOf(route), rank, weight, uncertain, Number(ofFile), link);
      return row === undefined ? refuse("unknownLink") : { ok: true, id: row.id };
    },
    find(id) {
      const row = find.get(id);
      return row && { ofFile: row.of_file === 1 };
    },
    remove: (id) => void remove.run(id),
    removeOfFile: () => void removeOfFile.run(),
  };
}

type AddAudit = (entry: NewAuditEntry) => void;

function prepareConfigure(links: LinkRows, routes: RouteRows, addAudit: AddAudit): LinkWrites["configure"] {
  return ({ by: actor, at, ...wanted }) => {
    const named = new Set(wanted.routes.flatMap(({ customerId }) => customerId ?? []));
    const customers = new Set([...named].filter((id) => routes.hasCustomer(id)));
    const stored = { links: links.all(), routes: routes.all(), customers };
    const changes = configuration(stored, wanted);
    if (typeof changes === "string") return refuse(changes);
    if (changes.entry !== undefined) addAudit({ at, actor, ...changes.entry });
    routes.removeOfFile();
    for (const link of changes.added) links.insert(link, at);
    for (const { id, link } of changes.changed) links.update(id, link);
    for (const id of changes.removed) links.remove(id);
    for (const route of changes.routes) routes.insert(route);
    return done;
  };
}

/** Prepares every change of links and routes on one connection. */
export function linkWrites(database: Database, addAudit: AddAudit): LinkWrites {
  const links = linkRows(database);
  const routes = routeRows(database);
  return {
    addLink: ({ link, at }) => links.insert(link, at),
    changeLink({ name, change }) {
      const known = links.find(name);
      const refusal = changeRefusal(known, change);
      if (refusal !== undefined) return refuse(refusal);
      if (known !== undefined) links.update(known.id, change);
      return done;
    },
    removeLink(name) {
      const known = links.find(name);
      const refusal = removalRefusal(known, known !== undefined && links.isUsed(known.id));
      if (refusal !== undefined) return refuse(refusal);
      if (known !== undefined) links.remove(known.id);
      return done;
    },
    addRoute(route) {
      const { customerId, link } = route;
      const refusal = routeRefusal({
        hasCustomer: customerId === undefined || routes.hasCustomer(customerId),
        hasLink: links.find(link) !== undefined,
        isThere: routes.isThere(route),
      });
      return refusal === undefined ? routes.insert(route) : refuse(refusal);
    },
    removeRoute(id) {
      const refusal = routeRemovalRefusal(routes.find(id));
      if (refusal !== undefined) return refuse(refusal);
      routes.remove(id);
      return done;
    },
    configure: prepareConfigure(links, routes, addAudit),
  };
}
