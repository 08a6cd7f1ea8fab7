import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { actionsOf, pagesOf, type SiteSources } from "#server/console/site-map.js";
import { allOf } from "../storage/fixtures.js";
import { type ConsoleServer, PlainBrowser, startConsole } from "./console-server.js";
import { storeKind } from "../storage/new-database.js";

/** Stops at another seed each time; MESSENGER_SEED repeats one. */
const seed = Number(process.env["MESSENGER_SEED"] ?? Date.now());

let server: ConsoleServer;
let admin: PlainBrowser;
let viewer: PlainBrowser;

beforeAll(async () => {
  server = await startConsole();
  admin = await new PlainBrowser(server.origin).logIn("admin");
  viewer = await new PlainBrowser(server.origin).logIn("viewer");
});
afterAll(() => server.close());

// Only the paths are used.
const sources = { store: {} } as SiteSources;
const actionPaths = actionsOf(sources).map(({ path }) => path);
const pagePaths = pagesOf(sources).map(({ path }) => path);

/** Markup that a page must never contain as it is. */
const marks = ["<x-evil>", '"><x-evil>', "'><x-evil>", "{{x-evil}}<x-evil>", "</textarea><x-evil>"];

const hostile = fc.oneof(
  fc.constantFrom(...marks),
  fc.constantFrom("../..", "%00", "\0", "\r\nSet-Cookie: a=b", "'; DROP TABLE customer; --", "__proto__"),
  fc.constantFrom("constructor", "NaN", "-1", "1e309", "9999999999999999999", "0x10", "٣", "on", "none", "*"),
  fc.constantFrom(
    "x".repeat(2_000),
    "\u202e",
    "\ud800",
    "\ufeff",
    "a=b",
    "window=1\nwindow=2",
    "=",
    "tlsCa=/etc/passwd",
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** Values that some field takes, so that cases get beyond the first check. */
const plausible = fc.constantFrom(
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
);

const names = [
  ...[
    "id",
    "name",
    "url",
    "network",
    "set",
    "prefix",
    "link",
    "customer",
    "originator",
    "kind",
    "rank",
    "weight",
  ],
  ...[
    "text",
    "uncertain",
    "number",
    "transaction",
    "clientTransaction",
    "user",
    "state",
    "since",
    "until",
    "after",
  ],
  ...[
    "postpaid",
    "limit",
    "timeZone",
    "rate",
    "priority",
    "maySend",
    "amount",
    "reference",
    "value",
    "price",
    "refund",
  ],
  ...["scope", "expires", "addresses", "parts", "user"],
] as const;

/** Most of them are invalid: a valid one costs a hash. */
const passwords = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom("", "a\nb") },
  { weight: 1, arbitrary: hostile },
);

const value = fc.oneof({ weight: 2, arbitrary: hostile }, { weight: 1, arbitrary: plausible });

/** A URL cannot contain half a surrogate pair. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** A path with its named parts filled in. */
const filled = (paths: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...paths), fc.array(value, { minLength: 2, maxLength: 2 }))
    .map(([path, parts]) => {
      let next = 0;
      return path.replace(/:\w+/gu, () => encodeURIComponent(wellFormed(parts[next++] ?? "")));
    });

const form = fc.record({
  path: filled(actionPaths),
  asViewer: fc.boolean(),
  fields: fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1, maxKeys: 10 }),
  password: passwords,
  confirm: fc.constantFrom("on", "on", "on", "<x-evil>"),
});

/** What a form may change. A stopped campaign is settled later, with its refund. */
async function state(): Promise<string> {
  const { accounts, apiKeys, callbacks, links, coverage, campaigns, desk, ledger, operators } = server.store;
  const message = await desk.message(1);
  const completions = (await campaigns.list()).map(({ position }) => position.completion);
  const entries = await allOf(ledger.entries({ from: 0 }));
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

test("hostile forms: what is accepted is recorded once, what is refused changes nothing", async () => {
  let known = { state: await state(), entry: (await lastEntry())?.id ?? 0 };
  await fc.assert(
    fc.asyncProperty(form, async ({ path, asViewer, fields, password, confirm }) => {
      const browser = asViewer ? viewer : admin;
      const { status, text, headers } = await browser.post(path, { ...fields, password, confirm });
      expect(status).toBeLessThan(500);
      expect(text).not.toContain("<x-evil");
      expect(headers.getSetCookie()).toEqual([]);
      const entries = await server.store.audit.entries(9);
      const changes = entries.filter(({ id, action }) => id > known.entry && !isLookUp(action));
      const before = known.state;
      known = { state: await state(), entry: entries[0]?.id ?? 0 };
      if (status === 303 && isSearch(path)) {
        expect(headers.get("location")).toMatch(/^\/console\/(?:messages\/found\/|customers[/?])/u);
        expect(changes).toEqual([]);
        expect(known.state).toBe(before);
      } else if (status === 303) {
        expect(asViewer).toBe(false);
        expect(headers.get("location")).toMatch(/^\/console\//u);
        expect(changes.map(({ actor }) => actor.name)).toEqual(["admin"]);
      } else {
        expect(changes).toEqual([]);
        expect(known.state).toBe(before);
      }
    }),
    { numRuns: storeKind === "sqlite" ? 2_000 : 500, seed },
  );
});

test("pages take any path and query", async () => {
  const query = fc.dictionary(fc.constantFrom("text", "before", "period", "done", "next", "x"), value, {
    maxKeys: 3,
  });
  await fc.assert(
    fc.asyncProperty(filled(pagePaths), query, async (path, fields) => {
      const before = await state();
      const { status, text } = await admin.get(`${path}?${new URLSearchParams(fields).toString()}`);
      expect(status).toBeLessThan(500);
      expect(text).not.toContain("<x-evil");
      expect(await state()).toBe(before);
    }),
    { numRuns: 300, seed },
  );
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
    fc.asyncProperty(hostile, hostile, async (name, password) => {
      const browser = new PlainBrowser(server.origin);
      await browser.get("/log-in");
      const { status, text } = await browser.post("/log-in", { name, password, next: name });
      expect([403, 413, 429]).toContain(status);
      expect(text).not.toContain("<x-evil");
    }),
    { numRuns: 8, seed },
  );
});
