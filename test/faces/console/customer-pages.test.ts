import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { addToInbox } from "#server/actions/inbox.js";
import { addInboxNumber, setInboxForward } from "#server/actions/inbox-routes.js";
import { machine } from "#server/actions/rights.js";
import { importList } from "#server/actions/list-import.js";
import { type ConsoleServer, giveUpCallback, PlainBrowser, startConsole } from "./console-server.js";
import { openAccount, stoppedLoopback, submission } from "../../storage/fixtures.js";

let server: ConsoleServer;
let viewer: PlainBrowser;
let support: PlainBrowser;
let admin: PlainBrowser;

beforeAll(async () => {
  server = await startConsole();
  viewer = await new PlainBrowser(server.origin).logIn("viewer");
  support = await new PlainBrowser(server.origin).logIn("support");
  admin = await new PlainBrowser(server.origin).logIn("admin");
});
afterAll(() => server.close());

const place = "/customers/42";
const by = { name: "ann", source: "test" };
const lastEntry = async () => (await server.store.audit.entries(1))[0];

test("unusual traffic stands on the pages of the customer and of the traffic; support releases a held one", async () => {
  const { store } = server;
  await store.accounts.changeCustomer(42, { holdUnusual: true });
  const found = { customerId: 42, kind: "destination", prefix: "960", ended: undefined } as const;
  await store.unusual.add([{ ...found, messages: 300, usual: 3 }], Date.now());
  const words = "300 messages to +960 in a day; in the 13 weeks before: 3";
  const page = await viewer.get(place);
  expect(page.text).toMatch(/>Held<[^]*New messages are refused since/u);
  expect(page.text).toContain(`Unusual traffic: ${words}.`);
  expect(page.text).not.toContain("Release the customer");
  expect((await viewer.get("/customers")).text).toMatch(
    /1 held because of[^]*>Held<[^]*new messages are refused/u,
  );
  expect((await viewer.post(`${place}/release`)).status).toBe(403);
  expect((await viewer.get("/traffic")).text).toMatch(
    /href="[^"]*\/customers\/42">Customer 42<[^]*New destination/u,
  );
  expect((await viewer.get(`${place}?csv=unusual-traffic`)).text).toContain(`New destination,${words}`);
  expect((await support.get(place)).text).toContain("Release the customer");
  expect((await support.submit(`${place}/release`)).text).toContain("New messages are accepted at once");
  await support.submit(`${place}/release`, { confirm: "on" });
  expect(await lastEntry()).toMatchObject({ action: "customer release", subject: { customer: 42 } });
  const released = await viewer.get(place);
  expect([released.text.includes(">Held<"), released.text.includes(words)]).toEqual([false, true]);
});

test("the list of customers has the balance of each, and the days that it lasts", async () => {
  const { store } = server;
  const now = Date.now();
  await openAccount(store, { id: 61, credit: 9_000 });
  await openAccount(store, { id: 62, credit: 50_000 });
  for (const [id, customerId, amount] of [
    ["x61", 61, 5_000],
    ["x62", 62, 2_000],
  ] as const)
    await store.outbox.submit(
      submission(id, { customerId, charge: { kind: "SMS", amount }, at: now - 60_000 }),
    );
  const { text } = await viewer.get("/customers?text=Customer+6&sort1=6");
  expect(text).toMatch(/Customer 61[^]*>4<[^]*>5<[^]*Customer 62[^]*>48<[^]*>168</u);
  const hidden = (await viewer.get("/customers?text=Customer+6&sort1=-6&hide1=3.4.5")).text;
  expect(hidden).toMatch(/Customer 62[^]*Customer 61/u);
  expect(hidden).toContain('aria-sort="descending"');
  expect(hidden).not.toContain(">Prepaid<");
});

test("a user prefers the links of a provider, which the page offers by the names of the links", async () => {
  const { store } = server;
  const [linked, lost] = ["7c9e6679-7425-40de-944b-e07fc1f90ae7", "7c9e6679-7425-40de-944b-e07fc1f90ae8"];
  expect((await viewer.get(`${place}/users`)).text).not.toContain(">Prefers<");
  await store.links.add(
    { ...stoppedLoopback, name: "carrier", settings: { provider: linked.toUpperCase() } },
    Date.now(),
  );
  const { text } = await admin.get(`${place}/users`);
  expect(text).toMatch(
    /<option value="0{8}[0-]+" selected>any link<[^]*<option value="7c9e[^"]*7">carrier</u,
  );
  const { text: changed } = await admin.submit(`${place}/users/provider`, { name: "Ann", provider: linked });
  expect(changed).toContain("The provider was changed.");
  expect(await lastEntry()).toMatchObject({ action: "tube change", after: { provider: linked } });
  expect((await viewer.get(`${place}/users`)).text).toMatch(/>Prefers<[^]*>carrier</u);
  await store.tube.change(42, "Ann", { defaultProvider: lost });
  expect((await viewer.get(`${place}/users`)).text).toContain(`${lost}, without a link`);
  expect((await admin.post(`${place}/users/provider`, { name: "Ann", provider: "none" })).isKept).toBe(true);
  await store.links.remove("carrier");
});

