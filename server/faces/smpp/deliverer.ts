import type { CallLog } from "messenger-gen-runtime";
import {
  type DeliveryOutcome,
  type DeliveryResult,
  resultOf,
  type SmppDelivery,
} from "../../domain/smpp/deliveries.js";
import type { Clock } from "../../ports/service.js";
import type { SmppStore } from "../../ports/smpp.js";
import { Rounds } from "../../work/coordination/rounds.js";
import type { Client } from "./client.js";
import { deliverPdus } from "./receipts.js";

export interface DelivererOptions {
  /** Of `SmppBind`. */
  readonly process: string;
  readonly smpp: Pick<SmppStore, "due" | "take" | "settle" | "expire">;
  /** Bound clients of this process. */
  readonly clients: () => Iterable<Client>;
  readonly now: () => number;
  readonly clock: Clock;
  readonly log: CallLog;
  /** Counts an outcome that no client has reported: `expired`, `failed`, or `invalid`. */
  readonly count: (outcome: string) => void;
}

/** Milliseconds between looks for deliveries that are due. */
const look = 200;

/** Milliseconds for which a delivery whose result cannot be stored is not sent again. */
const unstoredFor = 70_000;

/** Maximum deliveries that expire in one commit, and milliseconds between looks for them. */
const expiredAtOnce = 500;
const expiryLook = 60_000;

/** Receivers of one account. */
interface Receivers {
  readonly clients: readonly Client[];
  readonly free: number;
}

/** Brings receipts and incoming messages to the receivers of this process. */
export class Deliverer {
  readonly #options: DelivererOptions;
  /** Deliveries that were taken and are not settled, by their users. */
  readonly #inFlight = new Map<number, Set<number>>();
  /** Timers of deliveries whose results are not stored: they do not keep a process that stops. */
  readonly #unstored = new Set<() => void>();
  readonly #deliveries: Rounds;
  readonly #expiry: Rounds;
  #taking = false;

  constructor(options: DelivererOptions) {
    this.#options = options;
    const { log } = options;
    this.#deliveries = new Rounds({
      interval: look,
      log,
      event: "SMPP deliveries cannot be read",
      round: (goesOn) => this.#round(goesOn),
    });
    this.#expiry = new Rounds({
      interval: expiryLook,
      log,
      event: "SMPP deliveries cannot be expired",
      round: (goesOn) => this.#expire(goesOn),
    });
  }

  /** A receiver has free slots: looks for deliveries at once. */
  wake(): void {
    if (this.#taking) this.#deliveries.wake();
  }

  async close(): Promise<void> {
    await Promise.all([this.#deliveries.close(), this.#expiry.close()]);
    for (const cancel of this.#unstored) cancel();
  }

  async #round(goesOn: () => boolean): Promise<void> {
    const { smpp, now } = this.#options;
    const receivers = this.#receivers();
    const due = receivers.size === 0 ? [] : await smpp.due([...receivers.keys()], now());
    this.#taking = due.length > 0;
    for (const userId of due) {
      const found = receivers.get(userId);
      if (found !== undefined && goesOn()) await this.#takeFor(userId, found);
    }
  }

  /** Accounts with free slots. */
  #receivers(): ReadonlyMap<number, Receivers> {
    const all = new Map<number, Receivers>();
    for (const client of this.#options.clients()) {
      const { bound, free } = client;
      if (bound === undefined || free <= 0) continue;
      const { userId } = bound.account;
      const before = all.get(userId) ?? { clients: [], free: 0 };
      all.set(userId, { clients: [...before.clients, client], free: before.free + free });
    }
    return all;
  }

  async #takeFor(userId: number, { clients, free }: Receivers): Promise<void> {
    const { process, smpp, now } = this.#options;
    const inFlight = this.#inFlight.get(userId) ?? new Set();
    this.#inFlight.set(userId, inFlight);
    const binds = clients.flatMap(({ bound }) => bound?.id ?? []);
    const wanted = { userId, process, binds, inFlight: [...inFlight], limit: free };
    for (const delivery of await smpp.take(wanted, now())) {
      const client = receiverFor(delivery, clients);
      inFlight.add(delivery.id);
      void this.#deliver(delivery, client);
    }
  }

  async #deliver(delivery: SmppDelivery, client: Client | undefined): Promise<void> {
    const { smpp, now, clock, log } = this.#options;
    const outcome = await this.#outcome(delivery, client);
    const result: DeliveryResult = resultOf(delivery, outcome, now());
    if (result.kind === "over" && !result.accepted)
      log.warn({ user: delivery.userId, outcome }, "SMPP delivery given up");
    const forget = (): void => void this.#inFlight.get(delivery.userId)?.delete(delivery.id);
    try {
      await smpp.settle([result]);
      forget();
    } catch (error) {
      log.error({ err: error }, "the result of an SMPP delivery cannot be stored");
      const cancel = clock.after(unstoredFor, () => {
        this.#unstored.delete(cancel);
        forget();
      });
      this.#unstored.add(cancel);
    }
    this.wake();
  }

  /** Never rejects: a delivery without a result would stay in flight until the process ends. */
  async #outcome(delivery: SmppDelivery, client: Client | undefined): Promise<DeliveryOutcome> {
    if (client?.bound === undefined) return "lost";
    const { log, count } = this.#options;
    try {
      const pdus = deliverPdus(delivery, client.bound);
      if (pdus !== undefined) return await client.deliver(pdus);
      count("invalid");
      return "invalid";
    } catch (error) {
      log.error({ err: error, user: delivery.userId }, "SMPP delivery failed");
      count("failed");
      return "failed";
    }
  }

  async #expire(goesOn: () => boolean): Promise<void> {
    const { smpp, now, count } = this.#options;
    for (let expired = expiredAtOnce; expired === expiredAtOnce && goesOn();) {
      ({ length: expired } = await smpp.expire(now(), expiredAtOnce));
      for (let each = 0; each < expired; each++) count("expired");
    }
  }
}

/** The bind that a delivery prefers, else the receiver with the most free slots. */
function receiverFor({ bind }: SmppDelivery, clients: readonly Client[]): Client | undefined {
  const preferred =
    bind === "" ? undefined : clients.find((each) => each.bound?.id === bind && each.free > 0);
  if (preferred !== undefined) return preferred;
  return clients.reduce<Client | undefined>(
    (best, each) => (each.free > (best?.free ?? 0) ? each : best),
    undefined,
  );
}
