import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { faultsOf, unused } from "../../browser.js";
import { clicksOf } from "../../counted-clicks.js";
import { eventually } from "../../eventually.js";
import { isInstalled, testWithPeer } from "../../peers.js";
import { ledgerOf, openAccount, submission } from "../../storage/fixtures.js";
import { type ConsoleServer, PlainBrowser, startConsole } from "./console-server.js";
import { elsewhere, openBrowser, type OpenBrowser } from "./open-browser.js";
import { OperatorClicks } from "./operator-tasks.js";

const { Submitting, Failed } = RecipientState;

/** Messages of a call that the network has refused; each cost a credit. */
async function fail({ store }: ConsoleServer, name: string, customerId: number, count: number) {
  const at = Date.now() - 60_000;
  const recipients = Array.from({ length: count }, (_, index) => String(12_025_551_000 + index));
  const charge = { kind: "SMS", amount: count * 1_000 } as const;
  const dueAt = at + 86_400_000;
  await store.outbox.submit(submission(name, { customerId, at, dueAt, recipients, charge }));
  const found = await store.desk.candidates({ kind: "transaction", id: name }, undefined, count);
  await store.outbox.advance(
    found.flatMap(({ id: recipientId }) => [
      { recipientId, state: Submitting, at },
      { recipientId, state: Failed, at: at + 1, error: "RINVDSTADR (0x0b)" },
    ]),
  );
}

const openShop = ({ store }: ConsoleServer): Promise<void> =>
  openAccount(store, { id: 43, credit: 1_000_000 });

const refundsOf = async ({ store }: ConsoleServer, customer: number) =>
  (await ledgerOf(store, customer)).filter(({ reason }) => reason === "refund");

describe("in a browser", () => {
  let open: OpenBrowser;
  beforeAll(async () => {
    if (!isInstalled("chromium")) return;
    open = await openBrowser();
    await openShop(open.server);
    await fail(open.server, "one", 43, 437);
  });
  afterAll(async () => {
    if (isInstalled("chromium")) await open.close();
  });

  testWithPeer(
    "chromium",
    "a whole search is refunded with four clicks, with the figures of the database",
    async () => {
      const page = await open.logIn("admin");
      const operator = await new OperatorClicks(page, open.server).start();
      await operator.link(/^Failed/u);
      await operator.button("Refund all");
      await page.getByText("437 messages, 437 credits, of 1 customer.").waitFor();
      const faults = [...(await faultsOf(page))];
      await operator.button("Refund 437 messages");
      await page.getByRole("status").getByText("It has started").waitFor();
      await eventually(async () => (await open.server.store.bulk.open()).length === 0);
      await operator.link("Refresh");
      await page.getByText("437 messages refunded.").waitFor();
      faults.push(...(await faultsOf(page)));
      expect(operator.count).toBe(clicksOf("refund all messages of a search"));
      const refunds = await refundsOf(open.server, 43);
      expect(refunds.reduce((sum, { delta }) => sum + delta, 0)).toBe(437_000);
      await page.goBack();
      expect(await refundsOf(open.server, 43)).toHaveLength(refunds.length);
      await page.goto(`${open.server.origin}/console/messages/runs`);
      await page.getByRole("link", { name: "Refund 1" }).waitFor();
      faults.push(...(await faultsOf(page)));
      expect([faults, open.complaints]).toEqual([[], []]);
      const used = elsewhere.bulkRuns.actions.map((path) => ({ path }));
      expect(unused("POST", used, open.requests)).toEqual([]);
      await page.context().close();
    },
  );
});

