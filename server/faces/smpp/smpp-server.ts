import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { CallLog } from "messenger-gen-runtime";
import { GivingUp } from "messenger-gen-runtime/host";
import type { SendDependencies } from "../../operations/submit-message.js";
import { type Clock, systemClock } from "../../ports/service.js";
import type { HashCost } from "../../credentials/hash.js";
import type { AddressTest } from "../../credentials/key-login.js";
import { contain } from "messenger-gen-host/tasks";
import { limitedLines } from "../../work/coordination/limited-log.js";
import { Rounds } from "../../work/coordination/rounds.js";
import { Client } from "./client.js";
import { type ClientContext, type ClientEvent, type ClientTimes, clientTimes } from "./client-context.js";
import { Deliverer } from "./deliverer.js";
import { type ConnectionCounts, connectionLimits, Connections, type Place } from "./connections.js";
import { listenPlain, listenTls, type SmppListener, type TlsFiles } from "./listener.js";
import { logIns } from "./login.js";
import { manage } from "./manage.js";
import { Rates } from "./rates.js";
import { status } from "./statuses.js";
import { submit } from "./submit.js";

export interface SmppServerOptions {
  /** Of everything that a client sends; its writes are not given up. */
  readonly dependencies: Omit<SendDependencies, "limit">;
  readonly addressTest: AddressTest;
  readonly passwordCost?: HashCost;
  readonly plain: { readonly host: string; readonly port: number } | undefined;
  readonly tls: { readonly host: string; readonly port: number; readonly files: TlsFiles } | undefined;
  /** Addresses and ranges of proxies whose connections begin with a header of the PROXY protocol. */
  readonly proxies: readonly string[];
  readonly log: CallLog;
  readonly observer: SmppObserver;
  /** Default: those of the reference page. */
  readonly times?: Partial<ClientTimes>;
  readonly limits?: ConnectionCounts;
  readonly clock?: Clock;
}

/** Receives what happens, for the metrics. */
export interface SmppObserver {
  /** A bind or submit_sm was answered with a status, or a delivery ended with an outcome. */
  happened(event: ClientEvent, value: string): void;
  /** Called when the number of bound clients may have changed. */
  bound(kinds: ReadonlyMap<string, number>): void;
}

/** The SMPP server of a process. */
export interface SmppServer {
  /** Undefined without a listener. */
  readonly port: number | undefined;
  readonly tlsPort: number | undefined;
  /** Reads the files of a certificate; the returned function makes it that of new connections. */
  prepareTls(files: TlsFiles): Promise<() => void>;
  /** Refuses binds, unbinds all clients, and waits for what is in flight. */
  close(): Promise<void>;
}

/** Milliseconds between confirmations of the binds; `storage/tables/smpp/binds.ts` has the time for which one counts. */
const confirmEvery = 2_000;

/** Milliseconds between two looks for binds that are to give a sign of life; they are asked at once in the process of the new bind. */
const askEvery = 1_000;

/** Starts the SMPP server. Rejects if an address is not available or a certificate cannot be read. */
export async function startSmppServer(options: SmppServerOptions): Promise<SmppServer> {
  const clients = new Clients(options);
  await options.dependencies.store.smpp.begin(options.dependencies.now());
  const connections = new Connections(options.limits ?? connectionLimits);
  const accepting = { connections, isProxy: options.addressTest(options.proxies) };
  const onSocket = (socket: Socket, address: string, place: Place): void => {
    clients.connect(socket, address, place);
  };
  const listeners: SmppListener[] = [];
  try {
    const plain = options.plain && (await listenPlain(options.plain, accepting, onSocket));
    if (plain !== undefined) listeners.push(plain);
    const tls = options.tls && (await listenTls(options.tls, accepting, onSocket));
    if (tls !== undefined) listeners.push(tls);
    return {
      port: plain?.port,
      tlsPort: tls?.port,
      prepareTls: async (files) => (await tls?.prepareTls?.(files)) ?? (() => undefined),
      close: async () => {
        await Promise.all(listeners.map((listener) => listener.close()));
        await clients.close();
      },
    };
  } catch (error) {
    await Promise.all(listeners.map((listener) => listener.close()));
    await clients.close();
    throw error;
  }
}

