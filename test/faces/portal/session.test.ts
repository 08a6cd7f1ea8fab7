import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { machine } from "#server/actions/rights.js";
import { setPassword } from "#server/actions/users.js";
import { hashPassword } from "#server/credentials/hash.js";
import { newTotpSecret, totpCode } from "#server/credentials/totp.js";
import { cheap } from "../../credentials/cheap.js";
import { outcomeOf } from "../console/console-server.js";
import { giveRole } from "./give-role.js";
import { newBrowser, other, own, password, type PortalServer, startPortal } from "./portal-server.js";

let portal: PortalServer;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const by = { name: "root", source: "test" };

/** Tries a log-in. */
async function attempt(fields: Readonly<Record<string, string>>) {
  const browser = newBrowser(portal.origin);
  await browser.get("/log-in");
  return { ...(await browser.post("/log-in", fields)), browser };
}

/** The secret of one-time codes that a page offers, and what its form has. */
function offerOn(page: string): { readonly secret: string; readonly form: Readonly<Record<string, string>> } {
  const hidden = /name="(?<name>offer|proof)" value="(?<value>[^"]+)"/gu;
  const values = Array.from(page.matchAll(hidden), ([, name = "", value = ""]) => [name, value] as const);
  return {
    secret: /secret(?:=|&#x3D;)([A-Z2-7]{32})/u.exec(page)?.[1] ?? "",
    form: Object.fromEntries(values),
  };
}

describe("log-in", () => {
  test("leads back to the page that was asked for, and is recorded", async () => {
    const maria = newBrowser(portal.origin);
    const first = await maria.get("/messages");
    expect(first.headers.get("location")).toBe("/log-in?next=%2Fmessages");
    await maria.request(first.headers.get("location") ?? "");
    const fields = { customer: String(own), name: "OWNER", password, next: "/messages" };
    const done = await maria.post("/log-in", fields);
    expect([done.status, done.headers.get("location")]).toEqual([303, "/messages"]);
    const [cookie = ""] = done.headers.getSetCookie();
    expect(cookie).toMatch(/^messenger-portal=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/u);
    const [entry] = await portal.store.audit.entries(1);
    expect(entry).toMatchObject({
      action: "portal log-in",
      subject: { customer: own, user: "owner" },
      actor: { name: `${own}/owner`, source: "portal, 127.0.0.1" },
    });
  });

  test.each(["//example.com", "https://example.com", "/\\example.com", "/a/../b", "javascript:alert(1)"])(
    "never leads to %s",
    async (next) => {
      const { browser } = await attempt({ customer: String(own), name: "owner", password, next });
      expect((await browser.get("/")).status).toBe(200);
      const again = newBrowser(portal.origin);
      await again.get("/log-in");
      const { headers } = await again.post("/log-in", {
        customer: String(own),
        name: "owner",
        password,
        next,
      });
      expect(headers.get("location")).toBe("/");
    },
  );

  test.each([
    { name: "a wrong password", fields: { customer: "42", name: "owner", password: "wrong password" } },
    { name: "an unknown user", fields: { customer: "42", name: "nobody", password } },
    { name: "an unknown customer", fields: { customer: "99", name: "owner", password } },
    { name: "no customer", fields: { customer: "", name: "owner", password } },
    { name: "a customer beyond any number", fields: { customer: "9".repeat(30), name: "owner", password } },
    { name: "a user of the API alone", fields: { customer: "42", name: "api", password } },
    { name: "an operator", fields: { customer: "42", name: "support", password } },
  ])("refuses $name with the same text", async ({ fields }) => {
    const { isKept, text } = await attempt(fields);
    expect(isKept).toBe(true);
    expect(text).toContain("There is no such user with this password");
    expect(JSON.stringify(portal.log.lines)).not.toContain("wrong password");
  });

  test("slows wrong passwords down, but not a browser that has logged in before", async () => {
    const known = await portal.logIn("reader");
    const wrong = { customer: "42", name: "reader", password: "wrong password" };
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(wrong)));
    expect(answers.map(outcomeOf)).toContain("slowed");
    await known.get("/log-in");
    expect((await known.post("/log-in", { customer: "42", name: "reader", password })).status).toBe(303);
  });

  test("asks for a one-time code once it is set up, each code once", async () => {
    const developer = await portal.logIn("developer");
    await developer.get("/account");
    const asked = await developer.post("/account/codes");
    expect([asked.status, asked.text.includes("This change needs your password.")]).toEqual([200, true]);
    const wrong = await developer.post("/account/codes", { ownPassword: "wrong password" });
    expect(wrong.text).toContain("There is no such user with this password");
    const offered = await developer.post("/account/codes", { ownPassword: password });
    const { secret, form } = offerOn(offered.text);
    const code = totpCode(secret, Date.now());
    const done = await developer.submit("/account/codes/confirm", { ...form, code });
    expect(done.text).toContain("Log-ins ask for a one-time code.");
    const log = { customer: "42", name: "developer", password };
    expect((await attempt(log)).isKept).toBe(true);
    expect((await attempt({ ...log, code: totpCode(newTotpSecret(), Date.now()) })).isKept).toBe(true);
    expect((await attempt({ ...log, code })).status).toBe(303);
    expect((await attempt({ ...log, code })).isKept).toBe(true);
    const next = { ownPassword: password, ownCode: totpCode(secret, Date.now() + 30_000), confirm: "on" };
    const removed = await developer.submit("/account/codes/remove", next);
    expect(removed.text).toContain("Log-ins need the password alone.");
    expect((await attempt(log)).status).toBe(303);
  });
});

