import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newTotpSecret, totpCode } from "#server/credentials/totp.js";
import { recentLogIn } from "#server/actions/rights.js";
import { newToken, tokenHash } from "#server/faces/web/tokens.js";
import { newBrowser, own, password, type PortalServer, startPortal } from "../portal/portal-server.js";
import { outcomeOf, PlainBrowser } from "./console-server.js";

let portal: PortalServer;
beforeAll(async () => {
  portal = await startPortal({ requireCode: ["viewer", "reader"] });
  const { passwordHash = "" } = (await portal.store.operators.find("support")) ?? {};
  for (const role of ["admin", "viewer"] as const)
    await portal.store.operators.add({ name: role, role, passwordHash, createdAt: 0 }, by);
});
afterAll(() => portal.close());

const by = { name: "root", source: "test" };
const longAgo = (): number => Date.now() - recentLogIn;

/** An operator whose log-in is no longer recent. */
async function operatorOf(name: string): Promise<PlainBrowser> {
  const token = newToken();
  const { passwordHash = "" } = (await portal.store.operators.find(name)) ?? {};
  const session = { tokenHash: tokenHash(token), operator: name, passwordHash, address: "127.0.0.1" };
  await portal.store.operators.openSession(session, by, longAgo());
  const browser = new PlainBrowser(portal.consoleOrigin).take(`messenger=${token}`);
  await browser.get("");
  return browser;
}

/** A user of the portal whose log-in is no longer recent. */
async function userOf(user: string): Promise<PlainBrowser> {
  const token = newToken();
  const { passwordHash = "" } = (await portal.store.portal.find(own, user)) ?? {};
  const session = { tokenHash: tokenHash(token), customerId: own, user, passwordHash, address: "127.0.0.1" };
  await portal.store.portal.openSession(session, by, longAgo());
  const browser = newBrowser(portal.origin).take(`messenger-portal=${token}`);
  await browser.get("/");
  return browser;
}

const balance = async () =>
  (await portal.store.accounts.balances(own)).find(({ kind }) => kind === "SMS")?.amount ?? 0;

describe("money, keys and users in the console", () => {
  const credit = { kind: "SMS", amount: "1.5", reference: "invoice 7" };

  test("need a recent log-in: the password is asked for, then the change is made with a new session", async () => {
    const admin = await operatorOf("admin");
    const before = await balance();
    const asked = await admin.post(`/customers/${own}/credit/add`, credit);
    expect(asked.status).toBe(200);
    expect(asked.text).toContain("Confirm that it is you");
    expect(asked.text).toMatch(/type="hidden" name="amount" value="1.5"/u);
    const wrong = await admin.post(`/customers/${own}/credit/add`, {
      ...credit,
      ownPassword: "wrong password",
    });
    expect(wrong.text).toContain("There is no operator with this name and password");
    expect(await balance()).toBe(before);
    const former = admin.cookies;
    const done = await admin.submit(`/customers/${own}/credit/add`, { ...credit, ownPassword: password });
    expect(done.text).toContain("The credit was added.");
    expect(await balance()).toBe(before + 1_500);
    const old = await new PlainBrowser(portal.consoleOrigin).request("/console", {
      headers: { Cookie: former },
    });
    expect([old.status, admin.cookies === former]).toEqual([303, false]);
    const second = await admin.submit(`/customers/${own}/credit/add`, credit);
    expect([second.text.includes("The credit was added."), await balance()]).toEqual([true, before + 3_000]);
  });

  test("a password that is sent twice at once makes one change, and a log-in afterwards says so", async () => {
    const admin = await operatorOf("admin");
    const before = await balance();
    await admin.get(`/customers/${own}/ledger?add=on`);
    const sent = { token: admin.token, form: newToken(), ...credit, ownPassword: password };
    const send = (browser: PlainBrowser) =>
      browser.request(`/console/customers/${own}/credit/add`, {
        method: "POST",
        body: new URLSearchParams(sent),
      });
    const second = admin.twin();
    expect((await send(admin)).headers.get("location")).toContain("?done=");
    const late = await send(second);
    expect(late.headers.getSetCookie()).toEqual([]);
    const logIn = await second.request(late.headers.get("location") ?? "");
    const next = /name="next" value="([^"]*)"/u.exec(logIn.text)?.[1]?.replaceAll("&#x3D;", "=") ?? "";
    const shown = (await second.post("/log-in", { name: "admin", password, next })).headers.get("location");
    expect(shown).toMatch(/credit%2Fadd&repeated=on$/u);
    expect((await second.request(shown ?? "")).text).toContain("The credit was added.");
    expect(await balance()).toBe(before + 1_500);
  });

  test("are asked for together with the confirmation", async () => {
    const admin = await operatorOf("admin");
    const asked = await admin.post(`/customers/${own}/block`);
    expect(asked.text).toMatch(/Block the customer\?[^]*Calls of its users[^]*name="ownPassword"/u);
    const done = await admin.submit(`/customers/${own}/block`, { confirm: "on", ownPassword: password });
    expect(done.text).toContain("The customer was blocked.");
    await portal.store.accounts.setCustomerState(own, "active");
  });

  test("keep what was typed, but no password of another user", async () => {
    const admin = await operatorOf("admin");
    const user = { name: "carol", password: "typed before" };
    const asked = await admin.post(`/customers/${own}/users/add`, user);
    expect(asked.text).toMatch(/type="hidden" name="name" value="carol"[^]*New password, again/u);
    expect(asked.text).not.toContain("typed before");
  });

  test("are refused after the password as without it, with what was typed and a form that works", async () => {
    const admin = await operatorOf("admin");
    const wrong = { ...credit, amount: "much", ownPassword: password };
    const refused = await admin.post(`/customers/${own}/credit/add`, wrong);
    expect([refused.isKept, refused.text.includes('value="much"')]).toEqual([true, true]);
    expect((await admin.post(`/customers/${own}/credit/add`, credit)).status).toBe(303);
  });

  test("ask nobody who may not change them, and nobody for other changes", async () => {
    const support = await operatorOf("support");
    expect((await support.post(`/customers/${own}/credit/add`, credit)).status).toBe(403);
    const cancel = await support.post(`/messages/1/cancel`);
    expect(cancel.text).not.toContain("ownPassword");
  });

  test("slow wrong passwords down; log-ins are counted apart", async () => {
    const admin = await operatorOf("admin");
    let outcome = "";
    for (let attempt = 0; attempt < 20 && outcome !== "slowed"; attempt++)
      outcome = outcomeOf(
        await admin.post(`/customers/${own}/credit/add`, { ...credit, ownPassword: "wrong password" }),
      );
    expect(outcome).toBe("slowed");
    const fresh = await new PlainBrowser(portal.consoleOrigin).logIn("admin");
    expect((await fresh.get("/links")).status).toBe(200);
  });
});

