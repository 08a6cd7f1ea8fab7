import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Limits the pipelined requests of each connection that have no response yet: their calls run and take memory, however
 * slowly the caller reads. Finished responses are limited by Node.js, which then reads no more requests.
 */
export class Pipelines {
  readonly #most: number;
  /** Undefined for a connection that gets no more responses. */
  readonly #waiting = new WeakMap<Socket, Set<ServerResponse> | undefined>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Takes a slot for a request behind another one; false if none is free. No later request of that connection
   * gets one either, as the refusal is its last response.
   */
  admits(res: ServerResponse): boolean {
    const { socket } = res.req;
    const waiting = this.#waiting.has(socket) ? this.#waiting.get(socket) : new Set<ServerResponse>();
    if (waiting === undefined) return false;
    if (waiting.size >= this.#most) forgetAnswered(waiting);
    const admitted = waiting.size < this.#most;
    this.#waiting.set(socket, admitted ? waiting.add(res) : undefined);
    return admitted;
  }
}

function forgetAnswered(waiting: Set<ServerResponse>): void {
  for (const res of waiting) if (res.socket !== null || res.writableEnded) waiting.delete(res);
}
