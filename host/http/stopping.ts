import type { ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate, setTimeout as after } from "node:timers/promises";
import { closeIdle, endUnfinished, isFarewell, stopping } from "./closing.js";

/** The connections of a listener and the last response begun on each, while it serves and while it stops. */
export class Connections {
  /** With the bytes read when the connection had no request. */
  readonly #open = new Map<Socket, number>();
  readonly #last = new WeakMap<Socket, ServerResponse>();
  /** Milliseconds; undefined until `stop`. */
  #idleTime: number | undefined;

  add(socket: Socket): void {
    this.#open.set(socket, socket.bytesRead);
    if (this.#idleTime !== undefined) this.#settle(socket, this.#idleTime);
  }

  has(socket: Socket): boolean {
    return this.#open.has(socket);
  }

  delete(socket: Socket): void {
    this.#open.delete(socket);
  }

  last(socket: Socket): ServerResponse | undefined {
    return this.#last.get(socket);
  }

  /** The caller sends no more requests: the last response closes the connection. */
  sayLast(socket: Socket): void {
    const last = this.#last.get(socket);
    if (last?.headersSent === false) last.shouldKeepAlive = false;
  }

  /** False for a request behind the last response of its connection: it gets no response, so its call must not run. */
  begin(res: ServerResponse): boolean {
    const { socket } = res.req;
    const before = this.#last.get(socket);
    if (socket.writableEnded || isFarewell(before)) return false;
    this.#last.set(socket, res);
    if (this.#idleTime !== undefined) {
      // The last response of a pipeline closes the connection, none before it.
      if (before !== undefined) before.shouldKeepAlive = true;
      res.shouldKeepAlive = false;
    }
    return true;
  }

  /** From now on each response is the last one of its connection; a connection without a request closes after `idleTime`. */
  stop(idleTime: number): void {
    this.#idleTime = idleTime;
    for (const socket of this.#open.keys()) this.#settle(socket, idleTime);
  }

  /** Sends 503 to every request that has not arrived completely, and closes every connection behind its responses. */
  refuse(): void {
    this.#idleTime = 0;
    for (const socket of this.#open.keys()) {
      if (this.isQuiet(socket)) closeIdle(socket);
      else endUnfinished(socket, this.#last.get(socket), stopping);
    }
  }

  destroy(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  /** True if the connection has no request in progress and, while the listener stops, none has begun to arrive. */
  isQuiet(socket: Socket): boolean {
    const last = this.#last.get(socket);
    if (last !== undefined && !last.writableFinished) return false;
    return this.#idleTime === undefined || socket.bytesRead === this.#open.get(socket);
  }

  /** The oldest open connection of an address that has no complete request in progress. */
  replaceable(address: string): Socket | undefined {
    return [...this.#open.keys()].find((socket) => {
      const last = this.#last.get(socket);
      const isIdle = last === undefined || last.writableFinished || !last.req.complete;
      return isIdle && !socket.destroyed && socket.remoteAddress === address;
    });
  }

  #settle(socket: Socket, idleTime: number): void {
    const last = this.#last.get(socket);
    if (last !== undefined && !last.writableFinished) {
      if (!last.headersSent) last.shouldKeepAlive = false;
      // The last response announced that the connection stays open.
      else {
        last.once("finish", () => {
          this.#settle(socket, this.#idleTime ?? idleTime);
        });
      }
      return;
    }
    if (last !== undefined) this.#open.set(socket, socket.bytesRead);
    setTimeout(() => {
      if (this.isQuiet(socket)) closeIdle(socket);
    }, idleTime).unref();
  }
}

/** Maximum milliseconds for which connections are accepted while the listener stops. */
const backlogTime = 250;

/** Milliseconds; if other work in a turn of the event loop takes longer, connections may have arrived meanwhile. */
const quietTurn = 0.2;

/**
 * Closes a listening socket when every connection of its backlog is accepted, at the latest after `backlogTime`.
 * The connections stay open. The kernel resets connections in the backlog of a closed socket.
 *
 * @param accepted counts the connections
 */
export async function closeListening(server: NetServer, accepted: () => number): Promise<void> {
  const end = performance.now() + backlogTime;
  await setImmediate();
  for (;;) {
    const before = accepted();
    const begun = performance.now();
    await setImmediate();
    const now = performance.now();
    if (now >= end || (accepted() === before && now - begun < quietTurn)) break;
  }
  // The method of node:http also destroys the connections without a request.
  NetServer.prototype.close.call(server);
}

/** How long callers have to take the last responses, in milliseconds. */
const farewellTime = 1_000;

/**
 * Stops a listener in order; resolves when every connection is closed.
 *
 * @param closeTime milliseconds until requests and calls that have not ended are given up
 * @param giveUp ends the calls in progress; resolves when each has a response
 */
export async function stopListener(
  listener: Listener,
  closeTime: number,
  giveUp: () => Promise<void>,
): Promise<void> {
  const closed = listener.drain();
  const timers = new AbortController();
  const late = async (): Promise<void> => {
    await after(closeTime, undefined, timers);
    listener.refuse();
    await giveUp();
    await after(farewellTime, undefined, timers);
    listener.cut();
  };
  await Promise.race([closed, late().then(() => closed)]);
  timers.abort();
}

/** An open listener. */
export interface Listener {
  readonly port: number;
  /** Uses this certificate for new connections. @throws Error if the listener has no TLS, or the files do not fit */
  secure(tls: { readonly cert: Buffer; readonly key: Buffer }): void;
  /**
   * Closes the listening socket when every connection of its backlog is accepted. Requests that arrive within
   * `limits.closeIdleTime` are served; each response is the last one of its connection. Resolves when every connection
   * is closed.
   */
  drain(): Promise<void>;
  /** Sends 503 to every request that has not arrived completely, and closes every connection behind its responses. */
  refuse(): void;
  /** Closes every connection. */
  cut(): void;
}