/** The clients of a process. */
class Clients {
  readonly #options: SmppServerOptions;
  readonly #context: ClientContext<Client>;
  readonly #all = new Set<Client>();
  readonly #deliverer: Deliverer;
  readonly #confirmations: Rounds;
  readonly #proofs: Rounds;
  #isStopping = false;

  constructor(options: SmppServerOptions) {
    const { dependencies, log, clock = systemClock } = options;
    const { store, now } = dependencies;
    this.#options = options;
    this.#context = this.#contextOf(clock);
    this.#deliverer = new Deliverer({
      process: this.#context.process,
      smpp: store.smpp,
      clients: () => this.#all,
      now,
      clock,
      log,
      count: (outcome) => {
        options.observer.happened("deliver", outcome);
      },
    });
    this.#confirmations = new Rounds({
      interval: confirmEvery,
      log,
      event: "SMPP binds cannot be confirmed",
      round: () => this.#confirm(),
    });
    this.#proofs = new Rounds({
      interval: askEvery,
      log,
      event: "SMPP binds cannot be asked for a sign of life",
      round: () => this.#ask(),
    });
  }

  connect(socket: Socket, address: string, place: Place): void {
    this.#all.add(new Client(socket, { address, place }, this.#context));
  }

  async close(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([this.#confirmations.close(), this.#proofs.close()]);
    const stopped = [...this.#all].map((client) => client.stop());
    await Promise.all(stopped);
    await this.#deliverer.close();
  }

  #contextOf(clock: Clock): ClientContext<Client> {
    const { dependencies, addressTest, passwordCost, log, observer, times } = this.#options;
    const { store, now } = dependencies;
    const limit = { givenUp: new GivingUp() };
    const submitting = { ...dependencies, limit, rates: new Rates(store.smpp, now) };
    return {
      process: randomUUID(),
      smpp: store.smpp,
      newId: randomUUID,
      logIn: logIns({ ...store, addressTest, cost: passwordCost, now }),
      submit: (client, pdu, onFailure) => submit(submitting, client, pdu, onFailure),
      manage: (client, pdu) => manage(dependencies, client, pdu),
      isStopping: () => this.#isStopping,
      onBound: () => {
        this.#countBound();
        this.#deliverer.wake();
      },
      onAsked: () => {
        this.#proofs.wake();
      },
      onFree: () => {
        this.#deliverer.wake();
      },
      onClosed: (client) => {
        this.#all.delete(client);
        this.#countBound();
      },
      count: (event, value) => {
        observer.happened(event, value);
      },
      times: { ...clientTimes, ...times },
      now,
      clock,
      log,
      limitedLine: limitedLines(log, now),
    };
  }

  /** Asks the sessions whose places other binds want for a sign of life. */
  async #ask(): Promise<void> {
    const bound = [...this.#all].filter((client) => client.bound !== undefined);
    if (bound.length === 0) return;
    const asked = new Set(await this.#options.dependencies.store.smpp.asked(this.#context.process));
    for (const client of bound)
      if (asked.has(client.bound?.id ?? ""))
        contain(this.#options.log, "SMPP sign of life cannot be stored", () => client.prove());
  }

  #countBound(): void {
    const kinds = new Map<string, number>();
    for (const { bound } of this.#all)
      if (bound !== undefined) kinds.set(bound.kind, (kinds.get(bound.kind) ?? 0) + 1);
    this.#options.observer.bound(kinds);
  }

  /** Closes clients whose bind was kicked, whose account is gone, or whose user may not bind any more. */
  async #confirm(): Promise<void> {
    const { store, now } = this.#options.dependencies;
    const reports = [...this.#all].flatMap((client) => client.report() ?? []);
    if (reports.length === 0) return;
    const confirmed = await store.smpp.confirm(reports, now());
    const [alive, barred] = [new Set(confirmed.alive), new Set(confirmed.barred)];
    const asked = new Set(reports.map(({ id }) => id));
    for (const client of this.#all) {
      const { bound } = client;
      if (bound === undefined || !asked.has(bound.id) || alive.has(bound.id)) continue;
      client.revoke(barred.has(bound.id) ? status.bindFailed : status.systemError);
    }
  }
}