describe("keys and users in the portal", () => {
  test("need a recent log-in", async () => {
    const owner = await userOf("owner");
    const invited = { name: "dora", role: "reader" };
    expect((await owner.post("/users/invite", invited)).text).toContain("Confirm that it is you");
    expect((await portal.store.portal.users(own, Date.now())).some(({ name }) => name === "dora")).toBe(
      false,
    );
    const done = await owner.post("/users/invite", { ...invited, ownPassword: password });
    expect(done.text).toContain("/invitation/");
    const key = { name: "shop", user: "api", "scopes.send": "on" };
    expect((await owner.post("/keys/add", key)).text).toContain("API key shop");
  });
});

describe("a role that requires one-time codes", () => {
  test("of an operator: a log-in without codes is refused after the right password, and recorded", async () => {
    const attempt = async (fields: Readonly<Record<string, string>>) => {
      const browser = new PlainBrowser(portal.consoleOrigin);
      await browser.get("/log-in");
      return browser.post("/log-in", { name: "viewer", password, ...fields });
    };
    expect((await attempt({ password: "wrong password" })).text).not.toContain("one-time code. Ask");
    const refused = await attempt({});
    expect([refused.isKept, refused.text.includes("Your role needs a one-time code.")]).toEqual([true, true]);
    expect((await portal.store.audit.entries(1))[0]).toMatchObject({
      ...{ action: "operator log-in refused", after: { reason: "no code is set up" } },
    });
    const secret = newTotpSecret();
    await portal.store.operators.change("viewer", { totpSecret: secret }, by, Date.now());
    expect((await attempt({ code: totpCode(secret, Date.now()) })).status).toBe(303);
  });

  test("of a user: codes are set up before anything else, and are not removed", async () => {
    const reader = await portal.logIn("reader");
    const elsewhere = await reader.get("/messages");
    expect([elsewhere.status, elsewhere.headers.get("location")]).toEqual([303, "/account"]);
    await reader.get("/account");
    expect((await reader.post("/messages/find", { number: "12025550142" })).headers.get("location")).toBe(
      "/account",
    );
    expect((await reader.get("/account")).text).toContain("Your role needs one-time codes.");
    const offered = await reader.post("/account/codes", { ownPassword: password });
    const secret = /secret&#x3D;([A-Z2-7]{32})/u.exec(offered.text)?.[1] ?? "";
    const [offer = "", proof = ""] = ["offer", "proof"].map(
      (name) => new RegExp(`name="${name}" value="([^"]+)"`, "u").exec(offered.text)?.[1],
    );
    await reader.submit("/account/codes/confirm", { offer, proof, code: totpCode(secret, Date.now()) });
    expect((await reader.get("/messages")).status).toBe(200);
    expect((await reader.get("/account")).text).not.toContain("Remove the one-time codes");
    const own = { ownPassword: password, ownCode: totpCode(secret, Date.now()), confirm: "on" };
    expect((await reader.post("/account/codes/remove", own)).isKept).toBe(true);
  });
});
