import type { Arrival, Arrivals } from "../../../domain/inbox/arrivals.js";
import type { CallLog } from "messenger-gen-runtime";
import type { Concern } from "../../../domain/delivery/outcomes/retry.js";
import type { Clock } from "../../../ports/service.js";
import type { DataSm, DeliverSm, SubmitSm } from "../codec/pdu.js";
import type { StatusOverrides, SubmitAction } from "./status-table.js";

/** Why a message was not sent: it can be sent again without a duplicate. */
export type UnsentReason =
  /** No window slot is free: `free` was 0. */
  | "full"
  /** No session that may submit is bound. */
  | "unbound"
  /** `stop` was called. */
  | "stopped"
  /** The connection ended before the first octet of the message was written. */
  | "lost"
  /** A field is out of its limits; sending it again will not help. */
  | "invalid";

/** Result of a message submitted over a link. */
export type SubmitResponse =
  /** The SMSC responded with a command_status; `messageId` is empty in a refusal. */
  | {
      readonly kind: "response";
      readonly status: number;
      /** True for a generic_nack. */
      readonly nack: boolean;
      readonly action: SubmitAction;
      /** False while the SMSC is known to accept nothing over this bind. */
      readonly acceptsOthers: boolean;
      readonly messageId: string;
      /** Name of the bind that sent it. */
      readonly bind: string;
    }
  /** Acceptance is unknown: the connection ended (`lost`) or no response came in time (`timeout`). */
  | { readonly kind: "uncertain"; readonly reason: "lost" | "timeout"; readonly bind: string }
  | { readonly kind: "unsent"; readonly reason: UnsentReason };

/** Phase of a bind. */
export type BindPhase =
  | "stopped"
  | "connecting"
  | "binding"
  | "bound"
  /** Accepts no new messages, waits for the responses to those in flight. */
  | "draining"
  /** Waits before it connects again. */
  | "waiting"
  /** The SMSC refused the account; connects again only after `start`. */
  | "refused";

/** State of one bind. Counters start with the process. */
export interface BindState {
  /** For example `operator/1`, or `operator/1 receiver`. */
  readonly name: string;
  readonly mode: BindMode;
  readonly phase: BindPhase;
  /** When the phase began, milliseconds since the epoch. */
  readonly since: number;
  /** While it waits: when it connects again, milliseconds since the epoch. */
  readonly nextAt: number | undefined;
  /** Messages without a response, and how many may be. */
  readonly window: { readonly used: number; readonly size: number };
  /** Messages a second: sent in the last second, and allowed now (throttling included; undefined without a limit). */
  readonly rate: { readonly now: number; readonly limit: number | undefined };
  readonly submits: number;
  /** Responses to submits by command_status. */
  readonly answers: ReadonlyMap<number, number>;
  /** Uncertain messages: connection lost, or no response in time. */
  readonly uncertain: number;
  /** Number of times that the SMSC throttled the bind. */
  readonly throttles: number;
  /** Received messages and receipts. */
  readonly delivered: number;
  readonly connects: number;
  readonly lastError: string | undefined;
}

export interface LinkState {
  readonly name: string;
  /** Set while an operator has to act: the SMSC refuses the account. */
  readonly alarm: string | undefined;
  readonly binds: readonly BindState[];
}

/** A link to one SMSC. */
export interface SmppLink {
  readonly name: string;
  /** Whether messages can be submitted, now or when a slot is free. */
  readonly up: boolean;
  /** How many messages can be submitted now: free slots in the windows of bound sessions, after rate and throttling. */
  readonly free: number;
  /**
   * Sends one message. Never rejects. `isEvidence` is called if the SMSC refuses it and returns whether this is
   * evidence about the link or the session, true by default; see `isEvidence` in `server/domain/delivery/outcomes/retry.ts`.
   */
  submit(message: SubmitSm, isEvidence?: (concern: Concern) => boolean): Promise<SubmitResponse>;
  /** Number of binds of the link that it uses. */
  readonly slots: number;
  /** Sets the number of binds, closing ones included; resolves when no bind is closing any more. */
  resize(slots: number): Promise<void>;
  /** Connects, and connects again whenever a connection ends. */
  start(): void;
  /** Accepts no new message, waits for responses, unbinds; resolves when all connections are closed. */
  stop(): Promise<void>;
  state(): LinkState;
}

export type BindMode = "transceiver" | "transmitter" | "receiver";

/** TLS of a connection. The certificate of the SMSC is verified unless `verify` is false. */
export interface TlsOptions {
  readonly verify?: boolean;
  /** Certificate authorities in PEM, instead of those of Node. */
  readonly ca?: string;
  /** Name in the certificate; default: the host. */
  readonly serverName?: string;
  /** Own certificate and key in PEM. */
  readonly certificate?: string;
  readonly key?: string;
}

/** Milliseconds. */
export interface SmppTimers {
  /** For the connection to open, including TLS. Default 10,000. */
  readonly connect: number;
  /** For the response to a bind. Default 30,000. */
  readonly bind: number;
  /** For the response to a message. Default 60,000. */
  readonly response: number;
  /** Silence after which enquire_link is sent; two without a response close the connection. Default 30,000. */
  readonly enquireLink: number;
  /** Silence after which the connection is closed in any case. Default 300,000. */
  readonly inactivity: number;
  /** For the rest of a PDU that has begun. Default 10,000. */
  readonly restOfPdu: number;
  /** For responses in flight when a link is stopped or the SMSC unbinds. Default 10,000. */
  readonly drain: number;
}

/** Account and address of an SMSC. */
export interface SmppLinkOptions {
  /** Name for states and logs, for example `operator`. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** Undefined for plain TCP. */
  readonly tls?: TlsOptions | undefined;
  readonly systemId: string;
  readonly password: string;
  /** Default empty. */
  readonly systemType?: string;
  /** Default 0x34. */
  readonly interfaceVersion?: number;
  readonly addressTon?: number;
  readonly addressNpi?: number;
  readonly addressRange?: string;
  /** `transceiver` (default), or a transmitter and a receiver in place of each transceiver. */
  readonly mode?: "transceiver" | "transmitter+receiver" | "transmitter";
  /** How many of them. Default 1. */
  readonly binds?: number;
  /** Number of binds of this process, which determines its share of the rate. Default: all. */
  readonly slots?: number | undefined;
  /** Messages in flight on one bind. Default 10. */
  readonly window?: number;
  /** Messages a second on one bind; undefined without a limit. */
  readonly bindRate?: number | undefined;
  /** Messages a second on all binds together, those of other processes included. */
  readonly linkRate?: number | undefined;
  readonly timers?: Partial<SmppTimers>;
  /** Statuses that throttle or rebind, where the SMSC differs from the table. */
  readonly statuses?: StatusOverrides;
  /** Called when `free` has become greater than 0. */
  readonly onFree: () => void;
  /**
   * Called with a received message or receipt. The response has the command_status of the promise, once that has resolved: when
   * it is on disk. After a rejection the response is 0x08 (ESME_RSYSERR), so that the SMSC sends it again.
   */
  readonly onDeliver: (pdu: DeliverSm | DataSm, bind: string, arrival: Arrival) => Promise<number>;
  /** Arrivals of this process. Default: those of the link. */
  readonly arrivals?: Arrivals | undefined;
  readonly log: CallLog;
  /** Default: that of the system. */
  readonly clock?: Clock;
  /** 0 to 1, for the jitter of reconnects. Default `Math.random`. */
  readonly random?: () => number;
}
