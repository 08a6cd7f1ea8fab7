import type { Change } from "../domain/accounts/accounts.js";
import type {
  BindReport,
  ConfirmedBinds,
  ListedBind,
  NewSmppAccount,
  NewSmppBind,
  OpenedBind,
  SmppAccount,
  SmppAccountChange,
} from "../domain/smpp/accounts.js";
import type { RecipientState } from "../domain/recipient-state.js";
import type { DeliveryResult, SmppDelivery } from "../domain/smpp/deliveries.js";

/** Receipts and messages that wait for an account. */
export interface WaitingDeliveries {
  readonly userId: number;
  readonly waiting: number;
  /** When the oldest one was added. */
  readonly oldest: number;
}

/** Deliveries that a process wants for an account. */
export interface WantedDeliveries {
  readonly userId: number;
  /** Of `SmppBind`. */
  readonly process: string;
  /** Ids of its receivers: a delivery that prefers another bind that is there is left for it. */
  readonly binds: readonly string[];
  /** Ids of deliveries that this process has taken and not settled. */
  readonly inFlight: readonly number[];
  readonly limit: number;
}

/** Accounts, binds and deliveries of the SMPP server. */
export interface SmppStore {
  account(systemId: string): Promise<SmppAccount | undefined>;
  /** In the order of their system_ids. */
  accounts(customerId?: number): Promise<readonly SmppAccount[]>;
  /** `exists` if the system_id is taken or the user has an account. */
  add(account: NewSmppAccount): Promise<Change>;
  /** A new password closes the binds of the account. False if there is no such account. */
  change(systemId: string, change: SmppAccountChange): Promise<boolean>;
  /** Removes an account with its deliveries; its binds are closed. False if there is none. */
  remove(systemId: string): Promise<boolean>;
  /** Forgets binds of processes that have ended. */
  begin(now: number): Promise<void>;
  /**
   * Lists a bind until `confirm` is not called for some seconds. If there are as many as the limit allows, `asks` has their processes ask
   * them for a sign of life.
   */
  open(bind: NewSmppBind, limit: number | undefined, now: number, asks: boolean): Promise<OpenedBind>;
  /** Binds of a process that are to give a sign of life. */
  asked(process: string): Promise<readonly string[]>;
  /** A bind has given a sign of life. */
  proven(id: string): Promise<void>;
  close(id: string): Promise<void>;
  /** Confirms the binds of a process. */
  confirm(reports: readonly BindReport[], now: number): Promise<ConfirmedBinds>;
  /** Binds that were confirmed lately, in the order of system_id and time. */
  binds(now: number): Promise<readonly ListedBind[]>;
  /** Asks the processes to close binds: one, or all of an account. Returns how many. */
  kick(which: { readonly id: string } | { readonly systemId: string }): Promise<number>;
  /** Takes messages with these parts from the rate of a customer; returns whether each may be sent. */
  takeRate(
    customerId: number,
    parts: readonly number[],
    perSecond: number,
    now: number,
  ): Promise<readonly boolean[]>;
  /** Those of the users for whom a delivery is due. */
  due(userIds: readonly number[], now: number): Promise<readonly number[]>;
  /** Deliveries that are due, the oldest first; with several processes, they are this process's for 70 seconds, or until its binds have ended. */
  take(wanted: WantedDeliveries, now: number): Promise<readonly SmppDelivery[]>;
  /** Stores results, in their order. */
  settle(results: readonly DeliveryResult[]): Promise<void>;
  /** Removes deliveries whose time is over; returns the users of at most `limit`. */
  expire(now: number, limit: number): Promise<readonly number[]>;
  waiting(): Promise<readonly WaitingDeliveries[]>;
  /** The first recipient of a message of an account, by id or number of the transaction; undefined if it is not one of the account. */
  message(
    account: Pick<SmppAccount, "customerId" | "userName">,
    transaction: string | number,
  ): Promise<
    | {
        readonly transactionId: string;
        readonly state: RecipientState;
        readonly at: number;
        readonly error: string | undefined;
      }
    | undefined
  >;
}
