import type { ClaimedRecipient, StateChange } from "./store.js";

/** A way to the network. Results are returned, not stored: the delivery worker records them. */
export interface Gateway {
  /** As in `--smsc`, for example `loopback`. */
  readonly name: string;
  /** Why messages do not reach a network through it; undefined when they do. */
  problem(): string | undefined;
  /** Hands messages over. Resolves with the new state of every recipient it has an answer for. */
  submit(recipients: readonly ClaimedRecipient[], now: number): Promise<readonly StateChange[]>;
  /** What the network has reported since the last call, at most `limit` changes. */
  receipts(now: number, limit: number): Promise<readonly StateChange[]>;
}
