import type { LinkChange, LinkOutcome, LinkRefusal, NewLink, NewRoute } from "../../../domain/links/links.js";
import type { Database } from "../engine/database.js";

export interface LinkWrites {
  addLink(input: { readonly link: NewLink; readonly at: number }): LinkOutcome;
  changeLink(input: { readonly name: string; readonly change: LinkChange }): LinkOutcome;
  removeLink(name: string): LinkOutcome;
  addRoute(route: NewRoute): LinkOutcome & { readonly id?: number };
  removeRoute(id: number): LinkOutcome;
  configure(input: {
    readonly links: readonly NewLink[];
    readonly routes: readonly NewRoute[];
    readonly at: number;
  }): LinkOutcome;
}

interface Stored {
  readonly id: number;
  readonly of_file: number;
}

const done: LinkOutcome = { ok: true };
const refuse = (reason: LinkRefusal): LinkOutcome => ({ ok: false, reason });

interface LinkRows {
  find(name: string): Stored | undefined;
  insert(link: NewLink, at: number): LinkOutcome;
  update(id: number, change: LinkChange): void;
  remove(id: number): boolean;
}

function linkRows(database: Database): LinkRows {
  const find = database.prepare<Stored>("SELECT id, of_file FROM link WHERE name = ?");
  const addNetwork = database.prepare("INSERT INTO network (name) VALUES (?) ON CONFLICT DO NOTHING");
  const insert = database.prepare(
    `INSERT INTO link (name, kind, url, password, network, settings, of_file, created_at)
     SELECT ?, ?, ?, ?, id, ?, ?, ? FROM network WHERE name = ? ON CONFLICT DO NOTHING`,
  );
  const update = database.prepare(
    `UPDATE link SET url = ifnull(?, url), password = ifnull(?, password), settings = ifnull(?, settings),
       started = ifnull(?, started), network = ifnull((SELECT id FROM network WHERE name = ?), network)
     WHERE id = ?`,
  );
  const used = database.prepare<object>("SELECT 1 FROM route WHERE link_id = ? LIMIT 1");
  const remove = database.prepare("DELETE FROM link WHERE id = ?");
  return {
    find: (name) => find.get(name),
    insert({ name, kind, url, password, network, settings, ofFile }, at) {
      addNetwork.run(network);
      const row = [name, kind, url, password, JSON.stringify(settings), Number(ofFile), at, network];
      return insert.run(...row).changes > 0 ? done : refuse("exists");
    },
    update(id, { url, password, network, settings, started }) {
      if (network !== undefined) addNetwork.run(network);
      update.run(
        ...[url ?? null, password ?? null, settings === undefined ? null : JSON.stringify(settings)],
        ...[started === undefined ? null : Number(started), network ?? null, id],
      );
    },
    remove: (id) => used.get(id) === undefined && remove.run(id).changes > 0,
  };
}

interface RouteRows {
  insert(route: NewRoute): LinkOutcome & { readonly id?: number };
  remove(id: number): LinkOutcome;
  removeOfFile(): void;
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
  const customer = database.prepare<object>("SELECT 1 FROM customer WHERE id = ?");
  const find = database.prepare<Stored>("SELECT id, of_file FROM route WHERE id = ?");
  const remove = database.prepare("DELETE FROM route WHERE id = ?");
  const removeOfFile = database.prepare("DELETE FROM route WHERE of_file = 1");
  return {
    insert({ prefix, customerId, originator, kind, link, rank, weight, uncertain, ofFile }) {
      const conditions = [prefix, customerId ?? null, originator ?? null, kind ?? null];
      if (customerId !== undefined && customer.get(customerId) === undefined)
        return refuse("unknownCustomer");
      if (same.get(...conditions, link) !== undefined) return refuse("exists");
      const row = insert.get(...conditions, rank, weight, uncertain, Number(ofFile), link);
      return row === undefined ? refuse("unknownLink") : { ok: true, id: row.id };
    },
    remove(id) {
      const row = find.get(id);
      if (row === undefined) return refuse("unknownRoute");
      if (row.of_file === 1) return refuse("ofFile");
      remove.run(id);
      return done;
    },
    removeOfFile: () => void removeOfFile.run(),
  };
}

/** Ends a `configure` half way: its savepoint takes back what was done. */
class Unfit extends Error {
  readonly outcome: LinkOutcome;
  constructor(outcome: LinkOutcome) {
    super("the configuration does not fit");
    this.outcome = outcome;
  }
}

function expectDone(outcome: LinkOutcome): void {
  if (!outcome.ok) throw new Unfit(outcome);
}

type Configure = LinkWrites["configure"];

/** Links of the configuration keep their ids while they keep their names: messages wait for them. */
function prepareConfigure(database: Database, links: LinkRows, routes: RouteRows): Configure {
  const ofFile = database.prepare<{ readonly id: number; readonly name: string }>(
    "SELECT id, name FROM link WHERE of_file = 1",
  );
  const put = (link: NewLink, at: number): void => {
    const known = links.find(link.name);
    if (known === undefined) expectDone(links.insert(link, at));
    else if (known.of_file === 0) throw new Unfit(refuse("exists"));
    else links.update(known.id, link);
  };
  const replace: Configure = ({ links: wanted, routes: wantedRoutes, at }) => {
    routes.removeOfFile();
    for (const link of wanted) put(link, at);
    const names = new Set(wanted.map(({ name }) => name));
    for (const { id, name } of ofFile.all())
      if (!names.has(name) && !links.remove(id)) throw new Unfit(refuse("inUse"));
    for (const route of wantedRoutes) expectDone(routes.insert(route));
    return done;
  };
  return (input) => {
    database.exec("SAVEPOINT configure");
    try {
      return replace(input);
    } catch (error) {
      database.exec("ROLLBACK TO configure");
      if (error instanceof Unfit) return error.outcome;
      throw error;
    } finally {
      database.exec("RELEASE configure");
    }
  };
}

/** Prepares every change of links and routes on one connection. */
export function linkWrites(database: Database): LinkWrites {
  const links = linkRows(database);
  const routes = routeRows(database);
  const isStartOrStop = ({ started, ...rest }: LinkChange): boolean =>
    started !== undefined && Object.keys(rest).length === 0;
  return {
    addLink: ({ link, at }) => links.insert(link, at),
    changeLink({ name, change }) {
      const known = links.find(name);
      if (known === undefined) return refuse("unknownLink");
      if (known.of_file === 1 && !isStartOrStop(change)) return refuse("ofFile");
      links.update(known.id, change);
      return done;
    },
    removeLink(name) {
      const known = links.find(name);
      if (known === undefined) return refuse("unknownLink");
      if (known.of_file === 1) return refuse("ofFile");
      return links.remove(known.id) ? done : refuse("inUse");
    },
    addRoute: (route) => routes.insert(route),
    removeRoute: (id) => routes.remove(id),
    configure: prepareConfigure(database, links, routes),
  };
}
