import type { ServerResponse } from "node:http";
import type { OperatorSession } from "../domain/accounts/operators.js";
import type { Moments } from "./moment.js";
import { numbersOf } from "./overview.js";
import { type Reply, securityHeaders } from "./reply.js";

/** Maximum open streams of a process. */
export const maxStreams = 32;

/** Milliseconds between two events, and between two checks of the session of a stream. */
const times = { event: 2_000, session: 20_000 };

interface Stream {
  readonly res: ServerResponse;
  /** Of the cookie. */
  readonly token: string;
  checkAt: number;
}

/** Streams of live numbers (server-sent events). They do not keep a session alive, and end with it. */
export class LiveStreams {
  readonly #moments: Moments;
  readonly #session: (token: string) => Promise<OperatorSession | undefined>;
  readonly #streams = new Set<Stream>();
  #timer: NodeJS.Timeout | undefined;

  constructor(moments: Moments, session: (token: string) => Promise<OperatorSession | undefined>) {
    this.#moments = moments;
    this.#session = session;
  }

  /** Sends events on a response until either side ends it; a reply if there are too many. */
  open(token: string, res: ServerResponse): Reply | undefined {
    if (this.#streams.size >= maxStreams) return { status: 503, headers: { "Retry-After": "30" } };
    const stream = { res, token, checkAt: Date.now() + times.session };
    const type = "text/event-stream; charset=utf-8";
    res.writeHead(200, { ...securityHeaders, "Cache-Control": "no-store", "Content-Type": type });
    res.write("retry: 5000\n\n");
    this.#streams.add(stream);
    res.once("close", () => {
      this.#streams.delete(stream);
    });
    this.#schedule(0);
    return undefined;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const { res } of this.#streams) res.end();
  }

  #schedule(wait: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#sendAll()
        .catch(() => undefined)
        .finally(() => {
          if (this.#streams.size > 0) this.#schedule(times.event);
        });
    }, wait).unref();
  }

  /** Rejects when the store fails; the next event reads it again. */
  async #sendAll(): Promise<void> {
    const event = `event: numbers\ndata: ${JSON.stringify(numbersOf(await this.#moments.now()))}\n\n`;
    for (const stream of this.#streams) {
      if (Date.now() >= stream.checkAt) {
        stream.checkAt = Date.now() + times.session;
        if ((await this.#session(stream.token)) === undefined) {
          stream.res.end("event: over\ndata: \n\n");
          continue;
        }
      }
      // A browser that does not read skips events.
      if (!stream.res.writableNeedDrain) stream.res.write(event);
    }
  }
}
