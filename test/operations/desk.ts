import { MessageType, MessengerClient, type SoapUser } from "messenger-client";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import { credentials } from "#server/credentials/verify.js";
import { addressTest } from "../credentials/address-test.js";
import { hashPassword } from "#server/credentials/hash.js";
import { contractService } from "#server/faces/contract/contract-service.js";
import type { MessengerService } from "messenger-client/server";
import { Messenger } from "messenger-client/service";
import { newTransactionId } from "#server/transaction-id.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { giveBack, newDatabase } from "../storage/new-database.js";
import { watched } from "./documented-texts.js";
import { cheap } from "../credentials/cheap.js";

/** Noon of a day, in milliseconds since the epoch; the clock of a desk starts there. */
export const noon = Date.UTC(2030, 0, 15, 12, 0, 0);

/** The operations on a store of their own, called through the generated client and the real codecs. */
export interface Desk {
  readonly client: MessengerClient;
  readonly store: Store;
  readonly operations: MessengerService;
  /** URL of the database. */
  readonly database: string;
  /** Prepaid, two originators, credit of 10 SMS. */
  readonly user: SoapUser;
  /** Postpaid, one originator, limit of 2 credits. */
  readonly postpaid: SoapUser;
  /** Prepaid, no originator. */
  readonly bare: SoapUser;
  /** How often delivery was woken. */
  wakes(): number;
  setClock(now: number): void;
  close(): Promise<void>;
}

export const password = "correct horse";

/** Opens a desk on a new database. */
export async function openDesk(): Promise<Desk> {
  const database = await newDatabase();
  const store = await openStore(database);
  await openAccounts(store);
  let clock = noon;
  let wakes = 0;
  const now = (): number => clock;
  const operations = contractService({
    store,
    credentials: credentials({ ...store, addressTest, now, cost: cheap }),
    now,
    newTransactionId,
    greeting: "Messenger",
    deliveryProblem: () => undefined,
    wakeDelivery: () => wakes++,
  });
  // While the page is written anew it does not have the new texts.
  const implementation = process.env["MESSENGER_GOLDEN"] === "write" ? operations : watched(operations);
  const login = (CustomerID: number): SoapUser => ({ CustomerID, Name: "api", Password: password });
  return {
    client: new MessengerClient({ transport: inMemoryTransport(Messenger, implementation) }),
    store,
    operations,
    database,
    user: login(42),
    postpaid: login(43),
    bare: login(44),
    wakes: () => wakes,
    setClock: (time) => {
      clock = time;
    },
    close: async () => {
      await store.close();
      giveBack(database);
    },
  };
}

/** Made once: a hash takes longer than everything else of a desk. */
const hashed = hashPassword(password, cheap);

async function openAccounts({ accounts }: Store): Promise<void> {
  const passwordHash = await hashed;
  const customers = [
    {
      id: 42,
      name: "Example Ltd",
      payment: "prepaid",
      limit: undefined,
      originators: ["Shop", "12025550100"],
    },
    { id: 43, name: "Example Later Ltd", payment: "postpaid", limit: 2000, originators: ["Later"] },
    { id: 44, name: "Example Bare Ltd", payment: "prepaid", limit: undefined, originators: [] },
  ] as const;
  for (const { originators, ...customer } of customers) {
    await accounts.addCustomer(customer, noon);
    await accounts.addUser({ customerId: customer.id, name: "api", passwordHash }, noon);
    for (const originator of originators) await accounts.addOriginator(customer.id, originator, noon);
  }
  await accounts.addCredit(42, "SMS", 10_000, noon);
}

/** An accepted message; costs one credit. */
export const message = {
  originator: "Shop",
  smsText: "Your parcel is ready & waits",
  recipientPhone: "12025550101",
  messageType: MessageType.Latin,
  blink: false,
  flash: false,
  Private: false,
} as const;
