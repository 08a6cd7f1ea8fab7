import type { StoredLink } from "../../domain/links/configuration.js";
import type {
  Contradiction,
  Link,
  LinkKind,
  LinkReport,
  NamedRoute,
  UncertainMessage,
} from "../../domain/links/links.js";
import type { MessageKind, Route } from "../../domain/links/routing.js";
import type { Flag } from "./customer-row.js";

/** A link as `linksText` reads it. */
export interface LinkRow {
  readonly id: number;
  readonly name: string;
  readonly kind: LinkKind;
  readonly url: string;
  readonly password: string;
  readonly network: string;
  /** JSON. */
  readonly settings: string;
  readonly started: Flag;
  readonly of_file: Flag;
}

const linkColumns =
  "l.id, l.name, l.kind, l.url, l.password, n.name AS network, l.settings, l.started, l.of_file";

export function linkOf({ settings, started, of_file, ...row }: LinkRow): Link {
  return {
    ...row,
    settings: JSON.parse(settings) as Link["settings"],
    started: Boolean(started),
    ofFile: Boolean(of_file),
  };
}

/** Facts that decide about changes of a link. */
export type StoredLinkRow = Pick<LinkRow, "id" | "name" | "of_file">;

export function storedLink({ id, name, of_file }: StoredLinkRow): StoredLink {
  return { id, name, ofFile: Boolean(of_file) };
}

/** A route `r`: `routeColumns`. */
export interface RouteRow {
  readonly id: number;
  readonly prefix: string;
  readonly customer_id: number | null;
  readonly originator: string | null;
  readonly kind: MessageKind | null;
  readonly link_id: number;
  readonly rank: number;
  readonly weight: number;
  readonly uncertain: Route["uncertain"];
}

export const routeColumns =
  "r.id, r.prefix, r.customer_id, r.originator, r.kind, r.link_id, r.rank, r.weight, r.uncertain";

export function routeOf(row: RouteRow): Route {
  const { id, prefix, rank, weight, uncertain } = row;
  return {
    ...{ id, prefix, rank, weight, uncertain, linkId: row.link_id },
    customerId: row.customer_id ?? undefined,
    originator: row.originator ?? undefined,
    kind: row.kind ?? undefined,
  };
}

/** A route with the name of its link. */
export interface NamedRouteRow extends RouteRow {
  readonly link: string;
  readonly of_file: Flag;
}

export function namedRouteOf(row: NamedRouteRow): NamedRoute {
  return { ...routeOf(row), link: row.link, ofFile: Boolean(row.of_file) };
}

/** Report of a link; `state` is JSON. */
export interface ReportRow {
  readonly link_id: number;
  readonly at: number;
  readonly state: string;
}

export function reportOf({ link_id: linkId, at, state }: ReportRow): LinkReport {
  return { ...(JSON.parse(state) as Omit<LinkReport, "linkId" | "at">), linkId, at };
}

/** An uncertain recipient `r` of a transaction `t`, with its link `l`: `heldColumns`. */
export interface HeldRow extends Omit<UncertainMessage, "link" | "code"> {
  readonly link: string | null;
  readonly code: string | null;
}

export const heldColumns = `r.id, t.id AS "transactionId", t.customer_id AS "customerId", r.phone, l.name AS link, r.at,
  r.attempts, r.error AS code`;

export function uncertainOf(row: HeldRow): UncertainMessage {
  return { ...row, link: row.link ?? undefined, code: row.code ?? undefined };
}

/** A report `c` on a part `p` of a recipient `r` of a transaction `t`: `contradictionColumns`. */
export interface ContradictionRow extends Omit<Contradiction, "code"> {
  readonly code: string | null;
}

export const contradictionColumns = `c.id AS entry, r.id, t.id AS "transactionId", t.customer_id AS "customerId", r.phone, c.part, p.state,
  c.state AS reported, c.at, c.code`;

export function contradictionOf(row: ContradictionRow): Contradiction {
  return { ...row, code: row.code ?? undefined };
}

/** Reads the links. */
export const linksText = `SELECT ${linkColumns} FROM link l JOIN network n ON n.id = l.network ORDER BY l.name`;

/** Reads the `NamedRouteRow`s. */
export const routesText = `SELECT ${routeColumns}, l.name AS link, r.of_file FROM route r JOIN link l ON l.id = r.link_id ORDER BY r.id`;
