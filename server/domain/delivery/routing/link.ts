import type { RepeatedRefusal } from "../outcomes/repeated-refusals.js";
import type { ResponseCodes } from "../outcomes/response-codes.js";
import type { MessageKind, Route } from "../route.js";
import type { RecipientState } from "../../recipient-state.js";

/** Protocol of a link. */
export type LinkKind = "loopback" | "smpp" | "mm7";

/** Messages that links of a kind carry. */
export const carriedBy: Readonly<Record<LinkKind, readonly MessageKind[]>> = {
  loopback: ["sms", "mms"],
  smpp: ["sms"],
  mm7: ["mms"],
};

/** Settings by name, as text; their meaning depends on the kind of the link. */
export type LinkSettings = Readonly<Record<string, string>>;

/** The provider of a user who has none. */
export const noProvider = "00000000-0000-0000-0000-000000000000";

/** The provider to which a link belongs, by its setting `provider`: a GUID in lower case; undefined without one. */
export function providerOf({ provider = "" }: LinkSettings): string | undefined {
  const guid = provider.toLowerCase();
  return guid === "" || guid === noProvider ? undefined : guid;
}

/** A configured link to a network. */
export interface Link {
  /** From 1, never given again. */
  readonly id: number;
  readonly name: string;
  readonly kind: LinkKind;
  /** Without the password. */
  readonly url: string;
  readonly password: string;
  /**
   * Links to one network share its message ids: a receipt may arrive on another link than the one that sent the
   * message.
   */
  readonly network: string;
  readonly settings: LinkSettings;
  /** False while the operator has stopped it. */
  readonly started: boolean;
  /** True for one that the configuration file or the command line of the server names. */
  readonly ofFile: boolean;
}

/** Whether no message leaves: every started link is a loopback, which confirms messages without sending them. */
export function isLoopbackOnly(
  links: readonly { readonly kind: string; readonly started?: boolean }[],
): boolean {
  const started = links.filter((link) => link.started !== false);
  return started.length > 0 && started.every(({ kind }) => kind === "loopback");
}

export type NewLink = Omit<Link, "id" | "started">;

/** Changes of a link; absent fields stay as they are. */
export type LinkChange = Partial<Pick<Link, "url" | "password" | "network" | "settings" | "started">>;

/** A route with the name of its link. */
export interface NamedRoute extends Route {
  readonly link: string;
  readonly ofFile: boolean;
}

export interface NewRoute extends Omit<Route, "id" | "linkId"> {
  readonly link: string;
  readonly ofFile: boolean;
}

/** State of a link, as last reported by the process that delivers. */
/** Connections of a link to its network. */
export interface BindCounts {
  readonly bound: number;
  /** Those that it keeps open or tries to open. */
  readonly all: number;
}

export interface LinkReport {
  readonly linkId: number;
  /** When it was written, milliseconds since the epoch. */
  readonly at: number;
  readonly up: boolean;
  /** Milliseconds since the epoch; undefined while it is up, and in the report of an earlier version. */
  readonly downSince?: number | undefined;
  /** As `downSince`; undefined while it is down. */
  readonly upSince?: number | undefined;
  readonly binds?: BindCounts | undefined;
  /** When it tries again; undefined while it is up. */
  readonly nextAt?: number | undefined;
  readonly word: string;
  readonly problem: string | undefined;
  readonly window: number;
  /** Parts in flight: now, and at most in the last minute or two. */
  readonly used: number;
  readonly peak?: number | undefined;
  /** Responses since the process started by their time, of each process that reports; absent in the report of an earlier version. */
  readonly responses?: Readonly<Record<string, readonly number[]>> | undefined;
  /** Counts since the process started. */
  readonly counts: Readonly<Record<LinkCount, number>>;
  /** The queued message that the network has refused most often, at least three times. */
  readonly refused?: RepeatedRefusal | undefined;
  /** Counts of each process that reports, by an id of its counters; absent in the report of an earlier version. */
  readonly byProcess?: Readonly<Record<string, LinkReport["counts"]>> | undefined;
  /** Responses other than acceptance since the link was opened; absent in the report of an earlier version. */
  readonly codes?: ResponseCodes | undefined;
  /** What was ignored in PDUs of the network, as `codes`; absent for a network whose messages have another form. */
  readonly ignored?: ResponseCodes | undefined;
}

/** Counters of a link. */
export const linkCounts = [
  "accepted",
  "refused",
  "later",
  "throttled",
  "uncertain",
  "resent",
  "receipts",
  "repeatedReceipts",
  "contradictions",
  "unmatchedReceipts",
  "incoming",
] as const;

export type LinkCount = (typeof linkCounts)[number];

/** Messages that wait for one link or are in flight on it. */
export interface LinkQueue {
  /** 0 for messages that are not routed yet, -1 for messages that match no route. */
  readonly linkId: number;
  /** Due messages and deferred ones. */
  readonly waiting: number;
  readonly underWay: number;
  readonly uncertain: number;
  /** Accepted by the network, without a final state. */
  readonly withoutReceipt: number;
}

/** A message whose acceptance is unconfirmed, held for the operator. */
export interface UncertainMessage {
  readonly id: number;
  readonly transactionId: string;
  readonly customerId: number;
  readonly phone: string;
  readonly link: string | undefined;
  /** Since when. */
  readonly at: number;
  readonly attempts: number;
  readonly code: string | undefined;
}

/** A receipt with another final state than the one that stays: the earlier one, or a known one in place of a guess. */
export interface Contradiction {
  /** Grows from one contradiction to the next. */
  readonly entry: number;
  /** Of the message. */
  readonly id: number;
  readonly transactionId: string;
  readonly customerId: number;
  readonly phone: string;
  readonly part: number;
  /** Of the part. */
  readonly state: RecipientState;
  /** State in the receipt. */
  readonly reported: RecipientState;
  readonly at: number;
  readonly code: string | undefined;
  /** 1 if the message was refunded. */
  readonly refunded: 0 | 1;
}

/** `changed`: links or routes have changed since the caller read what its change is based on. */
export type LinkRefusal =
  | "exists"
  | "unknownLink"
  | "unknownRoute"
  | "unknownPrice"
  | "unknownCustomer"
  | "inUse"
  | "ofFile"
  | "changed";

export type LinkOutcome = { readonly ok: true } | { readonly ok: false; readonly reason: LinkRefusal };
