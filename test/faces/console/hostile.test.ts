import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { machine } from "#server/actions/rights.js";
import { Searches } from "#server/actions/saved-search.js";
import { actionsOf, pagesOf, type SiteSources } from "#server/faces/console/site-map.js";
import { ledgerOf } from "../../storage/fixtures.js";
import { type ConsoleServer, PlainBrowser, startConsole } from "./console-server.js";
import { fieldsOn, type FieldsOf, filled, hostile, hostileForms, valueWith } from "./hostile-forms.js";
import { storeKind } from "../../storage/new-database.js";
import { inTime, runsOf } from "../../in-time.js";

/** Stops at another seed each time; MESSENGER_SEED repeats one. */
const seed = Number(process.env["MESSENGER_SEED"] ?? Date.now());

/** The first failure ends the run: requests would be repeated for minutes to shrink it. */
const run = { seed, endOnFailure: true } as const;

let server: ConsoleServer;
let admin: PlainBrowser;
let viewer: PlainBrowser;
/** Fields of the forms that an administrator sees. */
let fieldsOf: FieldsOf;

// Only the paths are used.
const sources = { store: {} } as SiteSources;
const actions = actionsOf(sources);
const actionPaths = actions.map(({ path }) => path);
const pagePaths = pagesOf(sources).map(({ path }) => path);

beforeAll(async () => {
  server = await startConsole();
  admin = await new PlainBrowser(server.origin).logIn("admin");
  viewer = await new PlainBrowser(server.origin).logIn("viewer");
  const by = { name: "admin", source: "test" };
  const use = { by, now: Date.now(), caller: machine };
  const { id: search } = await new Searches().save(server.store, { customer: "42" }, use);
  const ids = (path: string): string =>
    path
      .replace("/customers/:id", "/customers/42")
      .replace("/found/:id", `/found/${search}`)
      .replace("/messages/:id", "/messages/1")
      .replace(":name", "test");
  const pages = await Promise.all(pagePaths.map(async (path) => (await admin.get(ids(path))).text));
  fieldsOf = fieldsOn(pages, actions, "/console");
});
afterAll(() => server.close());

const value = valueWith([
  "42",
  "1",
  "2",
  "east",
  "Ann",
  "Shop",
  "SMS",
  "1.5",
  "49",
  "sms",
  "hold",
  "7d",
  "test",
]);

/** What a form may change. A stopped campaign is settled later, with its refund. */
async function state(): Promise<string> {
  const { accounts, apiKeys, callbacks, links, coverage, campaigns, desk, operators } = server.store;
  const message = await desk.message(1);
  const completions = (await campaigns.list()).map(({ position }) => position.completion);
  const entries = await ledgerOf(server.store);
  return JSON.stringify([
    ...[await accounts.customers(), await accounts.users(), await accounts.allOriginators()],
    ...[await links.links(), await links.routes(), await links.uncertain(9)],
    ...[await coverage.allPrices("all"), completions, message?.state, await operators.list()],
    ...[await apiKeys.list(undefined), await callbacks.target(42)],
    entries.filter(({ reason }) => reason !== "refund"),
  ]);
}

const lastEntry = async () => (await server.store.audit.entries(1))[0];

const isLookUp = (action: string | undefined): boolean =>
  action === "message find" || action === "message show";

const isSearch = (path: string): boolean => path === "/messages/find" || path === "/search";

test("the forms of the pages have fields for the actions", () => {
  const names = new Set([...fieldsOf.values()].flatMap((each) => [...each]));
  expect(names.size).toBeGreaterThan(40);
  // Others have no fields, or a form that appears only in some states.
  expect(fieldsOf.size).toBeGreaterThan(actionPaths.length / 2);
});

/** Forms that are sent at once. */
const together = 10;

test("hostile forms: what is accepted is recorded once, what is refused changes nothing", async () => {
  let known = { state: await state(), entry: (await lastEntry())?.id ?? 0 };
  const form = fc.record({ form: hostileForms(actionPaths, fieldsOf, value), asViewer: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(form, { minLength: together, maxLength: together }),
      inTime(async (forms) => {
        const accepted = await Promise.all(
          forms.map(async ({ form: { path, fields }, asViewer }) => {
            const { status, text, headers } = await (asViewer ? viewer : admin).post(path, fields);
            expect([path, status < 500]).toEqual([path, true]);
            expect(text).not.toContain("<x-evil");
            expect(headers.getSetCookie()).toEqual([]);
            if (status !== 303) return 0;
            const pattern = isSearch(path) ? /^\/console\/(?:messages\/|customers[/?])/u : /^\/console\//u;
            expect(headers.get("location")).toMatch(pattern);
            expect(asViewer && !isSearch(path)).toBe(false);
            return isSearch(path) ? 0 : 1;
          }),
        );
        const changes = accepted.filter((each) => each === 1).length;
        const entries = (await server.store.audit.entries(2 * together)).filter(({ id }) => id > known.entry);
        const recorded = entries.filter(({ action }) => !isLookUp(action)).map(({ actor }) => actor.name);
        expect(recorded).toEqual(Array.from({ length: changes }, () => "admin"));
        const before = known.state;
        known = { state: await state(), entry: entries[0]?.id ?? known.entry };
        if (changes === 0) expect(known.state).toBe(before);
      }),
    ),
    { ...run, numRuns: runsOf(storeKind === "sqlite" ? 200 : 50) },
  );
});

test("pages take any path and query", async () => {
  const query = fc.dictionary(fc.constantFrom("text", "before", "period", "done", "next", "x"), value, {
    maxKeys: 3,
  });
  const before = await state();
  await fc.assert(
    fc.asyncProperty(
      filled(pagePaths, value),
      query,
      inTime(async (path, fields) => {
        const { status, text } = await admin.get(`${path}?${new URLSearchParams(fields).toString()}`);
        expect(status).toBeLessThan(500);
        expect(text).not.toContain("<x-evil");
      }),
    ),
    { ...run, numRuns: runsOf(200) },
  );
  expect(await state()).toBe(before);
});

test("a form that is abandoned on its way is no failure of the server", async () => {
  const { port, hostname } = new URL(server.origin);
  const before = server.log.lines.length;
  for (let count = 0; count < 5; count++) {
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    const head = ["POST /console/log-in HTTP/1.1", "Host: localhost", "Content-Length: 100"];
    const type = "Content-Type: application/x-www-form-urlencoded";
    socket.write([...head, type, "", "tok"].join("\r\n"));
    await once(socket, "connect");
    // The server reads the form meanwhile.
    await viewer.get("");
    socket.resetAndDestroy();
  }
  await viewer.get("");
  const { text } = await viewer.request("/metrics");
  expect(server.log.lines.slice(before)).toEqual([]);
  expect(text).not.toContain("page of the console failed");
});

test("a log-in takes any name and password", async () => {
  await fc.assert(
    fc.asyncProperty(
      hostile,
      hostile,
      inTime(async (name, password) => {
        const browser = new PlainBrowser(server.origin);
        await browser.get("/log-in");
        const { status, text, isKept } = await browser.post("/log-in", { name, password, next: name });
        expect([isKept ?? false, status]).toEqual(status === 413 ? [false, 413] : [true, 200]);
        expect(text).not.toContain("<x-evil");
      }),
    ),
    { ...run, numRuns: 8 },
  );
});
