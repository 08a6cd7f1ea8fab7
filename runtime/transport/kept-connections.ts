import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** Milliseconds by which a connection is given up before its server does: a request may be on its way then. */
const margin = 1_000;
/** After this many milliseconds without a call a server may have closed a connection. */
const longIdle = 1_000;

/** By connections, milliseconds after which their servers close them when idle. */
const serverTimeouts = new WeakMap<object, number>();
/** By connections, when their last call ended. */
const idleSince = new WeakMap<object, number>();

/** Stores what a response says about its connection: `Keep-Alive: timeout=5, max=100` (RFC 2068, 19.7.1.1). */
export function noteKeepAlive({ headers, socket }: IncomingMessage): void {
  const value = headers["keep-alive"];
  const seconds =
    typeof value === "string" ? /(?:^|[\s,;])timeout\s*=\s*"?(\d{1,6})/i.exec(value)?.[1] : undefined;
  if (seconds !== undefined) serverTimeouts.set(socket, Number(seconds) * 1_000);
}

/** Closes idle connections of an agent a second before their servers do. */
export function closeIdleInTime(agent: Agent): void {
  agent.on("free", (socket: Socket) => {
    idleSince.set(socket, Date.now());
    const timeout = serverTimeouts.get(socket);
    if (timeout === undefined || !isFree(agent, socket)) return;
    if (timeout <= margin) socket.destroy();
    else if (socket.timeout === undefined || socket.timeout === 0 || timeout - margin < socket.timeout)
      socket.setTimeout(timeout - margin);
  });
}

/** True for a request on a connection that has been idle for long: its server may have closed it. */
export function isLongIdle({ reusedSocket, socket }: ClientRequest): boolean {
  if (!reusedSocket || socket === null) return false;
  return Date.now() - (idleSince.get(socket) ?? 0) >= longIdle;
}

/** The agent may have given the connection to a waiting request. */
function isFree({ freeSockets }: Agent, socket: Socket): boolean {
  return Object.values(freeSockets).some((sockets) => sockets?.includes(socket) === true);
}
