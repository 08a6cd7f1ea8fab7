import {
  changeRefusal,
  configuration,
  removalRefusal,
  type RouteFacts,
  routeRefusal,
  routeRemovalRefusal,
} from "../../../domain/delivery/links/configuration.js";
import type {
  Link,
  LinkChange,
  LinkKind,
  LinkOutcome,
  LinkRefusal,
  NewLink,
  NewRoute,
} from "../../../domain/delivery/routing/link.js";
import type { Actor } from "../../../domain/audit.js";
import { flag, json, namesOf, text, integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, get, has, lock, run, type Steps } from "../../script/steps.js";
import { subject } from "../../script/subject.js";
import { customerExists } from "../accounts/known.js";
import { removeLinkNotes } from "../shift/notes.js";
import { addAudit } from "../audit/audit.js";
import { linkChanges, revisions } from "../kept.js";
import { endedRoutes, insertRoute, isStored, namedRoutes, updateRoute } from "./routes.js";
import { addEvents } from "./link-events.js";
import { removeBuyPrice, setBuyPrice } from "./buy-prices.js";
import { resolve, resolveBehind } from "./uncertain.js";

const done: LinkOutcome = { ok: true };
const refuse = (reason: LinkRefusal): LinkOutcome => ({ ok: false, reason });

const link = {
  id: integer(),
  name: text(),
  kind: text<LinkKind>(),
  url: text(),
  password: text(),
  network: text(),
  settings: json<Link["settings"]>(),
  started: flag(),
  ofFile: flag(),
};
const stored = { id: integer(), name: text(), ofFile: flag() };

/** Every link, in the order of their names. */
export const allLinks = sql(
  `SELECT l.id, l.name, l.kind, l.url, l.password, n.name AS network, l.settings, l.started, l.of_file
   FROM link l JOIN network n ON n.id = l.network ORDER BY l.name`,
  link,
);

const find = sql(`SELECT ${namesOf(stored)} FROM link WHERE name = $name`, stored);
const addNetwork = sql("INSERT INTO network (name) VALUES ($network) ON CONFLICT DO NOTHING");
const insert = sql(
  `INSERT INTO link (name, kind, url, password, network, settings, of_file, created_at)
   SELECT $name, $kind, $url, $password, id, $settings, $ofFile, $at FROM network WHERE name = $network
   ON CONFLICT DO NOTHING`,
);
const update = sql(
  `UPDATE link SET kind = coalesce($kind, kind), url = coalesce($url, url), password = coalesce($password, password),
     settings = coalesce($settings, settings), started = coalesce($started, started),
     network = coalesce((SELECT id FROM network WHERE name = $network), network)
   WHERE id = $id`,
);
const used = sql("SELECT 1 FROM route WHERE link_id = $id LIMIT 1");
const remove = sql("DELETE FROM link WHERE id = $id");

const customers = sql("SELECT id FROM customer WHERE id = ANY ($named::bigint[])", { id: integer() });
const findRoute = sql("SELECT of_file FROM route WHERE id = $id", { ofFile: flag() });
const removeRoute = sql("DELETE FROM route WHERE id = $id");
const removeOfFile = sql("DELETE FROM route WHERE of_file = true");

function* insertLink(added: NewLink, at: number): Steps<LinkOutcome> {
  const { name, kind, url, password, network, settings, ofFile } = added;
  yield* run(addNetwork, { network });
  const row = { name, kind, url, password, network, settings: JSON.stringify(settings), ofFile, at };
  return (yield* run(insert, row)) > 0 ? done : refuse("exists");
}

function* updateLink(id: number, change: LinkChange & Partial<Pick<NewLink, "kind">>): Steps<void> {
  const { kind, url, password, network, settings, started } = change;
  if (network !== undefined) yield* run(addNetwork, { network });
  const changed = settings && JSON.stringify(settings);
  yield* run(update, { id, kind, url, password, network, settings: changed, started });
}

