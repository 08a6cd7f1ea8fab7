import { methodsOf, type AnyOperation, type CallContext } from "messenger-gen-runtime";
import type { ServedMessenger } from "#server/operations/served-contract.js";
import { type RunningServer, serve } from "messenger-gen-host";
import type { CallLog } from "messenger-gen-runtime";
import { credentials } from "#server/credentials/verify.js";
import { notingResults } from "#server/operations/noted-results.js";
import { MessengerOperations } from "#server/operations/messenger-operations.js";
import { served } from "#server/operations/served-contract.js";
import type { Store } from "#server/ports/store.js";
import { noon, openDesk } from "../operations/desk.js";
import { definition, importList, listId } from "../storage/list-cases.js";
import { cheap } from "../credentials/cheap.js";

/** A server with the same accounts, lists, locations and messages in every run, and a fixed clock. */
export interface SeededService {
  readonly server: RunningServer;
  readonly store: Store;
  /** Input of the last call, as the server has read it. */
  lastInput(): unknown;
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
function observed(implementation: ServedMessenger, observe: (input: unknown) => void): ServedMessenger {
  const inner = methodsOf(served, implementation);
  const methods = Object.entries<AnyOperation>(served.operations).map(([method, operation]) => [
    method,
    async (input: unknown, call: CallContext): Promise<unknown> => {
      observe(input);
      return await inner.get(operation)?.(input, call);
    },
  ]);
  return Object.fromEntries(methods) as ServedMessenger;
}

/** `database`: URL of an empty one; a file without. */
export async function seededService(log?: CallLog, database?: string): Promise<SeededService> {
  const desk = await openDesk(database);
  await seed(desk.store);
  let transactions = 0;
  let last: unknown;
  const now = (): number => noon;
  const operations = new MessengerOperations({
    store: withFixedIds(desk.store),
    credentials: credentials({ accounts: desk.store.accounts, now, cost: cheap }),
    now,
    newTransactionId: () => ids.transaction(++transactions),
    greeting: "Messenger",
    deliveryProblem: () => undefined,
    wakeDelivery: () => undefined,
  });
  const server = await serve({
    service: served,
    implementation: observed(notingResults(operations), (input) => {
      last = input;
    }),
    wsdl: "schema/messenger.wsdl",
    host: "127.0.0.1",
    port: 0,
    mounts: [
      { path: "/bms/Soap/Messenger.asmx", compatibility: "strict" },
      { path: lenientPath, compatibility: "lenient" },
    ],
    largeBodyOperations: ["SendSms2", "SendMMS"],
    log,
  });
  return {
    server,
    store: desk.store,
    lastInput: () => last,
    close: async () => {
      await server.close();
      await desk.close();
    },
  };
}
