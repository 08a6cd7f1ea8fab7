import type { IncomingMessage } from "node:http";
import type { Access } from "./access.js";
import { type Preferences, preferencesIn } from "./preferences.js";
import { type Reply, seeOther } from "./reply.js";
import { markIn, type SiteIdentity, tokenIn } from "./tokens.js";

/** A request of a browser that may use a site. */
export interface Browser {
  /** Path above the pages that it sees. */
  readonly base: string;
  readonly address: string;
  readonly secure: boolean;
  readonly method: string;
  /** Below the site; `/` for the site itself. */
  readonly path: string;
  readonly query: string;
  /** Of the cookie. */
  readonly token: string | undefined;
  /** Of the cookie for log-ins. */
  readonly mark: string | undefined;
  readonly preferences: Preferences;
  /** A script fetches the page again, without the visitor. */
  readonly isRefresh: boolean;
}

/** A browser whose visitor is logged in. */
export interface LoggedIn<Session> extends Browser {
  readonly token: string;
  readonly session: Session;
  /** Milliseconds since the epoch: the time of all checks and changes of the request. */
  readonly now: number;
}

export function browserOf(
  req: IncomingMessage,
  site: SiteIdentity,
  { address, secure }: Extract<Access, { allowed: true }>,
): Browser {
  const [path = "", ...query] = (req.url ?? "").split("?");
  const below = path.slice(site.base.length);
  const { cookie } = req.headers;
  return {
    base: site.base,
    address,
    secure,
    method: req.method ?? "",
    query: query.join("?"),
    path: below === "" ? "/" : below,
    token: tokenIn(cookie, site, secure),
    mark: markIn(cookie, site, secure),
    preferences: preferencesIn(cookie, site, secure),
    isRefresh: req.headers["x-refresh"] !== undefined,
  };
}

/** Sends a browser without a session to the log-in, and from there to the page that it wanted. */
export function toLogIn({ base, path, method, query }: Browser): Reply {
  if (path === "/live") return { status: 403 };
  const kept = /(?:^|&)(?<kept>kept=[\w-]{43})(?:&|$)/u.exec(query)?.groups?.["kept"];
  const place = `${base}${path}${kept === undefined ? "" : `?${kept}`}`;
  const next = method === "POST" || path === "/" ? "" : `?next=${encodeURIComponent(place)}`;
  return seeOther(`${base}/log-in${next}`);
}
