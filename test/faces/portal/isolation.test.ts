import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { machine } from "#server/actions/rights.js";
import { Searches } from "#server/actions/saved-search.js";
import { portalRights, portalRoles } from "#server/domain/accounts/portal-users.js";
import { actionsOf, pagesOf } from "#server/faces/portal/site-map.js";
import type { PortalSources } from "#server/faces/portal/sources.js";
import { password, PlainBrowser } from "../console/console-server.js";
import { other, own, type PortalServer, secrets, startPortal } from "./portal-server.js";

let portal: PortalServer;
let owner: PlainBrowser;
/** A saved search of each customer. */
const searches: Record<number, number> = {};

beforeAll(async () => {
  portal = await startPortal();
  owner = await portal.logIn("owner");
  for (const customer of [own, other]) {
    const by = { name: `${customer}/owner`, source: "test" };
    const lookUp = { by, now: Date.now(), caller: machine };
    const search = await new Searches().save(portal.store, { customer: String(customer) }, lookUp);
    searches[customer] = search.id;
    await portal.store.inbox.add({ customerId: customer, from: "1", to: "2", text: "Private", at: 0 });
  }
});
afterAll(() => portal.close());

// Only the paths and needs are used.
const sources = { store: {} } as PortalSources;
const pages = pagesOf(sources);
const actions = actionsOf(sources);

/** A path with the ids of a customer. */
function pathOf(path: string, customer: number): string {
  if (path.startsWith("/lists/:id")) return path.replace(":id", portal.lists[customer] ?? "");
  const ids: Readonly<Record<string, string | number | undefined>> = {
    "/messages/:id": portal.messages[customer],
    "/messages/:id/cancel": portal.messages[customer],
    "/messages/found/:id": searches[customer],
    "/transactions/:id": `sent-${customer}`,
    "/transactions/:id/cancel": `sent-${customer}`,
    "/inbox/:id/read": customer === own ? 1 : 2,
  };
  return path.replace(":id", String(ids[path]));
}

describe("each page", () => {
  test.each(pages.map(({ path }) => path))("%s of the own customer", async (path) => {
    const { status, text } = await owner.get(pathOf(path, own));
    expect(status).toBe(200);
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
  });

  test.each(pages.map(({ path }) => path).filter((path) => path.includes(":id")))(
    "%s of another customer is 404",
    async (path) => {
      const { status, text } = await owner.get(pathOf(path, other));
      expect(status).toBe(404);
      for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
    },
  );

  test.each(portalRoles.flatMap((role) => pages.map(({ path, role: need }) => ({ role, path, need }))))(
    "$path for $role",
    async ({ role, path, need }) => {
      const browser = await browserOf(role);
      const { status } = await browser.get(pathOf(path, own));
      expect(status).toBe(portalRights[role].includes(need) ? 200 : 403);
    },
  );
});

const browsers = new Map<string, Promise<PlainBrowser>>();

/** One session for each role. */
function browserOf(role: string): Promise<PlainBrowser> {
  const known = browsers.get(role) ?? portal.logIn(role);
  browsers.set(role, known);
  return known;
}

describe("each action", () => {
  test.each(actions.map(({ path }) => path).filter((path) => path.includes(":id")))(
    "%s of another customer changes nothing",
    async (path) => {
      const before = await portal.store.desk.message(portal.messages[other] ?? 0);
      const unread = await portal.store.inbox.counts(other);
      const lists = await portal.store.lists.all(other);
      const { isKept, text } = await owner.post(pathOf(path, other), { confirm: "on" });
      expect(isKept).toBe(true);
      expect(text).not.toContain("Private");
      expect(await portal.store.desk.message(portal.messages[other] ?? 0)).toEqual(before);
      expect(await portal.store.inbox.counts(other)).toEqual(unread);
      expect(await portal.store.lists.all(other)).toEqual(lists);
    },
  );

  test.each(portalRoles.flatMap((role) => actions.map(({ path, role: need }) => ({ role, path, need }))))(
    "$path is refused to $role unless it may",
    async ({ role, path, need }) => {
      if (portalRights[role].includes(need)) return;
      const browser = await browserOf(role);
      expect((await browser.post(pathOf(path, own), { confirm: "on" })).status).toBe(403);
    },
  );

  test("forms choose no other customer", async () => {
    const before = await portal.store.apiKeys.list(other);
    for (const fields of [
      { user: "owner", customer: String(other) },
      { user: `../${other}/owner` },
      { user: `${other}/owner` },
    ])
      await owner.post("/keys/add", { name: "evil", "scopes.send": "on", ...fields });
    expect(await portal.store.apiKeys.list(other)).toEqual(before);
    const own = await owner.submit("/messages/find", { number: secrets.number });
    expect(own.text).toContain("No message was found");
    const transaction = await owner.submit("/messages/find", { transaction: `sent-${other}` });
    for (const secret of [secrets.number, secrets.shownNumber])
      expect(transaction.text).not.toContain(secret);
  });
});

describe("an operator", () => {
  const view = `/customers/${own}/portal`;

  test("sees the portal of a customer, each page audited, and changes nothing", async () => {
    const support = await new PlainBrowser(portal.consoleOrigin).logIn("support");
    for (const { path } of pages.filter(({ path }) => path !== "/account" && path !== "/sessions")) {
      const place = pathOf(path, own);
      const { status, text } = await support.get(`${view}${place === "/" ? "" : place}`);
      expect([path, status]).toEqual([path, 200]);
      expect(text).toContain("as an operator");
      expect(text).not.toMatch(/href="\/(?!console\/)/u);
      expect(text).not.toMatch(/action="(?!\/console\/customers\/42\/portal\/messages\/find")/u);
      const entries = await portal.store.audit.entries(2, undefined, { customer: own });
      expect(entries.map(({ action, actor }) => `${action} ${actor.name}`)).toContain("portal view support");
    }
    for (const { path } of actions.filter(({ done }) => done !== ""))
      expect((await support.post(`${view}${pathOf(path, own)}`, { confirm: "on" })).status).toBe(403);
    const found = await support.submit(`${view}/messages/find`, { number: "12025550142" });
    expect([found.status, found.text.includes("+1 202 555 0142")]).toEqual([200, true]);
    expect((await support.get(`/customers/99/portal`)).status).toBe(404);
  });

  test("needs the role support", async () => {
    const { store, consoleOrigin } = portal;
    const { passwordHash = "" } = (await store.operators.find("support")) ?? {};
    await store.operators.add(
      { name: "viewer", role: "viewer", passwordHash, createdAt: 0 },
      { name: "a", source: "b" },
    );
    const viewer = await new PlainBrowser(consoleOrigin).logIn("viewer");
    expect((await viewer.get(view)).status).toBe(404);
    expect(password).not.toBe("");
  });
});