describe("without scripts", () => {
  let server: ConsoleServer;
  beforeAll(async () => {
    server = await startConsole();
    await openShop(server);
    await fail(server, "one", 43, 60);
    await fail(server, "two", 42, 7);
  });
  afterAll(() => server.close());

  const browserOf = (role: "viewer" | "support" | "admin") => new PlainBrowser(server.origin).logIn(role);

  /** Counts what an action is for; the path of its run. */
  async function prepare(browser: PlainBrowser, kind: string, query = "customer=43"): Promise<string> {
    const search = (await browser.get(`/messages?${query}`)).headers.get("location") ?? "";
    const path = search.replace("/console", "");
    await browser.get(path);
    return (await browser.post(`${path}/all/${kind}`)).headers.get("location")?.replace("/console", "") ?? "";
  }

  const formOf = (text: string): string => /name="form" value="([^"]*)"/u.exec(text)?.[1] ?? "";
  const ended = () => eventually(async () => (await server.store.bulk.open()).length === 0);

  test("a run is made once, however often and on which way its form comes", async () => {
    const admin = await browserOf("admin");
    const place = await prepare(admin, "refund", "customer=43&state=failed");
    const page = await admin.get(place);
    expect(page.text).toMatch(/60 messages, 60 credits, of 1 customer\./u);
    const form = formOf(page.text);
    const [first, second] = await Promise.all([
      admin.post(`${place}/start`, { form }),
      admin.post(`${place}/start`, { form }),
    ]);
    for (const { headers } of [first, second]) expect(headers.get("location")).toContain(`${place}?done=`);
    await ended();
    const again = await admin.submit(`${place}/start`, { form });
    expect(again.text).toContain("its change was made once");
    expect((await admin.submit(`${place}/start`, { form: "" })).text).not.toContain("It has started");
    expect((await admin.get(place)).text).toContain("60 messages refunded.");
    expect((await admin.submit(`${place}/stop`)).text).toContain("has ended");
    const refunds = await refundsOf(server, 43);
    expect(refunds.reduce((sum, { delta }) => sum + delta, 0)).toBe(60_000);
    const entries = await server.store.audit.entries(50, undefined, { action: "bulk start" });
    expect(entries).toMatchObject([
      {
        subject: { customer: "43", state: "failed" },
        before: { messages: 60 },
        after: { messages: 60, state: "done" },
      },
    ]);
  });

  test.each([
    ["refund", "60 refunded before"],
    ["cancel", "do not wait any more"],
  ])("%s: messages that it is not for are left out and counted", async (kind, want) => {
    const admin = await browserOf("admin");
    const page = await admin.get(await prepare(admin, kind));
    expect(page.text).toContain(want);
    expect(page.text).toMatch(/There is no message to (?:refund|cancel)/u);
  });

  test("messages are sent again once, and the copies are not sent again", async () => {
    const support = await browserOf("support");
    const place = await prepare(support, "resend", "customer=42&state=FAILED");
    expect((await support.get(place)).text).toContain("Send again 7 messages");
    await support.submit(`${place}/start`);
    await ended();
    expect((await support.get(place)).text).toContain("7 messages sent again.");
    expect((await support.get(await prepare(support, "resend", "customer=42&state=FAILED"))).text).toContain(
      "7 sent again before",
    );
  });

  test("a viewer has no buttons, no pages and no actions", async () => {
    const viewer = await browserOf("viewer");
    const search = (await viewer.get("/messages?customer=43")).headers.get("location") ?? "";
    expect((await viewer.request(search)).text).not.toContain("Refund all");
    const path = search.replace("/console", "");
    const status = async (answer: Promise<{ readonly status: number }>): Promise<number> =>
      (await answer).status;
    expect(await status(viewer.post(`${path}/all/refund`))).toBe(403);
    expect(await status(viewer.get("/messages/runs"))).toBe(403);
    expect(await status(viewer.get("/messages/runs/1"))).toBe(403);
    expect(await status(viewer.post("/messages/runs/1/start"))).toBe(403);
    expect(await status(viewer.post("/messages/runs/1/stop"))).toBe(403);
  });

  test.each(["/messages/runs/999", "/messages/runs/0", "/messages/runs/x"])(
    "there is no page %s",
    async (path) => {
      const admin = await browserOf("admin");
      expect((await admin.get(path)).status).toBeGreaterThanOrEqual(400);
    },
  );

  test("an ended session asks for the password, and then starts the run once", async () => {
    const admin = await browserOf("admin");
    await fail(server, "three", 43, 3);
    const place = await prepare(admin, "refund", "customer=43&state=failed");
    const form = formOf((await admin.get(place)).text);
    const { token } = admin;
    await admin.post("/log-out");
    const refused = await admin.request(`/console${place}/start`, {
      method: "POST",
      body: new URLSearchParams({ token, form }),
    });
    expect([302, 303, 401, 403]).toContain(refused.status);
    expect(await server.store.bulk.open()).toEqual([]);
  });
});
