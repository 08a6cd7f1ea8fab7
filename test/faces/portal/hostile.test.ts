import { blacklistBegin } from "#server/domain/credit/coverage.js";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { machine } from "#server/actions/rights.js";
import { Searches } from "#server/actions/saved-search.js";
import { actionsOf, pagesOf } from "#server/faces/portal/site-map.js";
import type { PortalSources } from "#server/faces/portal/sources.js";
import type { PlainBrowser } from "../console/console-server.js";
import { fieldsOn, type FieldsOf, filled, hostileForms, valueWith } from "../console/hostile-forms.js";
import { storeKind } from "../../storage/new-database.js";
import { other, own, type PortalServer, secrets, startPortal } from "./portal-server.js";
import { inTime, runsOf } from "../../in-time.js";

/** Stops at another seed each time; MESSENGER_SEED repeats one. The first failure ends the run: requests are not repeated to shrink it. */
const run = { seed: Number(process.env["MESSENGER_SEED"] ?? Date.now()), endOnFailure: true } as const;

let portal: PortalServer;
let owner: PlainBrowser;
/** Fields of the forms that an owner sees. */
let fieldsOf: FieldsOf;

// Only the paths are used.
const sources = { store: {}, requireCode: [] } as unknown as PortalSources;
const actions = actionsOf(sources);
const actionPaths = actions.map(({ path }) => path);
const pagePaths = pagesOf(sources).map(({ path }) => path);

beforeAll(async () => {
  portal = await startPortal();
  owner = await portal.logIn("owner");
  const { store, messages } = portal;
  const by = { name: `${own}/owner`, source: "test" };
  const use = { by, now: Date.now(), caller: machine };
  const { id: search } = await new Searches().save(store, { customer: String(own) }, use);
  await store.inbox.add({ customerId: own, from: "1", to: "2", text: "Hello", at: 0 });
  const ids = (path: string): string =>
    path
      .replace("/found/:id", `/found/${search}`)
      .replace("/messages/:id", `/messages/${messages[own] ?? 0}`)
      .replace("/lists/:id", `/lists/${portal.lists[own] ?? ""}`)
      .replace("/transactions/:id", `/transactions/sent-${own}`);
  const pages = await Promise.all(pagePaths.map(async (path) => (await owner.get(ids(path))).text));
  fieldsOf = fieldsOn(pages, actions, "");
});
afterAll(() => portal.close());

/** Actions without fields, or with a form that appears only in some states. */
const withoutForm = [
  ...[
    "/send/test",
    "/send",
    "/messages/:id/cancel",
    "/transactions/:id/cancel",
    "/opt-outs/remove",
    "/opt-outs/words/remove",
    "/keys/revoke",
    "/callbacks/test",
  ],
  ...["/callbacks/retry", "/users/unblock", "/account/codes/confirm", "/account/codes/remove"],
  ...["/sessions/end", "/sessions/end-others"],
];

/** Names and numbers of the other customer that a page shows are a leak, so that no value is one of `secrets`: pages show what was typed. */
const value = valueWith([
  ...["42", "43", "1", "2", "Shop", "12025550142", "owner", "reader", "send", "7d", "2030-01", "Hello"],
  ...["2030-01-15 08:30", "refill", "failed", "sent-43", "sent-42", "43/owner"],
]);

/** What belongs to the other customer. */
async function state(): Promise<string> {
  const { accounts, apiKeys, callbacks, coverage, desk, inbox, lists, portal: users } = portal.store;
  return JSON.stringify([
    ...[await accounts.users(other), await accounts.balances(other), await apiKeys.list(other)],
    ...[
      await callbacks.target(other),
      await coverage.blacklist(other, blacklistBegin, 99),
      await users.users(other, Date.now()),
    ],
    ...[(await desk.message(portal.messages[other] ?? 0))?.state, await inbox.counts(other)],
    await lists.all(other),
  ]);
}

const all = Object.values(secrets);

/** Checks a page, whatever its status. */
function expectHarmless({ status, text }: { readonly status: number; readonly text: string }): void {
  expect(status).toBeLessThan(500);
  expect(text).not.toContain("<x-evil");
  for (const secret of all) expect(text).not.toContain(secret);
}

test("the forms of the pages have fields for the actions", () => {
  expect(actionPaths.filter((path) => !fieldsOf.has(path))).toEqual(withoutForm);
});

/** Forms that are sent at once. */
const together = 10;

test("hostile forms change nothing of another customer and show nothing of it", async () => {
  const before = await state();
  const forms = fc.array(hostileForms(actionPaths, fieldsOf, value), {
    minLength: together,
    maxLength: together,
  });
  await fc.assert(
    fc.asyncProperty(
      forms,
      inTime(async (sent) => {
        const received = await Promise.all(sent.map(({ path, fields }) => owner.post(path, fields)));
        for (const each of received) {
          expectHarmless(each);
          expect(each.headers.getSetCookie()).toEqual([]);
          expect(each.headers.get("location") ?? "/").toMatch(/^\/(?!\/)/u);
        }
      }),
    ),
    { ...run, numRuns: runsOf(storeKind === "sqlite" ? 200 : 50) },
  );
  expect(await state()).toBe(before);
});

test("pages take any path and query", async () => {
  const keys = [
    "csv",
    "before",
    "after",
    "period",
    "reason",
    "month",
    "state",
    "since",
    "done",
    "rows1",
    "failed",
  ];
  const query = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 3 });
  const before = await state();
  await fc.assert(
    fc.asyncProperty(
      filled(pagePaths, value),
      query,
      inTime(async (path, fields) => {
        expectHarmless(await owner.get(`${path}?${new URLSearchParams(fields).toString()}`));
      }),
    ),
    { ...run, numRuns: runsOf(200) },
  );
  expect(await state()).toBe(before);
});
