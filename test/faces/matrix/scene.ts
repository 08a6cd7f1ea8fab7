import { machine } from "#server/actions/rights.js";
import { isAction } from "#server/actions/action.js";
import { hashPassword } from "#server/credentials/hash.js";
import { portalRoles } from "#server/domain/accounts/portal-users.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { apiTable } from "#server/faces/operators/calls.js";
import type { Given } from "#server/actions/fields.js";
import { everyDay, everyHour } from "#server/domain/campaigns/campaign.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { cheap } from "../../credentials/cheap.js";
import { keepingLog } from "../../host/greeter/server.js";
import { startServer } from "../../start-server.js";
import { claimDue, loseClaimed } from "../../storage/claims.js";
import { openAccount, submission } from "../../storage/fixtures.js";
import { newDatabase } from "../../storage/new-database.js";
import { openSmppSession, password, PlainBrowser, roles } from "../console/console-server.js";
import { giveRole } from "../portal/give-role.js";

/** Two customers, each with one of everything, and things in every state that a page has a form for. */

/** The customer whose things are changed, and another one, all of whose things have other names. */
export const own: number = 42;
export const other: number = 43;

/** A customer that is blocked and held: behind the two. */
const stoppedOf = (first: number): number => first + 2;

/** The last two digits of a customer, as they stand in names and numbers of things. */
const short = (customer: number): string => String(customer).slice(-2);

export interface Scene {
  readonly store: Store;
  readonly database: string;
  readonly console: string;
  readonly portal: string;
  readonly log: ReturnType<typeof keepingLog>;
  close(): Promise<void>;
}

const nameOf = (name: string, customer: number): string =>
  short(customer) === String(own) ? name : `${name}${short(customer)}`;
const hour = 3_600_000;

/** Actions that make what a customer has. */
const thingsOf = (customer: number): readonly (readonly [string, Readonly<Record<string, Given>>])[] => {
  const named = (name: string): string => nameOf(name, customer);
  const id = String(customer);
  const number = `120255501${short(customer)}`;
  return [
    ["key add", { user: `${id}/${named("api")}`, name: named("shop"), scopes: "send" }],
    ["smpp add", { user: `${id}/${named("api")}`, systemId: named("harbor") }],
    ["originator add", { customer: id, value: named("Port") }],
    ["price set", { customer: id, prefix: `4${short(customer)}`, price: "0.8" }],
    ["list create", { customer: id, name: named("Clients") }],
    ["list number add", { customer: id, list: named("Clients"), numbers: [number] }],
    ["inbox number add", { customer: id, number: `1000${short(customer)}` }],
    ["opt-out set", { customer: id, languages: ["en"] }],
    ["blacklist add", { customer: id, numbers: [`120255502${short(customer)}`] }],
    ["customer change", { id, callbackUrl: `https://${named("shop")}.example.com/status` }],
    ["user block", { customer: id, name: named("former") }],
    ["user invite", { customer: id, name: named("guest"), role: "reader" }],
  ];
};

const generalFor = (first: number): readonly (readonly [string, Readonly<Record<string, Given>>])[] => [
  ["link add", { name: "west", url: "loopback" }],
  [
    "link add",
    {
      name: "carrier",
      url: "smpp://shop@127.0.0.1:1",
      set: ["provider=3f1e6b7a-52c4-4d0b-9f6e-2f5f1c0a7d11"],
    },
  ],
  ["link stop", { name: "carrier" }],
  ["link add", { name: "east", url: "loopback" }],
  ["link stop", { name: "east" }],
  ["buy-price set", { link: "west", prefix: "49", price: "0.5" }],
  ["route add", { prefix: "49", link: "west" }],
  ["price set", { prefix: "44", price: "0.9" }],
  ["blacklist add", { numbers: ["12025550199"] }],
  ["operator add", { name: "maria", role: "support", password }],
  ["operator add", { name: "kim", role: "viewer", password }],
  ["operator totp", { name: "kim" }],
  ["operator key add", { operator: "admin", name: "billing", role: "viewer" }],
  ["note set", { kind: "customer", name: String(first), text: "calls first" }],
  ["note set", { kind: "link", name: "west", text: "repairs a fiber" }],
  ["search save", { name: "Failed", page: "messages", conditions: ["state=failed", "since=24h"] }],
  ["customer add", { id: String(stoppedOf(first)), name: "Stopped" }],
  ["customer block", { id: String(stoppedOf(first)) }],
];

