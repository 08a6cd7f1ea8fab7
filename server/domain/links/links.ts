import type { RepeatedRefusal } from "./repeated-refusals.js";
import type { MessageKind, Route } from "./routing.js";
import type { RecipientState } from "../outbox/recipient-state.js";

/** What a link speaks. */
export type LinkKind = "loopback" | "smpp" | "mm7";

/** Messages that links of a kind carry. */
export const carriedBy: Readonly<Record<LinkKind, readonly MessageKind[]>> = {
  loopback: ["sms", "mms"],
  smpp: ["sms"],
  mm7: ["mms"],
};

/** Settings by name, as text; what they mean depends on the kind of the link. */
export type LinkSettings = Readonly<Record<string, string>>;

/** A way to a network, as it is set up. */
export interface Link {
  /** From 1, never given again. */
  readonly id: number;
  readonly name: string;
  readonly kind: LinkKind;
  /** Without the password. */
  readonly url: string;
  readonly password: string;
  /** Links to one network share its message ids: a receipt may come over another link than the message went. */
  readonly network: string;
  readonly settings: LinkSettings;
  /** False while the operator has stopped it. */
  readonly started: boolean;
  /** True for one that the configuration file or the command line of the server names. */
  readonly ofFile: boolean;
}

export type NewLink = Omit<Link, "id" | "started">;

/** What can be changed; what is absent stays. */
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

/** What a link does, as the process that delivers has last written it. */
export interface LinkReport {
  readonly linkId: number;
  /** When it was written, milliseconds since the epoch. */
  readonly at: number;
  readonly up: boolean;
  readonly word: string;
  readonly problem: string | undefined;
  readonly window: number;
  /** Parts on the way. */
  readonly used: number;
  /** Counts since the process started. */
  readonly counts: Readonly<Record<LinkCount, number>>;
  /** The queued message that the network has refused most often, at least three times. */
  readonly refused?: RepeatedRefusal | undefined;
}

/** What is counted per link. */
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

/** Messages that wait for or are in the care of one link. */
export interface LinkQueue {
  /** 0 for messages without a route yet, -1 for those that no route fits. */
  readonly linkId: number;
  /** Due messages and deferred ones. */
  readonly waiting: number;
  readonly underWay: number;
  readonly uncertain: number;
  /** Taken over by the network, without a final state. */
  readonly withoutReceipt: number;
}

/** A message that the network has or has not, and that is kept for the operator. */
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

/** A receipt that says another final state than one before, which stays. */
export interface Contradiction {
  /** Of the message. */
  readonly id: number;
  readonly transactionId: string;
  readonly customerId: number;
  readonly phone: string;
  readonly part: number;
  /** Of the part, as it was first reported. */
  readonly state: RecipientState;
  /** What the receipt says. */
  readonly reported: RecipientState;
  readonly at: number;
  readonly code: string | undefined;
}

export type LinkRefusal = "exists" | "unknownLink" | "unknownRoute" | "unknownCustomer" | "inUse" | "ofFile";

export type LinkOutcome = { readonly ok: true } | { readonly ok: false; readonly reason: LinkRefusal };
