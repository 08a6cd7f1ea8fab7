import type { ServerResponse } from "node:http";
import type { OperatorSession } from "../../domain/accounts/operators.js";
import { type Reply, securityHeaders } from "../web/reply.js";

export interface LiveLimits {
  /** Maximum open streams of a process. */
  readonly streams: number;
  /** Of one operator. */
  readonly ofOperator: number;
  /** Milliseconds between two events, if the numbers are read quickly. */
  readonly event: number;
  /** Milliseconds after which a browser that does not read is disconnected. */
  readonly unread: number;
}

export const liveLimits: LiveLimits = {
  streams: 32,
  ofOperator: 8,
  event: 2_000,
  unread: 10_000,
};

/** Part of the time that reading the numbers may take: 1 of so many. */
const readingShare = 5;

export interface LiveSources {
  /** Live numbers by their keys, as text. */
  readonly numbers: () => Promise<Readonly<Record<string, string>>>;
  /** Whether a session is open, by the hash of its token. */
  readonly isOpen: (session: string) => Promise<boolean>;
}

interface Stream {
  readonly res: ServerResponse;
  /** Hash of the token of its session. */
  readonly session: string;
  readonly operator: string;
  /** When the browser had read all events before the last one. */
  readAt: number;
}

const over = "event: over\ndata: \n\n";

const tooMany: Reply = { status: 503, headers: { "Retry-After": "30" } };

/**
 * Streams of live numbers (server-sent events). They do not keep a session alive, and end with it: at once, or in another
 * process before the next event. A stream has a connection of
 * its own: only the end of the connection is certain to be reported.
 */
export class LiveStreams {
  readonly #sources: LiveSources;
  readonly #limits: LiveLimits;
  readonly #streams = new Set<Stream>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(sources: LiveSources, limits = liveLimits) {
    this.#sources = sources;
    this.#limits = limits;
  }

  /** Sends events on a response until either side ends it; a reply if it cannot be a stream. */
  open({ tokenHash: session, operator }: OperatorSession, res: ServerResponse): Reply | undefined {
    const { socket } = res.req;
    if (socket.destroyed) return undefined;
    // Behind another response of the connection: its events would wait for the end of that one.
    if (res.socket === null) return { status: 400, headers: { Connection: "close" } };
    if (this.#isClosed || this.#isFull(operator)) return tooMany;
    const stream = { res, session, operator, readAt: Date.now() };
    const type = "text/event-stream; charset=utf-8";
    const headers = { "Cache-Control": "no-store", "Content-Type": type, Connection: "close" };
    this.#streams.add(stream);
    const remove = (): void => {
      this.#streams.delete(stream);
    };
    socket.once("close", remove);
    res.once("error", remove);
    // Nobody reads a stream of a caller that has closed its sending side.
    socket.once("end", () => {
      if (this.#streams.has(stream)) this.#end(stream);
    });
    res.writeHead(200, { ...securityHeaders, ...headers });
    res.write("retry: 5000\n\n");
    this.#schedule(0);
    return undefined;
  }

  /** Ends the streams of a session. */
  endSession(session: string): void {
    for (const stream of this.#streams) if (stream.session === session) this.#end(stream, over);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const stream of this.#streams) this.#end(stream);
  }

  #isFull(operator: string): boolean {
    const own = [...this.#streams].filter((stream) => stream.operator === operator);
    return this.#streams.size >= this.#limits.streams || own.length >= this.#limits.ofOperator;
  }

  /** Nothing is written after the end: the stream is no longer one of the set. */
  #end(stream: Stream, text?: string): void {
    const { res } = stream;
    const { socket } = res.req;
    this.#streams.delete(stream);
    const unread = setTimeout(() => socket.destroy(), this.#limits.unread).unref();
    socket.once("close", () => {
      clearTimeout(unread);
    });
    res.end(text);
  }

  #schedule(wait: number): void {
    this.#timer ??= setTimeout(() => {
      const start = performance.now();
      this.#sendAll()
        .catch(() => undefined)
        .finally(() => {
          this.#timer = undefined;
          const took = performance.now() - start;
          if (this.#streams.size > 0) this.#schedule(Math.max(this.#limits.event, took * readingShare));
        });
    }, wait).unref();
  }

  /** Rejects when the store fails; the next event reads it again. */
  async #sendAll(): Promise<void> {
    await this.#endOver();
    const event = `event: numbers\ndata: ${JSON.stringify(await this.#sources.numbers())}\n\n`;
    for (const stream of this.#streams) this.#send(stream, event);
  }

  async #endOver(): Promise<void> {
    for (const session of new Set([...this.#streams].map((stream) => stream.session)))
      if (!(await this.#sources.isOpen(session))) this.endSession(session);
  }

  /** A browser that does not read skips events. */
  #send(stream: Stream, event: string): void {
    const { res } = stream;
    const now = Date.now();
    if (!res.writableNeedDrain) {
      stream.readAt = now;
      res.write(event);
    } else if (now - stream.readAt >= this.#limits.unread) res.req.socket.destroy();
  }
}
