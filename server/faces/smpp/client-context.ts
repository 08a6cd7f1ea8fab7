import type { CallLog } from "messenger-gen-runtime";
import type { Clock } from "../../ports/service.js";
import type { SmppStore } from "../../ports/smpp.js";
import type { LimitedLine } from "../../work/coordination/limited-log.js";
import type { LogIn } from "./login.js";
import type { Managed, ManagedResponse } from "./manage.js";
import type { BoundClient, Submission, Submitted } from "./submit.js";

/** Milliseconds. */
export interface ClientTimes {
  /** From the connection to the bind. */
  readonly bind: number;
  /** For the response to a deliver_sm. */
  readonly response: number;
  readonly enquireLink: number;
  readonly inactivity: number;
  readonly restOfPdu: number;
  /** For what is in flight when the session ends. */
  readonly drain: number;
  /** The same, of a client that may not be bound any more. */
  readonly revoke: number;
  /** For a sign of life of a session whose place another bind wants, and how long that bind waits. */
  readonly proof: number;
  readonly place: number;
}

export const clientTimes: ClientTimes = {
  bind: 10_000,
  response: 60_000,
  enquireLink: 30_000,
  inactivity: 300_000,
  restOfPdu: 10_000,
  drain: 10_000,
  revoke: 500,
  proof: 2_000,
  place: 3_800,
};

/** What clients use of the server. */
export interface ClientContext<C> {
  readonly process: string;
  readonly smpp: Pick<SmppStore, "open" | "close" | "proven">;
  readonly newId: () => string;
  readonly logIn: LogIn;
  readonly submit: (
    client: BoundClient,
    pdu: Submission,
    onFailure: (error: unknown) => void,
  ) => Promise<Submitted>;
  readonly manage: (client: BoundClient, pdu: Managed) => Promise<ManagedResponse>;
  /** The server stops: it accepts no more binds. */
  readonly isStopping: () => boolean;
  readonly onBound: (client: C) => void;
  /** Sessions are asked for a sign of life, those of this process at once. */
  readonly onAsked: () => void;
  /** A receiver has a free slot. */
  readonly onFree: (client: C) => void;
  readonly onClosed: (client: C) => void;
  readonly count: (event: ClientEvent, value: string) => void;
  readonly times: ClientTimes;
  /** Time of the service. */
  readonly now: () => number;
  readonly clock: Clock;
  readonly log: CallLog;
  /** A line that a client can cause in any number. */
  readonly limitedLine: LimitedLine;
}

/** Events that are counted: binds and submits by command_status, deliveries by outcome. */
export type ClientEvent = "bind" | "submit" | "deliver";
