import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { actionsOf, pagesOf } from "#server/portal/site-map.js";
import type { PortalSources } from "#server/portal/sources.js";
import type { PlainBrowser } from "../console/console-server.js";
import { storeKind } from "../storage/new-database.js";
import { other, type PortalServer, secrets, startPortal } from "./portal-server.js";

/** Stops at another seed each time; MESSENGER_SEED repeats one. */
const seed = Number(process.env["MESSENGER_SEED"] ?? Date.now());

let portal: PortalServer;
let owner: PlainBrowser;
beforeAll(async () => {
  portal = await startPortal();
  owner = await portal.logIn("owner");
});
afterAll(() => portal.close());

// Only the paths are used. Those that hash a password or send a request have tests of their own.
const sources = { store: {} } as PortalSources;
const slow = ["/account/password", "/account/codes", "/account/codes/confirm", "/account/codes/remove"];
const slower = [...slow, "/callbacks/test", "/users/invite", "/account/sessions/end"];
const actionPaths = actionsOf(sources).flatMap(({ path }) => (slower.includes(path) ? [] : [path]));
const pagePaths = pagesOf(sources).map(({ path }) => path);

const value = fc.oneof(
  fc.constantFrom(
    "<x-evil>",
    '"><x-evil>',
    "{{x-evil}}<x-evil>",
    "</textarea><x-evil>",
    "../..",
    "%00",
    "\0",
  ),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "NaN",
    "-1",
    "1e309",
    "9".repeat(19),
    "٣",
    "on",
    "none",
    "*",
    "43",
  ),
  fc.constantFrom("x".repeat(2_000), "\u202e", "\ud800", "a=b", "\r\nSet-Cookie: a=b"),
  fc.constantFrom("42", "1", "2", "Shop", "12025550143", "owner", "reader", "send", "7d", "2030-01", "Hello"),
  fc.constantFrom("2030-01-15 08:30", "refill", "failed", "sent-43", "sent-42"),
  fc.string({ unit: "binary", maxLength: 40 }),
);

const wellFormed = (text: string): string => Buffer.from(text).toString();

const filled = (paths: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...paths), value)
    .map(([path, part]) => path.replace(/:\w+/gu, () => encodeURIComponent(wellFormed(part))));

const names = [
  ...["originator", "numbers", "text", "when", "charge", "number", "transaction", "clientTransaction"],
  ...["name", "user", "role", "send", "read", "expires", "addresses", "url", "parts", "customer", "id"],
] as const;

/** What belongs to the other customer. */
async function state(): Promise<string> {
  const { accounts, apiKeys, callbacks, coverage, desk, inbox, portal: users } = portal.store;
  return JSON.stringify([
    ...[await accounts.users(other), await accounts.balances(other), await apiKeys.list(other)],
    ...[await callbacks.target(other), await coverage.blacklist(other), await users.users(other)],
    ...[(await desk.message(portal.messages[other] ?? 0))?.state, await inbox.counts(other)],
  ]);
}

const all = Object.values(secrets);

test("hostile forms change nothing of another customer and show nothing of it", async () => {
  const before = await state();
  const form = fc.record({
    path: filled(actionPaths),
    fields: fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1, maxKeys: 8 }),
    confirm: fc.constantFrom("on", "on", "<x-evil>"),
  });
  await fc.assert(
    fc.asyncProperty(form, async ({ path, fields, confirm }) => {
      const { status, text, headers } = await owner.post(path, { ...fields, confirm });
      expect(status).toBeLessThan(500);
      expect(text).not.toContain("<x-evil");
      expect(headers.getSetCookie()).toEqual([]);
      expect(headers.get("location") ?? "/").toMatch(/^\/(?!\/)/u);
      const typed = `${decodeURIComponent(path)} ${Object.values(fields).join(" ")}`;
      for (const secret of all) if (!typed.includes(secret)) expect(text).not.toContain(secret);
    }),
    { numRuns: storeKind === "sqlite" ? 600 : 150, seed },
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
    fc.asyncProperty(filled(pagePaths), query, async (path, fields) => {
      const { status, text } = await owner.get(`${path}?${new URLSearchParams(fields).toString()}`);
      expect(status).toBeLessThan(500);
      expect(text).not.toContain("<x-evil");
      const typed = `${decodeURIComponent(path)} ${Object.values(fields).join(" ")}`;
      for (const secret of all) if (!typed.includes(secret)) expect(text).not.toContain(secret);
    }),
    { numRuns: 150, seed },
  );
  expect(await state()).toBe(before);
});
