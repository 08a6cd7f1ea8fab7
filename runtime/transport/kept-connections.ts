import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** Milliseconds by which a connection is given up before its server does: a request may be on its way then. */
const margin = 1_000;
/** After this many milliseconds without a call a server may have closed a connection. */
const longIdle = 1_000;

/** What is known of a connection. */
interface Kept {
  /** The header Keep-Alive of its last response, and the milliseconds in it after which the server closes an idle connection. */
  header?: string | undefined;
  timeout?: number | undefined;
  /** When its last call ended; 0 before. */
  idleSince: number;
}

const connections = new WeakMap<object, Kept>();

function keptOf(socket: object): Kept {
  let kept = connections.get(socket);
  if (kept === undefined) connections.set(socket, (kept = { idleSince: 0 }));
  return kept;
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

/** Closes idle connections of an agent a second before their servers do. */
export function closeIdleInTime(agent: Agent): void {
  agent.on("free", (socket: Socket) => {
    const kept = keptOf(socket);
    kept.idleSince = Date.now();
    if (kept.timeout === undefined) return;
    const longest = kept.timeout - margin;
    // Node has set it already for the usual spelling of the header.
    const isInTime = socket.timeout !== undefined && socket.timeout !== 0 && socket.timeout <= longest;
    if (isInTime || !isFree(agent, socket)) return;
    if (longest <= 0) socket.destroy();
    else socket.setTimeout(longest);
  });
}

/** True for a request on a connection that has been idle for long: its server may have closed it. */
export function isLongIdle({ reusedSocket, socket }: ClientRequest): boolean {
  if (!reusedSocket || socket === null) return false;
  return Date.now() - (connections.get(socket)?.idleSince ?? 0) >= longIdle;
}

/** The agent may have given the connection to a waiting request. */
function isFree({ freeSockets }: Agent, socket: Socket): boolean {
  return Object.values(freeSockets).some((sockets) => sockets?.includes(socket) === true);
}
