import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** Milliseconds by which a connection is given up before its server does: a request may be on its way then. */
const margin = 1_000;
/** After this many milliseconds without a call a server may have closed a connection. */
const longIdle = 1_000;
/** Milliseconds until the first probe of TCP, as of Node's agent. */
const firstProbe = 1_000;

/** What is known of a connection. */
interface Kept {
  /** The header Keep-Alive of its last response, and the milliseconds in it after which the server closes an idle connection. */
  header: string;
  timeout: number;
  /** When its last call ended; 0 while it has one. */
  idleSince: number;
}

/** Where a connection holds it: looked up several times in each call, which a property does faster than a WeakMap. */
const facts = Symbol("kept");

interface Connection extends Duplex {
  [facts]?: Kept | undefined;
}

function keptOf(connection: Connection): Kept {
  return (connection[facts] ??= { header: "", timeout: Infinity, idleSince: 0 });
}

/** Stores what a response says about its connection: `Keep-Alive: timeout=5, max=100` (RFC 2068, 19.7.1.1). */
export function noteKeepAlive({ headers, socket }: IncomingMessage): void {
  const header = headers["keep-alive"];
  if (typeof header !== "string") return;
  const kept = keptOf(socket);
  if (kept.header === header) return;
  const seconds = /(?:^|[\s,;])timeout\s*=\s*"?(\d{1,6})/i.exec(header)?.[1];
  kept.header = header;
  if (seconds !== undefined) kept.timeout = Number(seconds) * 1_000;
}

/**
 * Makes an agent close its idle connections a second before their servers do, in place of what Node does for one spelling of the header.
 *
 * @param idleTimeout milliseconds after which an idle connection is closed in any case; none when 0
 */
export function closeIdleInTime(agent: Agent, idleTimeout: number): void {
  const most = idleTimeout === 0 ? Infinity : idleTimeout;
  agent.keepSocketAlive = (socket: Duplex): boolean => {
    if (!(socket instanceof Socket)) return false;
    const kept = keptOf(socket);
    const longest = Math.min(most, kept.timeout - margin);
    if (longest <= 0) return false;
    kept.idleSince = Date.now();
    socket.setKeepAlive(true, firstProbe);
    socket.unref();
    const timeout = longest === Infinity ? 0 : longest;
    if (socket.timeout !== timeout) socket.setTimeout(timeout);
    return true;
  };
}

/** True for a request on a connection that was idle for long until now: its server may have closed it. */
export function isLongIdle({ reusedSocket, socket }: ClientRequest): boolean {
  if (!reusedSocket || socket === null) return false;
  const kept = keptOf(socket);
  const { idleSince } = kept;
  kept.idleSince = 0;
  return idleSince !== 0 && Date.now() - idleSince >= longIdle;
}
