import type { CallLog } from "messenger-gen-runtime";
import { contain } from "messenger-gen-host/tasks";
import { credentials } from "./credentials/verify.js";
import { type GuessCount, guessCount, guessesByAddress } from "./credentials/guesses.js";
import type { HashCost } from "./credentials/hash.js";
import { type Heartbeat, startHeartbeat } from "./work/coordination/heartbeat.js";
import { packageVersion } from "./package-version.js";
import type { Role } from "./work/coordination/roles.js";
import { gatewayContext } from "./work/delivery/gateway-context.js";
import { type LinkCounts, noCounts } from "./work/delivery/link-runner.js";
import { containedObserver, type DeliveryObserver } from "./work/delivery/observer.js";
import { ReceivingLinks } from "./networks/mm7/receiving-links.js";
import { Mm7Receiver } from "./networks/mm7/receiver.js";
import { proxyTrust } from "messenger-gen-host";
import type { ShownSetting } from "./faces/console/system.js";
import { checkRoles } from "./config/config.js";
import type { DeliverySetup } from "./config/config-file.js";
import { noDelivery, reloadLinks, setUpLinks } from "./config/configured-links.js";
import { gateways } from "./work/delivery/gateways.js";
import { sendOptOutReply } from "./operations/opt-out-replies.js";
import { startRefusedCalls } from "./monitoring/refused-calls.js";
import { contractService } from "./faces/contract/contract-service.js";
import { type SmppServer, type SmppServerOptions, startSmppServer } from "./faces/smpp/smpp-server.js";
import type { MessengerService } from "messenger-client/server";
import type { ServiceDependencies } from "./operations/dependencies.js";
import { type Addresses, type Sites, type SiteSettings, sitesOf } from "./sites.js";
import { newTransactionId } from "./transaction-id.js";
import type { Metrics } from "./monitoring/metrics.js";
import { deliveryObserver } from "./monitoring/delivery-observer.js";
import { commitObserver, postObserver, smppObserver } from "./monitoring/observers.js";
import { collectQueues } from "./monitoring/queues.js";
import { storeProblem } from "./monitoring/monitoring.js";
import type { Retention } from "./domain/delivery/retention.js";
import type { Credentials } from "./ports/accounts.js";
import type { LinkStore } from "./ports/delivery.js";
import type { Store } from "./ports/store.js";
import { collectProblems } from "./problems.js";
import { startWork, type Work } from "./work/work.js";
import { placeOf, type StoreOptions } from "./storage/index.js";

/** Opens the store of a server, which observes its commits. */
export type OpenStore = (onCommit: NonNullable<StoreOptions["onCommit"]>) => Promise<Store>;

export interface AppOptions {
  /** Database URL, for example `sqlite:./data/messenger.db` or `postgres://USER@HOST/DATABASE`. */
  readonly database: string;
  /** Opens the database, or returns the store that is being opened. */
  readonly open: OpenStore;
  /** Response of `GetGreeting`. */
  readonly greeting: string;
  /** Milliseconds until the loopback gateway confirms a message. */
  readonly confirmAfter: number;
  readonly keepFor: Retention;
  readonly delivery: DeliverySetup | undefined;
  /** All of them unless the database is one of PostgreSQL. */
  readonly roles: ReadonlySet<Role>;
  /** Without any link messages go to the loopback gateway. */
  readonly mayLoopback: boolean;
  /** Shown in the console. */
  readonly settings: readonly ShownSetting[];
  /** Work of the hash of a password. */
  readonly passwordCost: HashCost;
  readonly addresses: Addresses;
  readonly configured: SiteSettings;
  /** File name of the certificate that the listener uses now. */
  readonly certificate: () => string | undefined;
  readonly log: CallLog;
  readonly metrics: Metrics;
}

const addressTest = (ranges: readonly string[]) => proxyTrust(ranges).trusts;

/** The service without HTTP: operations, store and delivery. */
export interface MessengerApp extends Sites {
  /** Implements every operation. */
  readonly service: MessengerService;
  readonly credentials: Credentials;
  /** Accepts the requests of MMSCs; `refresh` registers the current links. */
  readonly mm7: { readonly receiver: Mm7Receiver; readonly refresh: () => Promise<void> };
  readonly links: LinkStore;
  /** Starts the SMPP server for clients of customers. */
  readonly openSmpp: (at: Pick<SmppServerOptions, "plain" | "tls" | "proxies">) => Promise<SmppServer>;
  /** Counts a call that a customer has made, by the code of its outcome. */
  readonly ended: (customerId: number, result: string) => void;
  /** Warnings for the operator about the database and the links. */
  readonly warnings: readonly string[];
  /** Replaces the links and routes of the configuration. Returns warnings. @throws SettingError */
  reload(delivery: DeliverySetup, mayLoopback: boolean): Promise<readonly string[]>;
  /** Reason why the server is not ready for calls; undefined if it is ready. */
  notReady(): Promise<string | undefined>;
  /** Stops campaigns and delivery, then releases the store. */
  close(): Promise<void>;
}

/** Counters of links in this process, by their ids. */
function linkCounters(): (linkId: number) => LinkCounts {
  const all = new Map<number, LinkCounts>();
  return (linkId) => {
    const counts = all.get(linkId) ?? noCounts();
    all.set(linkId, counts);
    return counts;
  };
}

interface IntakeOptions {
  readonly store: Store;
  readonly receiver: Mm7Receiver;
  readonly now: () => number;
  readonly log: CallLog;
  readonly observer: DeliveryObserver;
  readonly countsOf: (linkId: number) => LinkCounts;
}