function* configure(
  links: readonly NewLink[],
  routes: readonly NewRoute[],
  actor: Actor,
  at: number,
): Steps<LinkOutcome> {
  yield* lock(linkChanges);
  const named = routes.flatMap(({ customerId }) => customerId ?? []);
  const before = {
    links: yield* all(allLinks),
    routes: yield* all(namedRoutes),
    customers: new Set((yield* all(customers, { named })).map(({ id }) => id)),
  };
  const wanted = configuration(before, { links, routes });
  if (typeof wanted === "string") return refuse(wanted);
  if (wanted.entry !== undefined) yield* addAudit({ at, actor, ...wanted.entry });
  yield* run(removeOfFile);
  for (const added of wanted.added) yield* insertLink(added, at);
  for (const { id, link: changed } of wanted.changed) yield* updateLink(id, changed);
  for (const id of wanted.removed) yield* run(remove, { id });
  if (wanted.removed.length > 0) yield* removeLinkNotes();
  for (const route of wanted.routes) yield* insertRoute(route);
  return done;
}

/** @param id of the route that it replaces */
function* routeFacts(route: NewRoute, id?: number): Steps<RouteFacts> {
  const { customerId, link: name } = route;
  return {
    hasCustomer: customerId === undefined || (yield* customerExists(customerId)),
    hasLink: (yield* get(find, { name })) !== undefined,
    isThere: yield* isStored(route, id),
  };
}

/** Whether a change is based on links and routes as they are: the lock is held. */
function* isCurrent(basis: number | undefined): Steps<boolean> {
  return basis === undefined || (yield* get(revisions.links))?.n === basis;
}

/** Actor of the audit log for routes that are removed at their end. */
const ending = { name: "messenger", source: "end of a route" };

/** Changes of links and routes. */
export const links = subject(
  "links",
  {
    *add(added: NewLink, at: number): Steps<LinkOutcome> {
      yield* lock(linkChanges);
      return yield* insertLink(added, at);
    },
    *change(name: string, change: LinkChange, basis?: number): Steps<LinkOutcome> {
      yield* lock(linkChanges);
      if (!(yield* isCurrent(basis))) return refuse("changed");
      const known = yield* get(find, { name });
      const refusal = changeRefusal(known, change);
      if (refusal !== undefined) return refuse(refusal);
      if (known !== undefined) yield* updateLink(known.id, change);
      return done;
    },
    *remove(name: string): Steps<LinkOutcome> {
      yield* lock(linkChanges);
      const known = yield* get(find, { name });
      const refusal = removalRefusal(known, known !== undefined && (yield* has(used, { id: known.id })));
      if (refusal !== undefined) return refuse(refusal);
      if (known !== undefined) yield* run(remove, { id: known.id });
      yield* removeLinkNotes();
      return done;
    },
    *addRoute(route: NewRoute): Steps<LinkOutcome & { readonly id?: number }> {
      yield* lock(linkChanges);
      const refusal = routeRefusal(yield* routeFacts(route));
      return refusal === undefined ? yield* insertRoute(route) : refuse(refusal);
    },
    *changeRoute(id: number, route: NewRoute, basis?: number): Steps<LinkOutcome> {
      yield* lock(linkChanges);
      if (!(yield* isCurrent(basis))) return refuse("changed");
      const refusal =
        routeRemovalRefusal(yield* get(findRoute, { id })) ?? routeRefusal(yield* routeFacts(route, id));
      if (refusal !== undefined) return refuse(refusal);
      yield* updateRoute(id, route);
      return done;
    },
    *removeRoute(id: number): Steps<LinkOutcome> {
      yield* lock(linkChanges);
      const refusal = routeRemovalRefusal(yield* get(findRoute, { id }));
      if (refusal !== undefined) return refuse(refusal);
      yield* run(removeRoute, { id });
      return done;
    },
    *endRoutes(at: number): Steps<number> {
      yield* lock(linkChanges);
      const ended = yield* all(endedRoutes, { at });
      for (const { id, prefix, customerId: customer, originator, link: to } of ended) {
        yield* run(removeRoute, { id });
        const before = { prefix, customer, originator, link: to };
        yield* addAudit({ at, actor: ending, action: "route remove", subject: { route: id }, before });
      }
      return ended.length;
    },
    addEvents,
    configure,
    resolve,
    resolveBehind,
    setBuyPrice,
    removeBuyPrice,
  },
  ["add", "change", "remove", "addRoute", "changeRoute", "removeRoute", "configure"],
);
