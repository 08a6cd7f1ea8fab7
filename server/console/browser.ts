import type { IncomingMessage } from "node:http";
import type { OperatorSession } from "../domain/accounts/operators.js";
import type { Access } from "./access.js";
import { type Preferences, preferencesIn } from "./preferences.js";
import { type Reply, seeOther } from "./reply.js";
import { markIn, tokenIn } from "./tokens.js";

/** A request of a browser that may use the console. */
export interface Browser {
  readonly address: string;
  readonly secure: boolean;
  readonly method: string;
  /** Below `/console`; `/` for the console itself. */
  readonly path: string;
  readonly query: string;
  /** Of the cookie. */
  readonly token: string | undefined;
  /** Of the cookie for log-ins. */
  readonly mark: string | undefined;
  readonly preferences: Preferences;
  /** A script fetches the page again, without the operator. */
  readonly isRefresh: boolean;
}

/** A browser of an operator who is logged in. */
export interface LoggedIn extends Browser {
  readonly token: string;
  readonly session: OperatorSession;
}

export function browserOf(
  req: IncomingMessage,
  { address, secure }: Extract<Access, { allowed: true }>,
): Browser {
  const [path = "", ...query] = (req.url ?? "").split("?");
  const below = path.slice("/console".length);
  const { cookie } = req.headers;
  return {
    address,
    secure,
    method: req.method ?? "",
    query: query.join("?"),
    path: below === "" ? "/" : below,
    token: tokenIn(cookie, secure),
    mark: markIn(cookie, secure),
    preferences: preferencesIn(cookie, secure),
    isRefresh: req.headers["x-refresh"] !== undefined,
  };
}

/** Path in the console to return to. */
export function placeIn(text: string | undefined): string {
  const isPlace =
    text !== undefined &&
    /^\/console(\/(?!\.\.?(?:[/?]|$))[\w.~%:@-]+)*(\?[\w.~%:@&=+-]{0,500})?$/u.test(text);
  return isPlace ? text : "/console";
}

/** Sends a browser without a session to the log-in, and from there to the page that it wanted. */
export function toLogIn({ path, method }: Browser): Reply {
  if (path === "/live") return { status: 403 };
  const next = method === "POST" || path === "/" ? "" : `?next=${encodeURIComponent(`/console${path}`)}`;
  return seeOther(`/console/log-in${next}`);
}
