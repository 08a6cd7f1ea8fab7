import { readFileSync } from "node:fs";
import type { CallContext, CallLog } from "messenger-gen-runtime";
import { type AnyOperation, methodsOf } from "messenger-gen-runtime/host";
import type { MessengerService } from "messenger-client/server";
import { type RunningServer, serve } from "messenger-gen-host";
import { jsonInterface } from "#server/faces/json/interface.js";
import { credentials } from "#server/credentials/verify.js";
import { addressTest } from "../credentials/address-test.js";
import { contractService } from "#server/faces/contract/contract-service.js";
import { resultText } from "#server/faces/contract/result-texts.js";
import { Messenger } from "messenger-client/service";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { Metrics } from "#server/monitoring/metrics.js";
import { soapHeaderObserver } from "#server/monitoring/observers.js";
import { noon, openDesk } from "../operations/desk.js";
import { definition, importList, listId } from "../storage/list-cases.js";
import { cheap } from "../credentials/cheap.js";

/** A service with the same accounts, lists, locations and messages in every run, and a fixed clock. */
export interface SeededService {
  /** Address of the first server, or of a proxy before all of them. */
  readonly url: string;
  readonly server: RunningServer;
  readonly servers: readonly RunningServer[];
  readonly store: Store;
  /** URL of the database. */
  readonly database: string;
  /** Input of the last call, as its server has read it. */
  lastInput(): unknown;
  /** Calls that each server has taken. */
  taken(): readonly number[];
  close(): Promise<void>;
}

/** Where the server reads leniently. */
export const lenientPath = "/lenient/Messenger.asmx";

export const ids = {
  plainList: listId(1),
  smartList: listId(2),
  /** Of the transaction with this number, from 1. */
  transaction: (number: number): string => `019e1f2a-7000-7000-8000-${String(number).padStart(12, "0")}`,
  customer: "0f8fad5b-d9cb-469f-a165-708677289501",
  user: "0f8fad5b-d9cb-469f-a165-708677289502",
};

const phone = (number: number): string => String(12025550100 + number);

async function seed(store: Store): Promise<void> {
  const { accounts, inbox, lists, locations, tube } = store;
  await accounts.addCredit(42, "SMS", 990_000, noon);
  await accounts.addCredit(42, "MMS", 10_000, noon);
  const members = [1, 2, 3].map((number) => ({
    phone: phone(number),
    attributes: [number === 2 ? "Tunis" : "Cairo", String(20 * number)],
  }));
  await importList(lists, definition({ name: "Clients", category: "Retail" }), members);
  const columns = ["Phone", "City", "Age"];
  await importList(
    lists,
    definition({ id: ids.smartList, name: "Members", type: "SmartList", columns }),
    members,
  );
  await locations.add({ name: "Station", description: "Main hall" }, noon);
  await locations.add({ name: "Airport", description: "Arrivals" }, noon);
  await inbox.add({ customerId: 42, from: phone(1), to: "Shop", text: "Hi", at: noon });
  await inbox.add({ customerId: 42, from: phone(2), to: "Shop", text: "مرحبا", at: noon });
  await tube.change(42, "api", { connections: { receivers: 2, transmitters: 2, transceivers: 1 } });
}

/** The store with the identifiers that it makes by chance replaced. */
function withFixedIds(store: Store): Store {
  const user: Store["tube"]["user"] = async (customerId, name) => {
    const found = await store.tube.user(customerId, name);
    return found && { ...found, customerUuid: ids.customer, userUuid: ids.user };
  };
  return { ...store, tube: { ...store.tube, user } };
}

/** The methods of an implementation, each of which reports its arguments. */
function observed(implementation: MessengerService, observe: (input: unknown) => void): MessengerService {
  const inner = methodsOf(Messenger, implementation);
  const methods = Object.entries<AnyOperation>(Messenger.operations).map(([method, operation]) => [
    method,
    async (input: unknown, call: CallContext): Promise<unknown> => {
      observe(input);
      return await inner.get(operation)?.(input, call);
    },
  ]);
  return Object.fromEntries(methods) as MessengerService;
}

/** What the servers of a service share: they number their transactions together. */
interface Shared {
  transactions: number;
  lastInput: unknown;
  readonly taken: number[];
}

function serveStore(
  store: Store,
  shared: Shared,
  number: number,
  log: CallLog | undefined,
): Promise<RunningServer> {
  const now = (): number => noon;
  const checker = credentials({ ...store, addressTest, now, cost: cheap });
  const operations = contractService({
    store: withFixedIds(store),
    credentials: checker,
    now,
    newTransactionId: () => ids.transaction(++shared.transactions),
    greeting: "Messenger",
    deliveryProblem: () => undefined,
    wakeDelivery: () => undefined,
  });
  return serve({
    service: Messenger,
    implementation: observed(operations, (input) => {
      shared.lastInput = input;
      shared.taken[number] = (shared.taken[number] ?? 0) + 1;
    }),
    wsdl: "schema/messenger.wsdl",
    json: jsonInterface(readFileSync("generated/openapi.json", "utf8"), checker, resultText),
    host: "127.0.0.1",
    port: 0,
    mounts: [
      { path: "/bms/Soap/Messenger.asmx", compatibility: "strict" },
      { path: lenientPath, compatibility: "lenient" },
    ],
    largeBodyOperations: ["SendSms2", "SendMMS"],
    onSoapServer: soapHeaderObserver(new Metrics()),
    log,
  });
}

/** `others`: servers beside the first one, each with its own store on the database. */
export async function seededService(log?: CallLog, others = 0): Promise<SeededService> {
  const desk = await openDesk();
  await seed(desk.store);
  const open = async (): Promise<Store> => openStore(desk.database);
  const stores = [desk.store, ...(await Promise.all(Array.from({ length: others }, open)))];
  const shared: Shared = { transactions: 0, lastInput: undefined, taken: [] };
  const serving = stores.map(async (store, number) => serveStore(store, shared, number, log));
  const servers = await Promise.all(serving);
  const [server] = servers;
  if (server === undefined) throw new Error("no server");
  return {
    ...{ url: server.url, server, servers },
    ...{ store: desk.store, database: desk.database },
    lastInput: () => shared.lastInput,
    taken: () => shared.taken,
    close: async () => {
      await Promise.all(servers.map(async (server) => server.close()));
      await Promise.all(stores.slice(1).map(async (store) => store.close()));
      await desk.close();
    },
  };
}
