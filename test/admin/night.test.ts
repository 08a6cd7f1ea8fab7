import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { storeFacts } from "#server/admin/health-facts.js";
import { problemsIn } from "#server/admin/health.js";
import { stopLink } from "#server/actions/links.js";
import { machine } from "#server/actions/rights.js";
import {
  giveUpCallback,
  PlainBrowser,
  type ConsoleServer,
  startConsole,
} from "../faces/console/console-server.js";
import { openAccount, submission } from "../storage/fixtures.js";

/** What goes wrong at night is named with the customer, on the overview, on the page of all problems and by doctor. */

let server: ConsoleServer;
beforeAll(async () => {
  server = await startConsole();
});
afterAll(() => server.close());

test("refused calls, failing callbacks, accounts that run empty, stopped links, and low balances", async () => {
  const { store } = server;
  const now = Date.now();
  const [hour, day] = [Math.floor(now / 3_600_000), Math.floor(now / 86_400_000)];
  for (const [id, name, credit] of [
    [50, "Empty prepaid", 0],
    [51, "Fast sender", 20_000],
    [52, "Slow sender", 900_000],
    [53, "Nearly empty", 9_000],
  ] as const) {
    await openAccount(store, { id, credit, user: "api" });
    await store.accounts.changeCustomer(id, { name });
  }
  await store.traffic.addRefused([{ customerId: 50, day, code: "403.4", calls: 59 }], 0);
  await store.traffic.addRefused([{ customerId: 50, day: day - 1, code: "403.2", calls: 900 }], 0);
  await store.traffic.addPeaks(
    [51, 52].map((customerId) => ({ hour, customerId, peak: 9 })),
    0,
  );
  for (const customerId of [51, 52])
    for (const id of ["one", "two"])
      await store.outbox.submit(
        submission(`${id} of ${customerId}`, {
          ...{ customerId, userName: "api", at: now - 60_000, dueAt: now + 86_400_000 },
          ...{ recipients: ["12025550101"], charge: { kind: "SMS", amount: 5_000 } },
        }),
      );
  await store.callbacks.setTarget(
    { customerId: 42, url: "https://example.com/", secret: "whsec_x", parts: false, private: false },
    now,
  );
  await giveUpCallback(store);
  await stopLink.run(store, { name: "test" }, { by: { name: "root", source: "test" }, now, caller: machine });
  const facts = await storeFacts(store, { now, version: "1" });
  const texts = problemsIn({ now, ...facts }).map(({ code, text }) => `${code} ${text}`);
  for (const want of [
    "refusedCalls customer 50 (Empty prepaid) has 59 refused calls today: The credit is not sufficient",
    "draining customer 51 (Fast sender) has 10 SMS credits left, for about 10 minutes at the present rate",
    "lowBalance customer 53 (Nearly empty) has 9 SMS credits left, less than 10",
  ])
    expect(texts).toContain(want);
  expect(texts.join("\n")).toMatch(
    /callbacks customer 42 \(.+\) does not accept its callbacks \(1 given up/u,
  );
  expect(texts.join("\n")).toMatch(/link link test is stopped by root/u);
  expect(texts.join("\n")).not.toContain("Slow sender");

  const viewer = await new PlainBrowser(server.origin).logIn("viewer");
  const overview = (await viewer.get("")).text;
  expect(overview).toMatch(/href="\/console\/problems">All problems</u);
  const page = (await viewer.get("/problems")).text;
  for (const want of ["Empty prepaid", "Fast sender", "Nearly empty", "is stopped by", "does not accept"])
    expect(page).toContain(want);
  expect(page).toMatch(/href="\/console\/customers\/51\/ledger\?add&#x3D;on">Add credit</u);
  expect(page).toMatch(/href="\/console\/links\/test">Look at the link</u);
});
