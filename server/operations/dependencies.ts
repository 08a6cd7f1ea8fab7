import type { Credentials } from "../ports/accounts.js";
import type { Store } from "../ports/store.js";
import type { WriteLimit } from "../ports/service.js";
import { randomUUID } from "node:crypto";

/** Dependencies of one call of an operation. */
export interface Dependencies extends ServiceDependencies {
  /** Of every write that is made for the call. */
  readonly limit: WriteLimit;
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

/** The time of the last transaction id, and its beginning: it is printed once for all that are made in a millisecond. */
let [lastTime, lastBeginning] = [NaN, ""];

function beginningAt(now: number): string {
  if (now === lastTime) return lastBeginning;
  const time = now.toString(16).padStart(12, "0");
  [lastTime, lastBeginning] = [now, `${time.slice(0, 8)}-${time.slice(8)}-7`];
  return lastBeginning;
}

/**
 * A version 7 UUID (RFC 9562, section 5.7) in lower case: its first 48 bits are the time, so that consecutive
 * transactions are adjacent in an index.
 */
export function newTransactionId(now: number): string {
  return beginningAt(now) + randomUUID().slice(15);
}
