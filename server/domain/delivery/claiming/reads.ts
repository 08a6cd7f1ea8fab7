import type { CandidateRow } from "../routing/candidate.js";
import type { ReadyQueue } from "./customer-shares.js";

/** A read that a claim needs from the store. */
export type ClaimRead =
  /** The queues of a link. */
  | { readonly kind: "queues"; readonly link: number; readonly now: number }
  /** Due messages of one queue of a link in the order (`nextAt`, `id`), after `after` if given. */
  | {
      readonly kind: "due";
      readonly link: number;
      readonly queue: number;
      readonly after: CandidateRow | undefined;
      readonly now: number;
      readonly limit: number;
    };

/** A queue of a link with due messages, and the stored rate of its customer. */
export interface StoredQueue extends ReadyQueue {
  /** Parts a second; null without a limit. */
  readonly rate: number | null;
  /** When the rate allows the next part, in microseconds since the epoch; null for at once. */
  readonly freeAt: number | null;
}

export interface QueuesOfLink {
  /** Queues with due messages. */
  readonly due: readonly StoredQueue[];
  /** How many queues have only messages that are due later, and when the first of those is due. */
  readonly later: number;
  readonly laterAt: number | undefined;
}

/** The response to a read. */
export type ClaimRows =
  | { readonly kind: "queues"; readonly queues: QueuesOfLink }
  | {
      readonly kind: "due";
      readonly rows: readonly CandidateRow[];
      /** If there are fewer rows than requested: due time of the next message of the queue, if there is one. */
      readonly laterAt: number | undefined;
    };
