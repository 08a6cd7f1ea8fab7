import type { LinkEvent } from "../domain/delivery/links/events.js";
import type { Arrivals } from "../domain/inbox/arrivals.js";
import type { BuyPrice } from "../domain/usage/costs.js";
import type { ReceiptEffect } from "../domain/delivery/states/receipt-state.js";
import type {
  BindCounts,
  LinkReport,
  Link,
  NewLink,
  LinkChange,
  NamedRoute,
  NewRoute,
  LinkQueue,
  UncertainMessage,
  Contradiction,
  LinkOutcome,
} from "../domain/delivery/routing/link.js";
import type { Holding, LinkSlots } from "../domain/delivery/claiming/link-slots.js";
import type {
  Claim,
  ClaimedMessage,
  Settlement,
  EarlyReceipts,
  LinkReceipt,
  QueuePlace,
} from "../domain/delivery/claiming/claim.js";
import type { Actor } from "../domain/audit.js";
import type { UncertainPolicy } from "../domain/delivery/route.js";
import type { CallLog } from "messenger-gen-runtime";
import type { MmsPart } from "../domain/message/mms-message.js";
import type { Outcome } from "../domain/delivery/outcomes/outcome.js";
import type { OutgoingMessage, Receipt } from "../domain/delivery/claiming/attempt.js";
import type { ResponseCodes } from "../domain/delivery/outcomes/response-codes.js";
import type { IncomingPart } from "../domain/inbox/received-part.js";

/** Request to begin or renew a lease of delivery. */
export interface LeaseRequest {
  /** Name of the lease, and its fencing token: a lease that has ended does not begin again under this name. */
  readonly owner: string;
  readonly now: number;
  /** A store that serves several machines counts from its own time instead of `now`. */
  readonly until: number;
  readonly reports: readonly LinkReport[];
  /** Links that it delivers to, and those of which it still uses slots. */
  readonly wanted: readonly LinkSlots[];
}

