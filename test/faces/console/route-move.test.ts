import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { dayLength } from "#server/domain/usage/usage.js";
import { faultsOf, unused } from "../../browser.js";
import { Clicks, clicksOf } from "../../counted-clicks.js";
import { isInstalled, testWithPeer } from "../../peers.js";
import { openAccount, stoppedLoopback, submission } from "../../storage/fixtures.js";
import { type ConsoleServer, PlainBrowser, startConsole } from "./console-server.js";
import { elsewhere, openBrowser, type OpenBrowser } from "./open-browser.js";

const { Submitting, Failed, Delivered } = RecipientState;

/** Messages of a customer at a time, of which some fail. */
async function send({ store }: ConsoleServer, name: string, at: number, count: number, failed: number) {
  const recipients = Array.from({ length: count }, (_, index) => String(12_025_550_200 + index));
  const charge = { kind: "SMS", amount: count * 10 } as const;
  // Later than the test, so that the server does not send them before they have their final status.
  const dueAt = Date.now() + dayLength;
  await store.outbox.submit(submission(name, { customerId: 43, at, dueAt, recipients, charge }));
  const found = await store.desk.candidates({ kind: "transaction", id: name }, undefined, count);
  await store.outbox.advance(
    found.flatMap(({ id: recipientId }, index) => {
      const isFailed = index < failed;
      const end = { recipientId, at: at + 1_000, state: isFailed ? Failed : Delivered };
      return [
        { ...end, state: Submitting },
        { ...end, error: isFailed ? "RINVDSTADR (0x0b)" : undefined },
      ];
    }),
  );
}

async function prepare(server: ConsoleServer): Promise<void> {
  const { store } = server;
  await openAccount(store, { id: 43, credit: 1_000_000 });
  await store.accounts.changeCustomer(43, { name: "Harbor Trading" });
  const { kind, url, password, network, ofFile } = stoppedLoopback;
  await store.links.add({ name: "west", kind, url, password, network, ofFile, settings: {} }, Date.now());
  const now = Date.now();
  await send(server, "last week", now - 9 * dayLength, 400, 4);
  await send(server, "today", now, 300, 90);
  await store.retention.gatherDeliverability(100);
}

describe("in a browser", () => {
  let open: OpenBrowser;
  beforeAll(async () => {
    if (!isInstalled("chromium")) return;
    open = await openBrowser();
    await prepare(open.server);
  });
  afterAll(async () => {
    if (isInstalled("chromium")) await open.close();
  });

  testWithPeer(
    "chromium",
    "a prefix that got worse is moved to another link with three clicks, and back with one",
    async () => {
      const page = await open.logIn("admin");
      const place = `${open.server.origin}/console/deliverability?by=prefix`;
      const operator = await new Clicks(page, place).start();
      await page.getByText("+1202 lost").waitFor();
      const faults = [...(await faultsOf(page))];
      await operator.link("Look at the failures");
      await page.getByRole("heading", { name: "Messages found" }).waitFor();
      await page.getByText("of 90 messages").waitFor();
      await operator.link("Move +1202 to another link");
      await page.getByRole("heading", { name: "Move +1202", level: 1 }).waitFor();
      faults.push(...(await faultsOf(page)));
      await page.getByLabel("To the link").selectOption("west");
      await operator.button("Move +1202");
      await page.getByRole("status").getByText("The numbers take the other link").waitFor();
      faults.push(...(await faultsOf(page)));
      const [route, ...others] = await open.server.store.links.routes();
      expect([route, others]).toMatchObject([{ prefix: "1202", link: "west" }, []]);
      expect(Math.abs((route?.endsAt ?? 0) - Date.now() - dayLength)).toBeLessThan(600_000);
      expect(operator.count).toBe(clicksOf("move a prefix that got worse"));
      await operator.button("End now");
      await page.getByRole("status").getByText("The route has ended").waitFor();
      expect(await open.server.store.links.routes()).toEqual([]);
      expect([faults, open.complaints]).toEqual([[], []]);
      const used = elsewhere.routeMove.actions.map((path) => ({ path }));
      expect(unused("POST", used, open.requests)).toEqual([]);
      await page.context().close();
    },
  );
});

describe("without scripts", () => {
  let server: ConsoleServer;
  beforeAll(async () => {
    server = await startConsole();
    await prepare(server);
  });
  afterAll(() => server.close());

  test.each([
    ["?prefix=1202&link=test", "Move +1202"],
    ["?prefix=1202&customer=43", "Move +1202 of Harbor Trading"],
    ["?link=test", "Move all numbers"],
    ["", "Move all numbers"],
    ["?prefix=x&customer=999", "Move +x"],
  ])("the page %s", async (query, title) => {
    const admin = await new PlainBrowser(server.origin).logIn("admin");
    const page = await admin.get(`/routes/move${query}`);
    expect([page.status, /<h1>([^<]*)/u.exec(page.text)?.[1]]).toEqual([200, title]);
    expect(page.text.includes('value="test"')).toBe(!query.includes("link=test"));
  });

  test.each([
    [{ prefix: "1202", link: "none", until: "24h" }, "there is no link none"],
    [{ prefix: "x", link: "west", until: "24h" }, "invalid prefix"],
    [{ prefix: "1202", link: "west", until: "2001-01-01" }, "must be in the future"],
    [{ prefix: "1202", link: "west", until: "soon" }, "invalid"],
    [{ prefix: "1202", link: "west", until: "24h", customer: "999" }, "no such customer"],
  ])("%j is refused", async (given, why) => {
    const admin = await new PlainBrowser(server.origin).logIn("admin");
    await admin.get("/routes/move?prefix=1202");
    const refused = await admin.post("/routes/move", given);
    expect(refused.isKept).toBe(true);
    expect(refused.text.toLowerCase()).toContain(why.toLowerCase());
    expect(await server.store.links.routes()).toEqual([]);
  });

  test("it is moved once, however often its form comes, and its end is a form of its own", async () => {
    const admin = await new PlainBrowser(server.origin).logIn("admin");
    const page = await admin.get("/routes/move?prefix=1202&link=test");
    const form = /name="form" value="([^"]*)"/u.exec(page.text)?.[1] ?? "";
    const fields = { form, prefix: "1202", link: "west", until: "4h" };
    await admin.submit("/routes/move", fields);
    const again = await admin.submit("/routes/move", fields);
    expect(again.text).toContain("its change was made once");
    const routes = await server.store.links.routes();
    expect(routes).toMatchObject([{ prefix: "1202", link: "west" }]);
    for (const role of ["viewer", "support"] as const) {
      const other = await new PlainBrowser(server.origin).logIn(role);
      expect((await other.get("/routes/move?prefix=1202")).status).toBe(403);
      expect((await other.post("/routes/move", fields)).status).toBe(403);
      expect((await other.post(`/routes/${routes[0]?.id ?? 0}/end`)).status).toBe(403);
      expect((await other.get("/routes")).text).not.toContain("End now");
    }
    expect((await admin.submit(`/routes/${routes[0]?.id ?? 0}/end`)).text).toContain("The route has ended");
    expect(await server.store.links.routes()).toEqual([]);
  });
});