type Given2 = Readonly<Record<string, Given>>;

async function carryOut(store: Store, rows: readonly (readonly [string, Given2])[]): Promise<void> {
  const { calls } = await apiTable();
  const use = { caller: machine, by: { name: "root", source: "test" } };
  for (const [name, given] of rows) {
    const entry = calls.get(name.replaceAll(" ", "/"))?.entry;
    if (entry === undefined || !isAction(entry)) throw new Error(`there is no action ${name}`);
    await entry.run(store, given, { ...use, now: Date.now() });
  }
}

/** A message that waits, one that failed with a charge, one whose acceptance is unconfirmed, and a received one. */
async function addMessages(store: Store, customerId: number): Promise<void> {
  const now = Date.now();
  const at = now - 600_000;
  const sent = { customerId, userName: nameOf("owner", customerId), at };
  const phone = (last: number): string => `1202555${short(customerId)}0${last}`;
  const waiting = { ...sent, dueAt: now + 30 * 24 * hour, recipients: [phone(1)] };
  await store.outbox.submit(submission(`waiting-${short(customerId)}`, waiting));
  await store.outbox.submit(
    submission(`failed-${short(customerId)}`, { ...sent, dueAt: now + hour, recipients: [phone(2)] }),
  );
  const [failed] = await store.desk.candidates(
    { kind: "transaction", id: `failed-${short(customerId)}` },
    undefined,
    1,
  );
  const recipientId = failed?.id ?? 0;
  await store.outbox.advance([
    { recipientId, state: RecipientState.Submitting, at },
    { recipientId, state: RecipientState.Failed, at: at + 1, error: "RINVDSTADR (0x0b)" },
  ]);
  const free = { kind: "SMS", amount: 0 } as const;
  await store.outbox.submit(
    submission(`lost-${short(customerId)}`, {
      ...sent,
      dueAt: at,
      recipients: [phone(3), phone(4)],
      charge: free,
    }),
  );
  await claimDue(store, at, 9);
  await loseClaimed(store, now - 200_000);
  await store.inbox.add({ customerId, from: phone(5), to: "1000", text: "Hello", at });
  await giveUpCallback(store, customerId);
}

async function giveUpCallback({ outbox, callbacks }: Store, customerId: number): Promise<void> {
  const refused = [{ phone: "12025550101", state: RecipientState.Blacklisted }];
  const userName = nameOf("owner", customerId);
  const sent = { customerId, userName, at: Date.now(), recipients: [], refused };
  await outbox.submit(submission(`refused-${short(customerId)}`, sent));
  for (const { id } of await callbacks.list({ customerId, failed: false }, 9))
    await callbacks.queue.giveUp({ id, at: Date.now(), failure: "HTTP 500" });
}

async function startCampaign(store: Store, customerId: number): Promise<void> {
  const startAt = Date.now() + 30 * 24 * hour;
  await store.locations.add({ name: "Station", description: "" }, Date.now());
  await store.locations.addAudience(1, ["12025550121"]);
  const charge = { kind: "SMS", amount: 1_000 } as const;
  const message = { customerId, at: Date.now(), dueAt: startAt, userName: "owner", recipients: [], charge };
  await store.campaigns.start({
    submission: submission("campaign", message),
    schedule: { startAt, endAt: undefined, days: everyDay, hours: everyHour, timeZone: "UTC" },
    ...{ locations: [{ location: 1, limit: 1 }], recipientLimit: 1 },
  });
}

