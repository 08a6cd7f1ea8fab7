import type { CallLog } from "messenger-gen-runtime";
import { contain } from "messenger-gen-runtime/host";
import { credentials } from "./credentials/verify.js";
import { guessesByAddress } from "./credentials/guesses.js";
import { startForwarding } from "./forwarding/forwarder.js";
import { startMaintenance } from "./maintenance/maintenance-role.js";
import { Mm7Receiver } from "./mm7/receiver.js";
import { startDelivery } from "./delivery/worker.js";
import { proxyTrust } from "messenger-gen-host";
import type { DeliverySetup } from "./config/config-file.js";
import { gateways, setUpLinks } from "./gateways.js";
import { notingResults } from "./operations/noted-results.js";
import { MessengerOperations } from "./operations/messenger-operations.js";
import type { ServedMessenger } from "./operations/served-contract.js";
import { newTransactionId } from "./operations/dependencies.js";
import type { Metrics } from "./monitoring/metrics.js";
import { deliveryObserver } from "./monitoring/delivery-observer.js";
import { commitObserver } from "./monitoring/observers.js";
import { collectQueues } from "./monitoring/queues.js";
import { storeProblem } from "./monitoring/monitoring.js";
import type { LinkStore } from "./ports/links.js";
import { openStore, storeWarnings } from "./storage/index.js";

export interface AppOptions {
  /** Database URL, for example `sqlite:./data/messenger.db` or `postgres://USER@HOST/DATABASE`. */
  readonly database: string;
  /** Response of `GetGreeting`. */
  readonly greeting: string;
  /** Milliseconds until the loopback gateway confirms a message. */
  readonly confirmAfter: number;
  /** Retention of messages in days. */
  readonly keepMessages: number;
  readonly delivery: DeliverySetup | undefined;
  /** Without any link messages go to the loopback gateway. */
  readonly mayLoopback: boolean;
  readonly log: CallLog;
  readonly metrics: Metrics;
}

/** The service without HTTP: operations, store and delivery. */
export interface MessengerApp {
  /** Implements every operation. */
  readonly service: ServedMessenger;
  readonly mm7Receiver: Mm7Receiver;
  readonly links: LinkStore;
  /** Warnings for the operator about the database and the links. */
  readonly warnings: readonly string[];
  /** Reason why the server is not ready for calls; undefined if it is ready. */
  notReady(): Promise<string | undefined>;
  /** Stops campaigns and delivery, then releases the store. */
  close(): Promise<void>;
}

const day = 24 * 3_600_000;

/** @throws StoreError when the database cannot be used, SettingError when the links cannot. */
export async function createApp({
  database,
  greeting,
  confirmAfter,
  keepMessages,
  delivery: setup,
  mayLoopback,
  log,
  metrics,
}: AppOptions): Promise<MessengerApp> {
  const store = await openStore(database, { onCommit: commitObserver(metrics) });
  const now = Date.now;
  const warnings = await setUpLinks(store.links, setup, mayLoopback, now()).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const mm7Receiver = new Mm7Receiver({
    addressTest: (ranges) => proxyTrust(ranges).trusts,
    guesses: guessesByAddress(now),
  });
  const open = gateways({ store, confirmAfter, mm7Receiver });
  const observer = deliveryObserver(metrics, log);
  const times = setup?.times;
  const delivery = startDelivery({ store, open, now, log, observer, times });
  collectQueues(metrics, store, now, log);
  const wakeDelivery = (): void => {
    contain(log, "delivery cannot be woken", () => {
      delivery.wake();
    });
  };
  const isOwner = (): boolean => delivery.isOwner();
  const keepFor = keepMessages * day;
  const maintenance = startMaintenance({ store, now, times, keepFor, maySweep: isOwner, wakeDelivery, log });
  const forwarding = startForwarding({ incoming: store.incoming, now, mayPost: isOwner, log });
  const service = new MessengerOperations({
    store,
    credentials: credentials({ accounts: store.accounts, now }),
    now,
    newTransactionId,
    greeting,
    deliveryProblem: () => delivery.problem(),
    wakeDelivery,
  });
  return {
    service: notingResults(service),
    warnings: [...storeWarnings(database), ...warnings],
    mm7Receiver,
    links: store.links,
    notReady: () => storeProblem(store),
    close: async () => {
      try {
        await delivery.close(Promise.all([maintenance.close(), forwarding.close()]));
      } finally {
        await store.close();
      }
    },
  };
}
