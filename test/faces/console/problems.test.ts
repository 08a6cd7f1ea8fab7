import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { problemsIn } from "#server/admin/health.js";
import type { HealthFacts } from "#server/admin/service-facts.js";
import { attentionOf } from "#server/faces/console/attention.js";
import type { Visit } from "#server/faces/console/visit.js";
import type { OperatorRole } from "#server/domain/accounts/operators.js";
import { faultsOf } from "../../browser.js";
import { Clicks, clicksOf } from "../../counted-clicks.js";
import { isInstalled, testWithPeer } from "../../peers.js";
import { noon, openAccount } from "../../storage/fixtures.js";
import { openBrowser, type OpenBrowser } from "./open-browser.js";

const visitOf = (role: OperatorRole) =>
  ({ caller: { kind: "operator", role, openedAt: noon, refundLimit: 0 } }) as unknown as Visit;

const names = new Map([[42, "Shop"]]);
const link = { name: "north", up: false, problem: "ECONNREFUSED", delivers: true, since: noon - 60_000 };
const unusual = {
  customerId: 42,
  kind: "volume",
  prefix: "",
  messages: 900,
  ended: undefined,
  usual: 9,
  at: noon - 5_000,
} as const;

/** A problem as an administrator sees it: its beginning, since when, its links and its buttons. */
const cases: readonly {
  readonly facts: Partial<HealthFacts>;
  readonly what: string;
  readonly since?: number;
  readonly links: readonly string[];
  readonly buttons?: readonly string[];
}[] = [
  {
    facts: { links: [link] },
    ...{ what: "Link north is down: ECONNREFUSED.", since: noon - 60_000 },
    links: ["/routes/move?link=north", "/links/north"],
  },
  {
    facts: { stopped: [{ name: "north", waiting: 0, by: "ann", since: noon - 9_000 }] },
    ...{ what: "Link north is stopped", since: noon - 9_000 },
    ...{ links: ["/links/north"], buttons: ["/links/north/start"] },
  },
  {
    facts: { names, unusual: [unusual] },
    ...{ what: "Shop has unusual traffic", since: noon - 5_000 },
    ...{ links: ["/customers/42/settings"], buttons: ["/customers/42/block"] },
  },
  {
    facts: { names, held: [{ customerId: 42, since: noon - 7_000 }] },
    ...{ what: "Shop is held: its new messages are refused.", since: noon - 7_000 },
    ...{ links: ["/customers/42/settings"], buttons: ["/customers/42/release"] },
  },
  {
    facts: { names, lowBalances: [{ customerId: 42, kind: "SMS", left: 5_000, threshold: 10_000 }] as never },
    ...{ what: "Shop has 5 SMS credits left", links: ["/customers/42/ledger?add=on"] },
  },
  {
    facts: { names, draining: [{ customerId: 42, kind: "SMS", left: 5_000, spent: 5_000 }] },
    ...{ what: "Shop has 5 SMS credits left", links: ["/customers/42/ledger?add=on"] },
  },
  {
    facts: {
      names,
      failingCallbacks: [{ customerId: 42, waiting: 2, givenUp: 0, failure: "HTTP 500", since: noon - 1 }],
    },
    ...{ what: "Shop does not accept its callbacks", since: noon - 1 },
    ...{ links: ["/customers/42/callbacks"], buttons: ["/customers/42/callbacks/retry"] },
  },
  {
    facts: { names, weakPasswords: [{ customerId: 42, name: "api" }] as never },
    ...{ what: "Shop has user api", links: ["/customers/42/users"] },
  },
  {
    facts: { names, refusedCalls: [{ customerId: 42, code: "403.4", calls: 59 }] },
    ...{ what: "Shop has 59 refused calls today", links: ["/customers/42"] },
  },
  {
    facts: { uncertain: 2, uncertainSince: noon - 3 },
    ...{ what: "2 messages are uncertain.", since: noon - 3, links: ["/uncertain"] },
  },
  {
    facts: { oldestDue: noon - 10 * 60_000 },
    ...{ what: "The oldest message waits for 10 minutes.", since: noon - 10 * 60_000, links: ["/links"] },
  },
  { facts: { unroutable: 1 }, what: "1 message matches no route.", links: ["/routes"] },
];

