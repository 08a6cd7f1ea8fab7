import { hashPassword } from "#server/credentials/hash.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";

export const customer = 42;
const userName = "api";
const password = "correct horse battery staple";

/** The caller, as parameters of operations. */
export const caller = { customerID: String(customer), userName, userPassword: password };

/** The caller, as the record of the contract. */
export const user = { CustomerID: customer, Name: userName, Password: password };

/** A send to one number, due now. */
export const send = {
  ...caller,
  originator: "Shop",
  smsText:
    "Your parcel 4711 is ready & waits for you at the counter of Example Street 12, until Friday evening at eight.",
  recipientPhone: "+12025550101",
  messageType: "Latin",
  defDate: "",
  blink: "false",
  flash: "false",
  Private: "false",
};

/** Customers of a real day, each with the same user. */
export const customers: readonly number[] = Array.from({ length: 20 }, (_, index) => customer + index);

/** A new database with customers, each with a user, an originator and credit. */
export async function openAccounts(database: string, ids: readonly number[]): Promise<void> {
  const store = await openStore(database);
  const at = Date.now();
  const passwordHash = await hashPassword(password);
  for (const id of ids) await openOne(store, id, passwordHash, at);
  await store.close();
}

/** As `openAccounts`, with one customer. */
export const openAccount = (database: string): Promise<void> => openAccounts(database, [customer]);

async function openOne(store: Store, id: number, passwordHash: string, at: number): Promise<void> {
  await store.accounts.addCustomer(
    { id, name: `Example ${id} Ltd`, payment: "prepaid", limit: undefined },
    at,
  );
  await store.accounts.addUser({ customerId: id, name: userName, passwordHash }, at);
  await store.accounts.addOriginator(id, "Shop", at);
  await store.accounts.addCredit(id, "SMS", 1e12, at);
}
