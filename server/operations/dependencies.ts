import type { Credentials } from "../ports/accounts.js";
import type { Store } from "../ports/store.js";
import type { WriteLimit } from "../ports/service.js";
import type { RunningTransactions } from "./running-transactions.js";

/** Dependencies of one call of an operation. */
export interface Dependencies extends ServiceDependencies {
  /** Of every write that is made for the call. */
  readonly limit: WriteLimit;
  /** Refuses a client transaction that another call is carrying out; without it, the call waits for the other one. */
  readonly running?: RunningTransactions | undefined;
  /** The call follows the deployed service where the interface document says otherwise. Default: false. */
  readonly lenient?: boolean | undefined;
  /** Called with the entries of a call that are no numbers. */
  readonly refusedEntries?: ((entries: readonly string[]) => void) | undefined;
}

/** Dependencies of the operations. */
export interface ServiceDependencies {
  readonly store: Store;
  readonly credentials: Credentials;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A new transaction id, made at `now`: a lower-case GUID. */
  readonly newTransactionId: (now: number) => string;
  /** Response of `GetGreeting`. */
  readonly greeting: string;
  /** Why messages do not reach a network; undefined when they do. */
  readonly deliveryProblem: () => string | undefined;
  /** Called after something was accepted that is due now and waits for a claim. */
  readonly wakeDelivery: () => void;
}