test("one-time codes are turned on only with a secret that was offered after the password, in its session", async () => {
  const [here, there] = [await portal.logIn("owner"), await portal.logIn("owner")];
  const { secret, form } = offerOn((await here.post("/account/codes", { ownPassword: password })).text);
  const { offer = "", proof = "" } = form;
  const confirm = (browser: typeof here, fields: Readonly<Record<string, string>>) =>
    browser.post("/account/codes/confirm", { ...fields, code: totpCode(secret, Date.now()) });
  for (const [browser, fields] of [
    [here, { offer: "x".repeat(43), proof }],
    [here, { offer }],
    [here, { offer, proof: "x" }],
    [there, { offer, proof }],
  ] as const) {
    const refused = await confirm(browser, fields);
    expect([refused.isKept, refused.text.includes("set the codes up again")]).toEqual([true, true]);
  }
  const again = await here.post("/account/codes/confirm", { offer, proof, code: "x" });
  expect(again.text).toContain("Use the code that the app shows now.");
  expect(offerOn(again.text).secret).toBe(secret);
  expect((await portal.store.portal.find(own, "owner"))?.totpSecret).toBeUndefined();
});

describe("a session", () => {
  test("ends with the next log-in of its browser, and with the log-out", async () => {
    const maria = await portal.logIn("owner");
    const former = maria.cookies;
    await maria.get("/log-in");
    await maria.post("/log-in", { customer: "42", name: "finance", password });
    const stolen = await newBrowser(portal.origin, { Cookie: former }).request("/", {
      headers: { Cookie: former },
    });
    expect(stolen.headers.get("location")).toBe("/log-in");
    await maria.get("/");
    const kept = maria.cookies;
    expect((await maria.post("/log-out")).headers.get("location")).toBe("/log-in");
    const after = await newBrowser(portal.origin).request("/", { headers: { Cookie: kept } });
    expect(after.status).toBe(303);
  });

  test.each([
    {
      name: "the user is blocked",
      change: () => portal.store.accounts.setUserState(own, "finance", "blocked"),
      undo: () => portal.store.accounts.setUserState(own, "finance", "active"),
    },
    {
      name: "the customer is blocked",
      change: () => portal.store.accounts.setCustomerState(own, "blocked"),
      undo: () => portal.store.accounts.setCustomerState(own, "active"),
    },
    {
      name: "the role is taken away",
      change: () => portal.store.portal.setRole(own, "finance", null, "operator", Date.now()),
      undo: async () => {
        const passwordHash = await hashPassword(password, cheap);
        const user = { customerId: own, user: "finance", role: "finance", passwordHash } as const;
        return giveRole(portal.store, user, Date.now());
      },
    },
  ])("ends when $name", async ({ change, undo }) => {
    const finance = await portal.logIn("finance");
    expect((await finance.get("/billing")).status).toBe(200);
    await change();
    expect((await finance.get("/billing")).status).toBe(303);
    await undo();
  });

  test("is listed with the others of its user, and ends one or all of them", async () => {
    const [here, there] = [await portal.logIn("finance"), await portal.logIn("finance")];
    const list = await here.get("/sessions");
    expect(list.text).toContain("this browser");
    const session = /name="session" value="([^"]+)"/u.exec(list.text)?.[1] ?? "";
    const other = await portal.logIn("owner");
    expect((await other.post("/sessions/end", { session })).isKept).toBe(true);
    await here.submit("/sessions/end", { session });
    const third = await portal.logIn("finance");
    await here.submit("/sessions/end-others");
    for (const [browser, status] of [
      [here, 200],
      [there, 303],
      [third, 303],
    ] as const)
      expect((await browser.get("/")).status).toBe(status);
    const [entry] = await portal.store.audit.entries(1);
    expect(entry).toMatchObject({ action: "session end", subject: { customer: own, user: "finance" } });
  });

  test("ends with a new password, which needs the old one and 12 characters", async () => {
    const finance = await portal.logIn("finance");
    await finance.get("/account");
    const short = await finance.post("/account/password", { ownPassword: password, password: "short" });
    expect([short.isKept, short.text.includes("Use at least 12 characters")]).toEqual([true, true]);
    const next = "another horse battery";
    await finance.post("/account/password", { ownPassword: password, password: next });
    expect((await finance.get("/")).status).toBe(303);
    expect((await attempt({ customer: "42", name: "finance", password: next })).status).toBe(303);
  });
});

test("a form without the token of its cookie changes nothing", async () => {
  const maria = await portal.logIn("owner");
  const evil = { method: "POST", body: new URLSearchParams({ name: "x", role: "owner" }) };
  expect((await maria.request("/users/invite", evil)).status).toBe(403);
  const foreign = { ...evil, headers: { "Sec-Fetch-Site": "cross-site" } };
  expect((await maria.request("/users/invite", foreign)).status).toBe(403);
  expect((await portal.store.portal.users(own, Date.now())).some(({ name }) => name === "x")).toBe(false);
});

test("the actions of an operator on the store need no session", async () => {
  // The last owner cannot give up the role in the portal.
  const change = portal.store.recording({ at: 0, actor: by, action: "portal role", subject: {} });
  expect(await change.portal.setRole(own, "owner", "reader", "owner", 0)).toEqual({
    ok: false,
    reason: "lastOwner",
  });
});

test("an operator gives programs a short password, of users of the portal too", async () => {
  const use = { by, now: Date.now(), caller: machine };
  const weak = { password: "short 1", allowWeak: "on" };
  for (const name of ["READER", "api"]) {
    const { row } = await setPassword.run(portal.store, { customer: String(other), name, ...weak }, use);
    expect(row).toEqual({ customer: other, name });
  }
  expect((await attempt({ customer: String(other), name: "reader", password })).status).toBe(303);
});
