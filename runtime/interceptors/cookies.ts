import type { Interceptor } from "../client/interceptor.js";
import { interceptExchange } from "./exchange.js";

interface Cookie {
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** Maximum number of stored cookies; the oldest are removed first. */
const mostCookies = 100;

/**
 * Keeps the cookies of the service, for sessions, and sends them with later requests (RFC 6265 without domains and paths, as the client
 * calls one address).
 */
export function cookies(): Interceptor {
  const held = new Map<string, Cookie>();
  return interceptExchange(async (request, send) => {
    const now = Date.now();
    for (const [name, { expires }] of held) if (expires <= now) held.delete(name);
    const lines = [...held].map(([name, { value }]) => `${name}=${value}`);
    const { cookie: own } = request.headers;
    const cookie = [...(own === undefined ? [] : [own]), ...lines].join("; ");
    const response = await send(
      cookie === "" ? request : { ...request, headers: { ...request.headers, cookie } },
    );
    for (const line of response.headers?.getSetCookie() ?? []) hold(held, line);
    return response;
  });
}

function hold(held: Map<string, Cookie>, line: string): void {
  const [pair = "", ...attributes] = line.split(";");
  const at = pair.indexOf("=");
  const name = pair.slice(0, at).trim();
  if (at < 1 || name === "") return;
  held.delete(name);
  const expires = expiryOf(attributes);
  if (expires <= Date.now()) return;
  held.set(name, { value: pair.slice(at + 1).trim(), expires });
  const [oldest] = held.keys();
  if (held.size > mostCookies && oldest !== undefined) held.delete(oldest);
}

/** Max-Age comes before Expires (RFC 6265 section 5.3). */
function expiryOf(attributes: readonly string[]): number {
  const values = new Map(
    attributes.map((attribute) => {
      const [name = "", ...value] = attribute.split("=");
      return [name.trim().toLowerCase(), value.join("=").trim()] as const;
    }),
  );
  const age = values.get("max-age");
  if (age !== undefined && /^-?\d+$/.test(age)) return Date.now() + Number(age) * 1_000;
  const date = Date.parse(values.get("expires") ?? "");
  return Number.isNaN(date) ? Infinity : date;
}
