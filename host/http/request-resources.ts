import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { LargeBodies, readBody, type BodyRefusal, type BodyRequest, type BodyResources } from "./body.js";
import { BodyMemory } from "./body-memory.js";
import { FairSlots } from "./fair-slots.js";
import type { Limits } from "./limits.js";
import { Turns } from "./turns.js";

/** Resources that requests hold and wait for now. */
export interface Load {
  /** Bytes of bodies in memory. */
  readonly bodyBytes: number;
  /** Bodies that wait for memory. */
  readonly bodiesWaiting: number;
  /** Requests that wait to be inflated or decoded. */
  readonly requestsWaiting: number;
}

/** Compressed bodies inflated at once: half of Node's thread pool; password hashes need the others. */
const inflatedAtOnce = 2;

/** Credit of one turn to inflate, in bytes. */
const inflatingShare = 65_536;

/** Steps of a request before it is decoded: memory for its body, inflating, and a turn, each shared fairly between callers. */
export class RequestResources {
  readonly #resources: BodyResources;
  readonly #memory: BodyMemory;
  readonly #inflating = new FairSlots(inflatedAtOnce, inflatingShare);
  readonly #turns = new Turns();
  /** Callbacks for the close of a connection. */
  readonly #endings = new WeakMap<Socket, Set<() => void>>();

  constructor(limits: Limits) {
    this.#memory = new BodyMemory(limits);
    this.#resources = {
      limits,
      largeBodies: new LargeBodies(limits.largeBodies),
      memory: this.#memory,
      inflating: this.#inflating,
      turns: this.#turns,
      whenOver: this.#whenOver,
    };
  }

  get load(): Load {
    return {
      bodyBytes: this.#memory.held,
      bodiesWaiting: this.#memory.waiting,
      requestsWaiting: this.#turns.waiting + this.#inflating.waiting,
    };
  }

  /** As `readBody`. */
  read(request: BodyRequest, done: (body: Buffer | BodyRefusal) => void): void {
    readBody(request, this.#resources, done);
  }

  /**
   * Runs work of that many bytes in its turn; not at all if the caller has disconnected by then.
   * @param how `continue` for the next piece of started work
   */
  inTurn(
    owner: string,
    bytes: number,
    res: ServerResponse,
    work: () => void,
    how: "run" | "continue" = "run",
  ): void {
    this.#turns[how](owner, bytes, work, res.req.socket);
  }

  /** A connection has closed. */
  abandon(socket: Socket): void {
    for (const end of this.#endings.get(socket) ?? []) end();
  }

  /** A response that waits for earlier ones of its connection gets no close event. */
  readonly #whenOver = (res: ServerResponse, run: () => void): void => {
    const { socket } = res.req;
    const endings = this.#endings.get(socket) ?? new Set<() => void>();
    this.#endings.set(socket, endings);
    const end = (): void => {
      if (endings.delete(end)) run();
    };
    endings.add(end);
    res.once("close", end);
  };
}
