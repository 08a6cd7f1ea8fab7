import type { GivenUp } from "messenger-gen-runtime/host";
import type {
  ListedOperator,
  NewSession,
  OperatorChange,
  OperatorLogin,
  OperatorSession,
} from "../domain/accounts/operators.js";
import type { Change } from "../domain/accounts/accounts.js";
import type { NewOperatorKey, StoredOperatorKey } from "../domain/accounts/operator-keys.js";
import type { Actor } from "../domain/audit.js";
import type { LinkTraffic, Traffic } from "../domain/usage/traffic.js";
import type { Finding, HeldCustomer, Unusual } from "../domain/unusual/unusual.js";
import type { HourPeak } from "../domain/unusual/volume.js";
import type { RefusedCalls } from "../domain/usage/refused-calls.js";
import type { UnusualPost } from "../domain/callbacks/unusual-posts.js";
import type { PostQueue } from "./callbacks.js";
import type { SessionStore } from "./sessions.js";

/** Time, so that tests need not wait for it. */
export interface Clock {
  /** Milliseconds since the epoch; never goes back. */
  now(): number;
  /** Calls back once after some milliseconds; returns a function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

const { timeOrigin } = performance;

export const systemClock: Clock = {
  now: () => timeOrigin + performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};

/**
 * Limit of a write for a caller: it is refused after the call has timed out, unless it has begun; then it is finished. The
 * context of a call is one.
 */
export interface WriteLimit {
  /** Aborted when the call has timed out and its response was sent. */
  readonly givenUp: GivenUp;
}

/** True for a failure that a repeated call would meet again; false if it may be temporary or is unknown. */
export function isLasting(error: unknown): boolean {
  if (isOutcomeUnknown(error)) return false;
  return typeof error === "object" && error !== null && "retry" in error && error.retry === false;
}

/** True for a failure of the store after which nothing was written, and the same call may succeed. */
export function isPassing(error: unknown): boolean {
  return typeof error === "object" && error !== null && "retry" in error && error.retry === true;
}

/** True for a failure after which the write may have been made or not. */
export function isOutcomeUnknown(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "outcomeUnknown";
}

/** Signals between the processes of one database. They may be lost: a process that waits for one also polls. */
export interface SignalStore {
  /** Signals to other delivering processes that messages are due. May be called for each message; never fails. */
  due(): void;
  /** Calls back when another process signals; the returned function stops listening. */
  onDue(heard: () => void): () => Promise<void>;
}

/** Signals of a database that only one server process uses: nothing is sent. */
export const noSignals: SignalStore = { due: () => undefined, onDue: () => async () => undefined };

/** A server process at work. */
export interface ServerProcess {
  /** Of this run of the process. */
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** Separated by spaces. */
  readonly roles: string;
  /** Of the program. */
  readonly version: string;
  /** When it started, milliseconds since the epoch. */
  readonly since: number;
  /** Milliseconds by which the clock of its machine is ahead of the time of the service. */
  readonly clockAhead: number;
}

/** A process with its last heartbeat. */
export interface ListedProcess extends ServerProcess {
  /** Milliseconds since the epoch. */
  readonly heartbeat: number;
  /** Milliseconds since then, by the time of the store. */
  readonly silentFor: number;
}

/** Milliseconds without a heartbeat after which a process does not count as running. */
export const silentAfter = 15_000;

/** Milliseconds without a heartbeat after which a process is removed. */
export const forgottenAfter = 3_600_000;

/** Milliseconds by which a clock may differ from the time of the service before it is a problem. */
export const mostClockDifference = 2_000;

/** The transaction of the database that has lasted longest, of those that keep old versions of rows. */
export interface LongestTransaction {
  /** Of its process on the server; 0 for a prepared transaction. */
  readonly pid: number;
  /** Name that its application has given, or of the prepared transaction; may be empty. */
  readonly application: string;
  /** Milliseconds. */
  readonly age: number;
}

/** A copy of the database that follows it. */
export interface FollowingReplica {
  /** Name that it has given; that of its node under Patroni. */
  readonly name: string;
  /** Whether commits wait for it. */
  readonly isSynchronous: boolean;
  /** Milliseconds by which it was behind when it last reported; 0 when it has everything. */
  readonly lag: number;
  /** Since when it has followed, milliseconds since the epoch. */
  readonly since: number;
}

/** The servers of the database. */
export interface DatabaseServers {
  /** Address and port of the server that accepts writes, behind any proxy; empty over a socket. */
  readonly leader: string;
  /** Whether commits wait for a replica. */
  readonly waits: boolean;
  readonly replicas: readonly FollowingReplica[];
}

/** Server processes that use the database. */
export interface ProcessStore {
  /** Stores a heartbeat of a process, and removes processes that are silent for longer than `forgottenAfter`. */
  beat(process: ServerProcess, now: number): Promise<void>;
  /** Removes a process that stops. */
  leave(id: string): Promise<void>;
  /** Time of the database, milliseconds since the epoch: that of this machine if the database is a file. */
  time(): Promise<number>;
  /** In the order in which they started. */
  list(now: number): Promise<readonly ListedProcess[]>;
  /** Undefined without one, if the user of the database may not see it, and for a file. */
  longestTransaction(): Promise<LongestTransaction | undefined>;
  /** Undefined for a file, and if the user of the database may not see the replicas. */
  servers(): Promise<DatabaseServers | undefined>;
}

/** Result of a change of an operator: false if there is none, `lastAdmin` if no administrator would be left. */
export type OperatorChanged = boolean | "lastAdmin";

/** Operators of the console and their sessions. Each change is written together with its entry of the audit log. */
export interface OperatorStore extends SessionStore<OperatorSession> {
  /** In the order of their names. */
  list(): Promise<readonly ListedOperator[]>;
  find(name: string): Promise<OperatorLogin | undefined>;
  /** False if there is an operator with this name. */
  add(operator: OperatorLogin, by: Actor): Promise<boolean>;
  /** Closes the sessions of the operator. `keeps`: the last administrator keeps the role. */
  change(
    name: string,
    change: OperatorChange,
    by: Actor,
    at: number,
    keeps?: "admin",
  ): Promise<OperatorChanged>;
  /** Removes an operator with all sessions. `keeps`: not the last administrator. */
  remove(name: string, by: Actor, at: number, keeps?: "admin"): Promise<OperatorChanged>;
  /**
   * Opens a session and deletes outdated ones. False if there is no operator with this password hash and secret of codes. An
   * operator with a secret also needs a step that is later than the last one.
   */
  openSession(session: NewSession, by: Actor, at: number): Promise<boolean>;
}

/** Keys of operators for the operators' API. */
export interface OperatorKeyStore {
  find(id: string): Promise<StoredOperatorKey | undefined>;
  /** Of one operator, or of all; by operator, oldest first. */
  list(operator?: string): Promise<readonly StoredOperatorKey[]>;
  /** `exists`: a key of this name; `unknownEntry`: no such operator. */
  add(key: NewOperatorKey): Promise<Change>;
  remove(operator: string, name: string): Promise<Change>;
  /** Stores that a key was used. */
  used(id: string, at: number): Promise<void>;
}

/** Selects traffic by steps. */
export interface TrafficQuery {
  /** Name of a link; empty for the whole service. */
  readonly link: string;
  /** Milliseconds since the epoch: the first, and the one after the last. */
  readonly from: number;
  readonly until: number;
  /** Milliseconds, a multiple of a minute; steps begin at multiples of it. */
  readonly step: number;
}

/** The peak of a customer. */
export interface CustomerPeak extends HourPeak {
  readonly customerId: number;
}

/** Traffic by minute, of the last days, peaks of customers by hour, and their refused calls by day. */
export interface TrafficStore {
  /** Stores the traffic of minutes, except what is stored already, and removes that from before `forgetBefore`. */
  add(rows: readonly Traffic[], forgetBefore: number): Promise<void>;
  /** By step, oldest first; steps without traffic in the store are absent. */
  read(query: TrafficQuery): Promise<readonly Traffic[]>;
  /** As `add` and `read`, of links alone. */
  addLinks(rows: readonly LinkTraffic[], forgetBefore: number): Promise<void>;
  readLink(query: TrafficQuery): Promise<readonly LinkTraffic[]>;
  /** Stores peaks that are larger than those of the same hour, and removes those from hours before `forgetBefore`. */
  addPeaks(rows: readonly CustomerPeak[], forgetBefore: number): Promise<void>;
  /** Peaks of a customer since an hour, oldest first. */
  peaks(customerId: number, from: number): Promise<readonly HourPeak[]>;
  /** Adds refused calls to the counters of customers that exist, and removes those from days before `forgetBefore`. */
  addRefused(rows: readonly RefusedCalls[], forgetBefore: number): Promise<void>;
  /** Refused calls of a customer since a day, by day and code. */
  refused(customerId: number, from: number): Promise<readonly RefusedCalls[]>;
  /** Of all customers from a day on, the most frequent first. */
  refusedOfAll(from: number, limit: number): Promise<readonly RefusedCalls[]>;
}

/** Selects unusual traffic. */
export interface UnusualQuery {
  /** Undefined for all customers. */
  readonly customerId?: number | undefined;
  /** Last seen at this time or later, in milliseconds since the epoch. */
  readonly since: number;
  /** Behind the finding of this id; undefined for the newest ones. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Unusual traffic of customers. */
export interface UnusualStore {
  /**
   * Stores what was found at a time. What was seen within `findingPause` before is the same finding, which grows; a new one has a callback
   * if the customer has a URL, and holds the customer if it has that setting, which is recorded in the audit log.
   */
  add(found: readonly Unusual[], at: number): Promise<void>;
  /** Newest first. */
  list(query: UnusualQuery): Promise<readonly Finding[]>;
  /** Customers that are held, by number. */
  held(limit: number): Promise<readonly HeldCustomer[]>;
  /** Callbacks about it. */
  readonly queue: PostQueue<UnusualPost>;
}