test("calls that were refused stand on the page of the customer, by reason", async () => {
  const today = Math.floor(Date.now() / 86_400_000);
  const of = (code: string, day: number, calls: number) => ({ customerId: 42, code, day, calls });
  expect((await viewer.get(place)).text).not.toContain("Refused calls");
  const rows = [
    of("403.4", today, 1_200),
    of("403.4", today - 6, 34),
    of("600.1", today, 2),
    of("601.1", today - 7, 9),
  ];
  await server.store.traffic.addRefused(rows, 0);
  expect((await viewer.get(place)).text).toMatch(
    /Refused calls[^]*1,236 in 7 days[^]*The credit is not sufficient\.[^]*1,200[^]*1,234[^]*The originator is not one of/u,
  );
  const csv = (await viewer.get(`${place}?csv=refused-calls`)).text.split("\r\n");
  const on = new Date().toISOString().slice(0, 10);
  expect(csv.slice(0, 3)).toEqual([
    "Reason,Today,7 days,Last on",
    `The credit is not sufficient.,"1,200","1,234",${on}`,
    `The originator is not one of the customer's.,2,2,${on}`,
  ]);
});

describe("pages of lists and inbox", () => {
  test("shows lists with the user that may see them", async () => {
    const file = "phone\n12025550161\n12025550162\n";
    const given = { customer: "42", name: "Friends", file, category: "Private", owner: "Ann" };
    const { row } = await importList.run(server.store, given, { by, now: Date.now(), caller: machine });
    expect(row.accepted).toBe(2);
    const { text } = await viewer.get(`${place}/lists`);
    expect(text).toMatch(/>Friends<[^]*>Ann<[^]*>2</u);
  });

  test("an inbox, without texts, and numbers for the role support only", async () => {
    const { store } = server;
    const use = { by, now: Date.now(), caller: machine };
    await addInboxNumber.run(store, { customer: "42", number: "+12025550199" }, use);
    const url = "https://shop.example.com/in?key=secret";
    await setInboxForward.run(store, { customer: "42", url }, use);
    const message = { customer: "42", from: "12025550177", to: "12025550199", text: "Private" };
    await addToInbox.run(store, message, { ...use, now: 0 });
    const [whole, masked] = [await support.get(`${place}/inbox`), await viewer.get(`${place}/inbox`)];
    for (const { text } of [whole, masked]) {
      expect(text).toContain("<span>+1 202 555 0199</span>");
      expect(text).toContain("POST https://shop.example.com/in<");
      expect(text).not.toMatch(/Private|secret/u);
    }
    expect(whole.text).toContain("+1 202 555 0177");
    expect(masked.text).not.toMatch(/12025550177|555 0177/u);
    expect(masked.text).toContain("+1 202 555 0•••");
  });

  test.each(["lists", "inbox", "callbacks", "keys"])(
    "there are no %s of an unknown customer",
    async (name) => {
      expect((await viewer.get(`/customers/7/${name}`)).status).toBe(404);
      expect((await viewer.get(`/customers/x/${name}`)).status).toBe(400);
    },
  );
});