/** Requests of MMSCs need no gateway: they are stored by any process. */
function intakeOf({ store, receiver, now, log, observer, countsOf }: IntakeOptions): ReceivingLinks {
  const contextOf = gatewayContext({
    store,
    now,
    log,
    maySend: () => false,
    onChange: () => undefined,
    // MMSCs mark repetitions themselves.
    owner: () => "",
    lease: 0,
    observer: containedObserver(observer, log),
  });
  return new ReceivingLinks({
    links: store.links,
    receiver,
    log,
    contextOf: (link) => contextOf(link, countsOf(link.id)),
  });
}

interface SetUpOptions extends Pick<AppOptions, "roles" | "delivery" | "mayLoopback"> {
  readonly now: () => number;
}

/** Processes that deliver apply the links of the configuration, which others may have too; warnings for the operator. */
async function setUp(
  store: Pick<Store, "links">,
  { roles, delivery, mayLoopback, now }: SetUpOptions,
  configure: typeof setUpLinks,
): Promise<readonly string[]> {
  return roles.has("delivery") ? configure(store, delivery ?? noDelivery, mayLoopback, now()) : [];
}

/** Lists the process in the store, whose time it follows from now on, and applies the links of the configuration. */
async function begin(
  store: Pick<Store, "links" | "processes">,
  options: Pick<AppOptions, "roles" | "delivery" | "mayLoopback" | "log" | "metrics">,
): Promise<{ readonly heartbeat: Heartbeat; readonly warnings: readonly string[] }> {
  const { roles, log, metrics } = options;
  const heartbeat = await startHeartbeat({
    processes: store.processes,
    roles,
    version: packageVersion(),
    log,
    onClock: (ahead) => {
      metrics.set("messenger_clock_ahead_seconds", [], ahead / 1_000);
    },
  });
  try {
    return { heartbeat, warnings: await setUp(store, { ...options, now: heartbeat.now }, setUpLinks) };
  } catch (error) {
    await heartbeat.close();
    throw error;
  }
}

interface OperationsParts extends Pick<AppOptions, "greeting" | "log" | "passwordCost"> {
  readonly store: Store;
  readonly work: Work;
  readonly now: () => number;
  /** A user has one count of attempts, at the interfaces and in the portal. */
  readonly guesses: GuessCount;
}

/** What every send needs, whatever protocol it comes by. */
function sendingOf({
  store,
  work,
  now,
  log,
}: Omit<OperationsParts, "greeting" | "passwordCost" | "guesses">) {
  return {
    store: { ...store, outbox: { ...store.outbox, submit: work.submit } },
    now,
    newTransactionId,
    wakeDelivery: () => {
      contain(log, "delivery cannot be woken", () => {
        work.wakeDelivery();
      });
    },
  };
}

/** What operations of the contract, and those of the portal, work with. */
function serviceOf({ greeting, ...parts }: OperationsParts): ServiceDependencies {
  const { store, work, now, passwordCost, guesses } = parts;
  return {
    ...sendingOf(parts),
    credentials: credentials({ ...store, now, addressTest, cost: passwordCost, guesses }),
    greeting,
    deliveryProblem: () => work.deliveryProblem(),
  };
}

/** @throws StoreError when the database cannot be used, SettingError when the links or the roles cannot. */
export async function createApp(options: AppOptions): Promise<MessengerApp> {
  const { database, confirmAfter, keepFor, roles, log, metrics } = options;
  checkRoles(database, roles);
  const store = await options.open(commitObserver(metrics));
  const { heartbeat, warnings } = await begin(store, options).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const { now } = heartbeat;
  const mm7Receiver = new Mm7Receiver({
    addressTest,
    guesses: guessesByAddress(now, store.attempts),
  });
  const countsOf = linkCounters();
  const open = gateways({ store, confirmAfter, mm7Receiver });
  const observer = deliveryObserver(metrics, log);
  const mm7Intake = intakeOf({ store, receiver: mm7Receiver, now, log, observer, countsOf });
  const times = options.delivery?.times;
  const work: Work = startWork({
    store,
    // Called once the work has started.
    sendReply: (reply) => sendOptOutReply(sendingOf({ store, work, now, log }), reply),
    roles,
    open,
    now,
    log,
    observer,
    countsOf,
    times,
    keepFor,
    observePost: postObserver(metrics),
  });
  collectQueues(metrics, store, now, log);
  const refusedCalls = startRefusedCalls({ store, now, log });
  const { certificate } = options;
  collectProblems(metrics, { store, database, certificate, now, version: packageVersion() });
  const guesses = guessCount(now, store.attempts);
  const service = serviceOf({ ...options, store, work, now, guesses });
  return {
    credentials: service.credentials,
    service: contractService(service),
    ...sitesOf({ ...options, store, service, guesses }),
    warnings: [...(await placeOf(database)).exposures(), ...warnings],
    mm7: { receiver: mm7Receiver, refresh: () => mm7Intake.refresh() },
    links: store.links,
    ended: refusedCalls.refused,
    openSmpp: (at) =>
      startSmppServer({
        ...at,
        dependencies: sendingOf({ store, work, now, log }),
        addressTest,
        passwordCost: options.passwordCost,
        log,
        observer: smppObserver(metrics),
      }),
    reload: (delivery, mayLoopback) => setUp(store, { roles, delivery, mayLoopback, now }, reloadLinks),
    notReady: () => storeProblem(store),
    close: () => closeInOrder(work, refusedCalls, heartbeat, store),
  };
}

async function closeInOrder(...parts: readonly { close(): Promise<void> }[]): Promise<void> {
  const [first, ...others] = parts;
  if (first === undefined) return;
  try {
    await first.close();
  } finally {
    await closeInOrder(...others);
  }
}
