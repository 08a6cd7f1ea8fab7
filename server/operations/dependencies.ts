import type { Credentials } from "../ports/credentials.js";
import type { Store } from "../ports/store.js";

/** What the operations need of the world around them. */
export interface Dependencies {
  readonly store: Store;
  readonly credentials: Credentials;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A new transaction id, made at `now`: a lower-case GUID. */
  readonly newTransactionId: (now: number) => string;
  /** What `GetGreeting` answers. */
  readonly greeting: string;
  /** Why messages do not reach a network; undefined when they do. */
  readonly deliveryProblem: () => string | undefined;
  /** Told after something was accepted that is due now. */
  readonly wakeDelivery: () => void;
}