describe("a problem", () => {
  test.each(cases)("$what", ({ facts, what, since, links, buttons = [] }) => {
    const problems = problemsIn({ now: noon, ...facts });
    const [shown] = attentionOf(problems, visitOf("admin"));
    expect(shown?.what.startsWith(what)).toBe(true);
    expect(shown?.since).toBe(since);
    expect(shown?.links.map(({ href }) => href)).toEqual(links);
    expect(shown?.forms?.map(({ action }) => action)).toEqual(buttons);
  });

  test("has only the buttons that the role may use", () => {
    const all = problemsIn({
      now: noon,
      names,
      links: [link],
      unusual: [unusual],
      held: [{ customerId: 42, since: noon }],
    });
    const of = (role: OperatorRole) =>
      attentionOf(all, visitOf(role)).flatMap(({ forms = [] }) => forms.map(({ action }) => action));
    expect(of("viewer")).toEqual([]);
    expect(of("support")).toEqual(["/customers/42/release"]);
    expect(of("admin")).toEqual(["/customers/42/release", "/customers/42/block"]);
    expect(
      attentionOf(all, visitOf("support")).flatMap(({ links }) => links.map(({ href }) => href)),
    ).not.toContain("/routes/move?link=north");
  });

  test("the overview has the worst five, and a link to the others", () => {
    const stopped = Array.from({ length: 7 }, (_, index) => ({ name: `n${index}`, waiting: 0 }));
    const shown = attentionOf(problemsIn({ now: noon, links: [link], stopped }), visitOf("admin"));
    expect(shown).toHaveLength(6);
    expect(shown[0]).toMatchObject({ tone: "bad", what: "Link north is down: ECONNREFUSED." });
    expect(shown.at(-1)).toMatchObject({ what: "3 more.", links: [{ href: "/problems" }] });
  });
});

describe("in a browser", () => {
  let open: OpenBrowser;
  beforeAll(async () => {
    if (!isInstalled("chromium")) return;
    open = await openBrowser();
    const { store } = open.server;
    for (let id = 50; id < 58; id++) {
      await openAccount(store, { id, credit: 1_000 });
      await store.accounts.changeCustomer(id, { name: `Harbor ${id}` });
    }
    const rows = Array.from({ length: 8 }, (_, index) => ({ ...unusual, customerId: 50 + index }));
    await store.unusual.add(rows, Date.now());
  });
  afterAll(async () => {
    if (isInstalled("chromium")) await open.close();
  });

  testWithPeer(
    "chromium",
    "a customer is blocked with two clicks from the list of all problems",
    async () => {
      const page = await open.logIn("admin");
      await page.getByText("more.").waitFor();
      const faults = [...(await faultsOf(page))];
      await page.getByRole("link", { name: "All problems" }).click();
      await page.getByText("Harbor 57 has unusual traffic").waitFor();
      faults.push(...(await faultsOf(page)));
      const operator = new Clicks(page, page.url());
      const row = page.getByRole("listitem").filter({ hasText: "Harbor 57 has unusual traffic" });
      await operator.click(row.getByRole("button", { name: "Block" }));
      await operator.button("Block the customer");
      await page.getByRole("status").getByText("blocked").waitFor();
      expect(operator.count).toBe(clicksOf("block a customer that is a problem"));
      expect((await open.server.store.accounts.customer(57))?.state).toBe("blocked");
      expect((await open.server.store.accounts.customer(56))?.state).toBe("active");
      expect([faults, open.complaints]).toEqual([[], []]);
      await page.context().close();
    },
  );
});