/** The part of the store that processes use which deliver. */
export interface DeliveryStore {
  /**
   * Acquires or renews a lease, and stores the states of the links. Undefined while another worker has all of delivery, and when the
   * lease has ended. The messages that an ended lease left in flight are settled as uncertain, by the policies of their routes.
   */
  own(request: LeaseRequest): Promise<Holding | undefined>;
  /** Ends a lease, so that another worker can take over at once. */
  disown(owner: string): Promise<void>;
  /** Earliest due time of a message for one of these links or for any; undefined if there is none. */
  nextDue(linkIds: readonly number[]): Promise<number | undefined>;
  /** Earliest due time of a message for each of these links (0: for any); links without one are absent. */
  dueByLink(linkIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Links with queued messages; 0 for messages without a link, -1 for messages that match no route. */
  waitingLinks(): Promise<readonly number[]>;
  /**
   * Claims due messages for links of which the worker has slots, earliest first, each customer within its rate, and stores that they may
   * reach the network from now on. Overdue messages expire. Without room it only routes messages to their links.
   */
  claim(claim: Claim): Promise<readonly ClaimedMessage[]>;
  /** Returns claimed messages that are not in `known` to the queue: none of them was sent. */
  takeBack(owner: string, known: readonly number[]): Promise<void>;
  /** Stores settlements; returns the early receipts that they match. */
  settle(settlements: readonly Settlement[]): Promise<readonly EarlyReceipts[]>;
  /**
   * Reroutes messages queued for a link that has changed or is down; call again with the place returned. Changes nothing
   * unless the lease of the worker holds.
   */
  reroute(input: {
    readonly owner: string;
    readonly linkId: number;
    readonly up: readonly number[];
    readonly after: QueuePlace | undefined;
  }): Promise<QueuePlace | undefined>;
  /** Stores receipts; unmatched ones are kept until the response to their submission arrives. */
  receipts(receipts: readonly LinkReceipt[]): Promise<readonly (ReceiptEffect | "unmatched")[]>;
  /**
   * Whether the network of a link has taken a message under one of these keys, from `to` to `from`, whose receipts are still stored: a text
   * that comes from its recipient is then its receipt.
   */
  hasSent(receipt: {
    readonly linkId: number;
    readonly keys: readonly string[];
    readonly from: string;
    readonly to: string;
  }): Promise<boolean>;
  /** Expires messages that have waited longer than `validity`; returns their number, at most `limit`. */
  expire(now: number, validity: number, limit: number): Promise<number>;
  /** Ends as Unknown the messages without a final receipt, and the uncertain ones, since before a time. */
  giveUp(before: number, now: number, limit: number): Promise<number>;
  /** Deletes unmatched receipts from before a time, and all but the latest `most`. */
  forgetUnmatched(before: number, most: number, limit: number): Promise<number>;
}

/** Links and routes. A change takes effect in every process that has the store open. */
export interface LinkStore {
  /** Grows with every change of links and routes. */
  revision(): Promise<number>;
  /** In the order of their names. */
  links(): Promise<readonly Link[]>;
  add(link: NewLink, at: number): Promise<LinkOutcome>;
  /**
   * `ofFile` if the link is one of the configuration file, which may only be started and stopped. `basis`: the revision before the link was
   * read that the change is based on.
   */
  change(name: string, change: LinkChange, basis?: number): Promise<LinkOutcome>;
  /** `inUse` while a route uses it. */
  remove(name: string): Promise<LinkOutcome>;
  /** In the order in which they were added. */
  routes(): Promise<readonly NamedRoute[]>;
  addRoute(route: NewRoute): Promise<LinkOutcome & { readonly id?: number }>;
  /** Replaces a route; `ofFile` for one of the configuration file. `basis`: as for `change`. */
  changeRoute(id: number, route: NewRoute, basis?: number): Promise<LinkOutcome>;
  removeRoute(id: number): Promise<LinkOutcome>;
  /** Removes the routes whose end has come; resolves with their number. Recorded. */
  endRoutes(at: number): Promise<number>;
  /** Prices of networks, in the order of links and prefixes. */
  buyPrices(): Promise<readonly BuyPrice[]>;
  /** Sets or replaces the price of a part, in thousandths of a credit. */
  setBuyPrice(link: string, prefix: string, price: number): Promise<LinkOutcome>;
  removeBuyPrice(link: string, prefix: string): Promise<LinkOutcome>;
  /** Replaces the links and routes of the previous configuration file; all or nothing. The changes are in the audit log. */
  configure(
    links: readonly NewLink[],
    routes: readonly NewRoute[],
    by: Actor,
    at: number,
  ): Promise<LinkOutcome>;
  reports(): Promise<readonly LinkReport[]>;
  /** Stores what happened, or how it has grown; deletes what is older or more than is kept. Events of removed links are left out. */
  addEvents(events: readonly LinkEvent[], now: number): Promise<void>;
  /** The latest first, of a link or of all. */
  events(linkId: number | undefined, limit: number): Promise<readonly LinkEvent[]>;
  queues(): Promise<readonly LinkQueue[]>;
  /** In the order of their ids; after `after` if given. */
  uncertain(limit: number, after?: number): Promise<readonly UncertainMessage[]>;
  /** The latest first; before the `entry` `before` if given. */
  contradictions(limit: number, before?: number): Promise<readonly Contradiction[]>;
  /** Whether there is or was a link to a network other than loopback. */
  hadNetwork(): Promise<boolean>;
  /**
   * Resends uncertain messages, or ends them as Unknown. Ids that are not uncertain are skipped; returns how
   * many were not.
   */
  resolve(ids: readonly number[], how: Exclude<UncertainPolicy, "hold">, at: number): Promise<number>;
  /** As `resolve`, of all uncertain messages in the order of their ids: at most `limit` with larger ones than `after`. */
  resolveBehind(
    after: number,
    limit: number,
    how: Exclude<UncertainPolicy, "hold">,
    at: number,
  ): Promise<Resolved>;
}

/** Uncertain messages that were decided in one commit. */
export interface Resolved {
  readonly ok: true;
  /** How many they were. */
  readonly changed: number;
  /** What the entry of the audit log says of it. */
  readonly after: { readonly count: number };
  /** Id of the last one, with which to go on; null at the end. */
  readonly next: number | null;
}

/** State of a gateway. */
export interface GatewayState {
  /** Status name for the operator, for example `bound`, `connecting`, `refused`. */
  readonly word: string;
  /** Reason for not being up, or the last event; one line, without secrets. */
  readonly problem?: string | undefined;
  /** Connections that submit; undefined for a network that keeps none. */
  readonly binds?: BindCounts | undefined;
  /** When it tries again, milliseconds since the epoch; undefined while it is up, and where it does not try by itself. */
  readonly nextAt?: number | undefined;
  /** What was ignored in PDUs of the network since the link was opened. */
  readonly ignored?: ResponseCodes | undefined;
}

/** An attempt to send a message over a link. */
export interface Attempt {
  /** Number of parts of the message on this link. */
  readonly parts: number;
  /** Submits one part, counted from 1. Never rejects. */
  submit(part: number): Promise<Outcome>;
}

/** Connection to one network. It has no state that must survive the process. */
export interface Gateway {
  /** True if messages can be sent now, or as soon as the window has a free slot. Read several times per message. */
  readonly up: boolean;
  state(): GatewayState;
  /** Maximum parts in flight, with the slots that it has. */
  readonly window: number;
  /** Free window slots in parts; 0 while it is down or the rate is used up. More parts may still be submitted. */
  free(): number;
  /** Begins an attempt to send a message. @throws if it cannot be encoded for this link */
  prepare(message: OutgoingMessage): Attempt;
  /**
   * Sets the number of usable slots of the link; slots that are in use count until they are given up. Resolves when no more than the
   * last call set are in use, within a limited time.
   */
  resize(slots: number): Promise<void>;
  /** Waits a limited time for the responses to parts in flight, then disconnects. */
  close(): Promise<void>;
}

/** Callbacks of a gateway to the service. */
export interface GatewayContext {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: CallLog;
  /** Whether messages may be sent now; to be checked again after each wait before the network. */
  maySend(): boolean;
  /** Reports that a window slot is free or the state has changed. Cheap; may be called often. */
  changed(): void;
  /** Whether a text that is nothing but a receipt is one: the network of the link has such a message from `to` to `from`. */
  isReceipt(text: {
    readonly messageId: string;
    readonly from: string;
    readonly to: string;
  }): Promise<boolean>;
  /** Resolves when the receipt is on disk; only then may it be acknowledged. Rejects if it cannot be stored. */
  receipt(receipt: Receipt): Promise<void>;
  /** Arrivals of this process, by which repeated parts are recognized. */
  readonly arrivals?: Arrivals;
  /** As `receipt`, for an incoming message. */
  incoming(part: IncomingPart): Promise<void>;
  /** Reports by its name something that was ignored in a PDU; a gateway uses a limited number of names. */
  ignored(name: string): void;
  /** The parts of an MMS, in order. */
  mmsParts(transactionId: string): Promise<readonly MmsPart[]>;
}
