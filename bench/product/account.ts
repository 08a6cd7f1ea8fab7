import { hashPassword } from "#server/credentials/hash.js";
import { openStore } from "#server/storage/index.js";

const customer = 42;
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

/** A new database with a customer, its user, an originator and credit. */
export async function openAccount(database: string): Promise<void> {
  const store = await openStore(database);
  const at = Date.now();
  await store.accounts.addCustomer(
    { id: customer, name: "Example Ltd", payment: "prepaid", limit: undefined },
    at,
  );
  await store.accounts.addUser(
    { customerId: customer, name: userName, passwordHash: await hashPassword(password) },
    at,
  );
  await store.accounts.addOriginator(customer, "Shop", at);
  await store.accounts.addCredit(customer, "SMS", 1e12, at);
  await store.close();
}