describe("callbacks", () => {
  const url = "https://shop.example.com/states?key=secret";

  test("are set up; the secret is shown once", async () => {
    const made = await admin.submit(`${place}/callbacks/change`, { callbackUrl: url, callbackParts: "on" });
    expect(made.text).toMatch(/Customer 42 \(42\)[^]*whsec_[\w+/=]{40,}/u);
    expect(await lastEntry()).toMatchObject({ action: "customer change", actor: { name: "admin" } });
    expect(await server.store.callbacks.target(42)).toMatchObject({ url, parts: true, private: false });
    const shown = await viewer.get(`${place}/callbacks`);
    expect(shown.text).toContain("https://shop.example.com/states<");
    expect(shown.text).not.toMatch(/whsec_|secret/u);
  });

  test.each([
    [{ callbackUrl: "" }, "Give a URL"],
    [{ callbackUrl: "ftp://shop.example.com" }, "ust be http or https"],
    [{ callbackUrl: "http://127.0.0.1:8000/" }, "127.0.0.1 is not a public address"],
  ])("%j: %s", async (fields, want) => {
    const { isKept, text } = await admin.post(`${place}/callbacks/change`, fields);
    expect([isKept, text.includes(want)]).toEqual([true, true]);
    expect(await server.store.callbacks.target(42)).toMatchObject({ url });
  });

  test("may use a private address if that is allowed", async () => {
    const allowed = { callbackUrl: "http://10.0.0.1/", callbackAllowPrivate: "on" };
    const { text } = await admin.submit(`${place}/callbacks/change`, allowed);
    expect(text).toMatch(/name="callbackAllowPrivate"[^>]*checked/u);
    expect(await server.store.callbacks.target(42)).toMatchObject({
      url: allowed.callbackUrl,
      private: true,
    });
    await admin.submit(`${place}/callbacks/change`, { callbackUrl: url });
    expect(await server.store.callbacks.target(42)).toMatchObject({ url, private: false });
  });

  test("are posted again, and removed", async () => {
    const refusal = await admin.post(`${place}/callbacks/retry`);
    expect([refusal.isKept, refusal.text.includes("no callback was given up")]).toEqual([true, true]);
    expect(await lastEntry()).toMatchObject({ action: "customer change" });
    await giveUpCallback(server.store);
    const { accounts, alerts } = server.store;
    await accounts.changeCustomer(42, { lowBalance: 1e12 });
    await alerts.follow(Date.now(), 0, 99);
    const [alert] = await alerts.list({ customerId: 42, failed: false }, 1);
    await alerts.queue.giveUp({ id: alert?.id ?? 0, at: Date.now(), failure: "HTTP 503" });
    expect((await viewer.get(`${place}/callbacks`)).text).toMatch(
      /low balance<[^]*>1000000000<[^]*>HTTP 503</u,
    );
    await alerts.queue.end(alert?.id ?? 0, Date.now());
    await accounts.changeCustomer(42, { lowBalance: undefined });
    expect((await admin.submit(`${place}/callbacks/retry`)).text).toContain("posted again");
    expect(await lastEntry()).toMatchObject({ action: "callback retry", after: { count: 1 } });
    await admin.submit(`${place}/callbacks/change`, { callbackUrl: "none" });
    expect(await server.store.callbacks.target(42)).toBeUndefined();
  });
});

describe("API keys", () => {
  const fields = {
    user: "Ann",
    name: "shop",
    ...{ "scopes.send": "on", "scopes.read": "on" },
    fromAddresses: "192.0.2.0/24\r\n198.51.100.7",
  };

  test("are added and revoked; the key is shown once", async () => {
    const made = await admin.submit(`${place}/keys/add`, { ...fields, expires: "90d" });
    const [key = ""] = /mk_[\w-]+/u.exec(made.text) ?? [];
    expect(key.length).toBeGreaterThan(30);
    expect(await lastEntry()).toMatchObject({ action: "key add", subject: { user: "Ann", key: "shop" } });
    const { text } = await viewer.get(`${place}/keys`);
    expect(text).toContain("192.0.2.0/24, 198.51.100.7");
    expect(text).not.toContain(key);
    const revoke = { user: "Ann", name: "shop" };
    expect((await admin.post(`${place}/keys/revoke`, revoke)).text).toContain("Revoke the key?");
    const revoked = await admin.submit(`${place}/keys/revoke`, { ...revoke, confirm: "on" });
    expect(revoked.text).toContain("The key was revoked.");
    expect(await lastEntry()).toMatchObject({ action: "key revoke" });
  });

  test.each([
    [{ ...fields, "scopes.send": "off", "scopes.read": "off" }, "Use "],
    [{ ...fields, fromAddresses: "x" }, "Use an IP address"],
    [{ ...fields, user: "Bob" }, "(42) has no user Bob"],
    [{ ...fields, expires: "2001-01-01" }, "expir"],
  ])("%j: %s", async (given, want) => {
    const { isKept, text } = await admin.post(`${place}/keys/add`, given);
    expect([isKept, text.includes(want)]).toEqual([true, true]);
    expect(await server.store.apiKeys.list(42)).toEqual([]);
  });

  test("a viewer changes neither", async () => {
    for (const path of ["keys/add", "keys/revoke", "callbacks/change", "callbacks/retry"])
      expect([path, (await viewer.post(`${place}/${path}`, fields)).status]).toEqual([path, 403]);
  });
});
