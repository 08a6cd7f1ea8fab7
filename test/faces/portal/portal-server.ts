import type { MessengerServer, ServerOptions } from "messenger-server";
import { hashPassword } from "#server/credentials/hash.js";
import { portalRoles } from "#server/domain/accounts/portal-users.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { password, PlainBrowser } from "../console/console-server.js";
import { cheap } from "../../credentials/cheap.js";
import { keepingLog } from "../../host/greeter/server.js";
import { openAccount, submission } from "../../storage/fixtures.js";
import { newDatabase } from "../../storage/new-database.js";
import { startServer } from "../../start-server.js";
import type { Page } from "../../playwright.js";
import { giveRole } from "./give-role.js";

export { password };

/** The customer of the tests, and another one, of which it must see nothing. */
export const [own, other] = [42, 43];

/** Names of what only operators, or the other customer, may see. */
export const secrets = {
  link: "carrier-of-operators",
  customer: "Other customer",
  number: "12025550143",
  /** The same, as pages show it. */
  shownNumber: "+1 202 555 0143",
  reference: "invoice of another",
  list: "Clients of another",
} as const;

/** A server with a portal and a console, and a store beside it. */
export interface PortalServer {
  readonly server: MessengerServer;
  readonly store: Store;
  readonly origin: string;
  readonly consoleOrigin: string;
  readonly log: ReturnType<typeof keepingLog>;
  /** Ids of messages of each customer, by its number. */
  readonly messages: Readonly<Record<number, number>>;
  /** Ids of lists of each customer, by its number. */
  readonly lists: Readonly<Record<number, string>>;
  /** A browser that is logged in as a user of the own customer: the name of each user is its role. */
  logIn(name: string, customer?: number): Promise<PlainBrowser>;
  close(): Promise<void>;
}

export const newBrowser = (origin: string, headers: Readonly<Record<string, string>> = {}): PlainBrowser =>
  new PlainBrowser(origin, headers, "");

/** A message that the network refused, and one that waits, of a customer. */
async function addMessages(store: Store, customerId: number): Promise<number> {
  const now = Date.now();
  const phone = customerId === own ? "12025550142" : secrets.number;
  const at = now - 60_000;
  const sent = { customerId, userName: "owner", at, dueAt: now + 86_400_000, recipients: [phone] };
  await store.outbox.submit(submission(`sent-${customerId}`, sent));
  const [message] = await store.desk.candidates(
    { kind: "customer", id: customerId, until: undefined },
    undefined,
    1,
  );
  const id = message?.id ?? 0;
  await store.outbox.advance([
    { recipientId: id, state: RecipientState.Submitting, at },
    { recipientId: id, state: RecipientState.Failed, at: at + 1_000, error: "RINVDSTADR (0x0b)" },
  ]);
  return id;
}

/** A list of a customer with one number; the name is one that others must not see. */
async function addList({ lists }: Store, customerId: number): Promise<string> {
  const id = `00000000-0000-4000-8000-0000000000${customerId}`;
  const name = customerId === own ? "Clients" : secrets.list;
  const type = "DistributionList";
  const definition = {
    id,
    customerId,
    name,
    category: "",
    owner: undefined,
    type,
    columns: ["phone"],
  } as const;
  const begun = await lists.beginImport({ ...definition, replace: false }, Date.now());
  if (begun.ok) await lists.finishImport(begun.importId, { ...definition, replace: false }, Date.now());
  await lists.addMembers(customerId, name, [customerId === own ? "12025550142" : secrets.number], Date.now());
  return id;
}

/** Starts a server with two customers, each with a user of every role. */
export async function startPortal(options: ServerOptions = {}): Promise<PortalServer> {
  const database = options.database ?? (await newDatabase());
  const store = await openStore(database);
  const passwordHash = await hashPassword(password, cheap);
  const by = { name: "root", source: "test" };
  const now = Date.now();
  await store.operators.add({ name: "support", role: "support", passwordHash, createdAt: now }, by);
  const messages: Record<number, number> = {};
  const lists: Record<number, string> = {};
  for (const id of [own, other]) {
    await openAccount(store, { id, credit: 10_000, user: "api" });
    for (const role of portalRoles)
      await giveRole(store, { customerId: id, user: role, role, passwordHash }, now);
    messages[id] = await addMessages(store, id);
    lists[id] = await addList(store, id);
  }
  await store.accounts.changeCustomer(other, { name: secrets.customer });
  await store.accounts.addCredit(other, "SMS", 5_000, now, secrets.reference);
  const log = keepingLog();
  const listener = { host: "127.0.0.1", port: 0 };
  const settings = { database, port: 0, confirmAfter: 1, log, admin: listener, portal: listener };
  const server = await startServer({ ...settings, ...options, database });
  const origin = `http://127.0.0.1:${String(server.portalPort)}`;
  return {
    ...{ server, store, log, origin, messages, lists },
    consoleOrigin: `http://127.0.0.1:${String(server.adminPort)}`,
    logIn: async (name, customer = own) => {
      const browser = newBrowser(origin);
      await browser.get("/log-in");
      await browser.post("/log-in", { customer: String(customer), name, password });
      await browser.get("/");
      return browser;
    },
    close: async () => {
      await server.close();
      await store.close();
    },
  };
}

/** Logs a page of Chromium in as a user of `own`. */
export async function logInOn(
  page: Page,
  { origin }: Pick<PortalServer, "origin">,
  user = "owner",
): Promise<void> {
  await page.goto(`${origin}/log-in`);
  await page.getByLabel("Customer number").fill(String(own));
  await page.getByLabel("User", { exact: true }).fill(user);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}
