import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * The requests of each connection that wait behind others and are not answered yet: their calls run and take memory, however
 * slowly the caller reads. Answers that are there already are for node to hold back, which reads no more requests meanwhile.
 */
export class Pipelines {
  readonly #most: number;
  /** Undefined for a connection that gets no more responses. */
  readonly #waiting = new WeakMap<Socket, Set<ServerResponse> | undefined>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Takes a place for a request whose answer has no turn yet; false when there is none. No later request of that connection
   * has one either, as the refusal is its last answer.
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