/** Resolves with what confirms the SMPP session of the customer: it is listed for ten seconds. */
async function addCustomer(
  store: Store,
  customerId: number,
  passwordHash: string,
): Promise<() => Promise<unknown>> {
  await openAccount(store, { id: customerId, credit: 100_000, user: nameOf("api", customerId) });
  for (const role of portalRoles) {
    const user = nameOf(role, customerId);
    await giveRole(store, { customerId, user, role, passwordHash }, Date.now());
  }
  // Programs of this user have a password.
  await store.accounts.addUser({ customerId, name: nameOf("former", customerId), passwordHash }, Date.now());
  await store.accounts.setPassword(customerId, nameOf("developer", customerId), { passwordHash });
  await carryOut(store, thingsOf(customerId));
  const confirm = await openSmppSession(store, nameOf("harbor", customerId));
  await addMessages(store, customerId);
  return confirm;
}

/** Resolves with what confirms the SMPP sessions. */
async function fill(store: Store, first: number): Promise<() => Promise<unknown>> {
  const passwordHash = await hashPassword(password, cheap);
  const by = { name: "root", source: "test" };
  for (const role of roles)
    await store.operators.add({ name: role, role, passwordHash, createdAt: Date.now() }, by);
  const confirmOwn = await addCustomer(store, first, passwordHash);
  const confirmOther = await addCustomer(store, first + other - own, passwordHash);
  await carryOut(store, generalFor(first));
  await store.links.addRoute({
    ...{ prefix: "48", customerId: undefined, originator: undefined, kind: undefined, link: "west" },
    ...{ rank: 1, weight: 1, uncertain: "hold", ofFile: false, endsAt: Date.now() + hour },
  });
  await store.accounts.changeCustomer(stoppedOf(first), { holdUnusual: true });
  const found = { customerId: stoppedOf(first), kind: "destination", prefix: "1", ended: undefined } as const;
  await store.unusual.add([{ ...found, messages: 200, usual: 1 }], Date.now());
  await startCampaign(store, first);
  return () => Promise.all([confirmOwn(), confirmOther()]);
}

/** A server with everything that pages have forms for. @param first number of the first customer, which ends with 42 */
export async function openScene(first = own): Promise<Scene> {
  const database = await newDatabase();
  const store = await openStore(database);
  const confirm = await fill(store, first);
  const confirming = setInterval(() => void confirm().catch(() => undefined), 2_500);
  const log = keepingLog();
  const listener = { host: "127.0.0.1", port: 0 };
  const server = await startServer({
    database,
    port: 0,
    confirmAfter: 1,
    log,
    admin: listener,
    portal: listener,
  });
  return {
    ...{ store, database, log },
    console: `http://127.0.0.1:${String(server.adminPort)}`,
    portal: `http://127.0.0.1:${String(server.portalPort)}`,
    close: async () => {
      clearInterval(confirming);
      await server.close();
      await store.close();
    },
  };
}

/** A browser of an operator; the name of some is their role. */
export async function operatorNamed(
  { console }: Pick<Scene, "console">,
  name: string,
): Promise<PlainBrowser> {
  const browser = new PlainBrowser(console);
  await browser.get("/log-in");
  await browser.post("/log-in", { name, password });
  await browser.get("");
  return browser;
}

/** A browser of a user of a customer. */
export async function userNamed(
  { portal }: Pick<Scene, "portal">,
  name: string,
  customer: number,
): Promise<PlainBrowser> {
  const browser = new PlainBrowser(portal, {}, "");
  await browser.get("/log-in");
  await browser.post("/log-in", { customer: String(customer), name, password });
  await browser.get("/");
  return browser;
}

/** A browser of the user with a role. */
export const userIn = (scene: Pick<Scene, "portal">, role: (typeof portalRoles)[number], customer = own) =>
  userNamed(scene, nameOf(role, customer), customer);
