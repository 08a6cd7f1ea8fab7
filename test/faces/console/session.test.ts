import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { hashPassword } from "#server/credentials/hash.js";
import { newTotpSecret, totpCode } from "#server/credentials/totp.js";
import { cheap } from "../../credentials/cheap.js";
import { sessionTimes } from "#server/domain/accounts/sessions.js";
import { hashLimits } from "#server/faces/web/log-in.js";
import { openConsole } from "#server/faces/console/console.js";
import {
  type ConsoleServer,
  noAddresses,
  outcomeOf,
  password,
  PlainBrowser,
  startConsole,
} from "./console-server.js";

let server: ConsoleServer;
beforeAll(async () => {
  server = await startConsole();
});
afterAll(() => server.close());

const browser = (headers?: Readonly<Record<string, string>>) => new PlainBrowser(server.origin, headers);

describe("log-in", () => {
  test("leads back to the page that was asked for, with a new token in the cookie", async () => {
    const ann = browser();
    const first = await ann.get("/links");
    expect([first.status, first.headers.get("location")]).toEqual([
      303,
      "/console/log-in?next=%2Fconsole%2Flinks",
    ]);
    const form = await ann.request(first.headers.get("location") ?? "");
    expect(form.text).toContain('name="next" value="/console/links"');
    const before = ann.cookies;
    const done = await ann.post("/log-in", { name: "viewer", password, next: "/console/links" });
    expect([done.status, done.headers.get("location")]).toEqual([303, "/console/links"]);
    expect(ann.cookies).not.toBe(before);
    expect((await ann.get("/links")).text).toMatch(/class="who">viewer<small>Viewer</u);
    const [entry] = await server.store.audit.entries(1);
    expect(entry).toMatchObject({
      ...{ action: "operator log-in", subject: { operator: "viewer" } },
      actor: { name: "viewer", source: "console, 127.0.0.1" },
    });
  });

  test.each([
    "https://example.com/",
    "//example.com",
    "/console//example.com",
    "/console/../metrics?",
    "/console/..",
    "/console/links/../../metrics",
    "/console\\example.com",
    "/consolex",
    "javascript:alert(1)",
  ])("never leads to %s", async (next) => {
    const ann = browser();
    await ann.get(`/log-in?next=${encodeURIComponent(next)}`);
    const { headers } = await ann.post("/log-in", { name: "viewer", password, next });
    expect(headers.get("location")).toBe("/console");
  });

  test("refuses wrong passwords and unknown names with the same page", async () => {
    const texts: string[] = [];
    for (const name of ["viewer", "nobody", "", "x".repeat(500)]) {
      const ann = browser();
      await ann.get("/log-in");
      const { isKept, text } = await ann.post("/log-in", { name, password: "wrong password" });
      expect(isKept).toBe(true);
      const own = [/name="form" value="[^"]*"/u, /name="name" value="[^"]*"/u, /name="token" value="[^"]*"/u];
      texts.push(own.reduce((rest, pattern) => rest.replace(pattern, ""), text));
    }
    expect(new Set(texts).size).toBe(1);
    expect(JSON.stringify(server.log.lines)).not.toMatch(/wrong password/u);
    const names = server.log.lines.flatMap(({ event, fields }) =>
      event === "console log-in refused" ? [fields["operator"]] : [],
    );
    expect(names.slice(-4)).toEqual(["viewer", "nobody", "", "x".repeat(32)]);
  });

  test("asks an enrolled operator for a code, which is accepted once; wrong codes are slowed down", async () => {
    const { operators } = server.store;
    const by = { name: "root", source: "test" };
    const secret = newTotpSecret();
    await operators.change("support", { totpSecret: secret }, by, Date.now());
    const fresh = async (code: string): Promise<string> => {
      const ann = browser();
      await ann.get("/log-in");
      return outcomeOf(await ann.post("/log-in", { name: "support", password, code }));
    };
    expect([await fresh(""), await fresh("000 000 0")]).toEqual(["refused", "refused"]);
    const code = totpCode(secret, Date.now());
    expect([await fresh(code), await fresh(code)]).toEqual(["done", "refused"]);
    let status = "";
    for (let attempt = 0; attempt < 20 && status !== "slowed"; attempt++) status = await fresh("1234567");
    expect(status).toBe("slowed");
    expect(await fresh(totpCode(secret, Date.now() + 30_000))).toBe("slowed");
    expect(JSON.stringify([server.log.lines, await server.store.audit.entries(99)])).not.toContain(secret);
    await operators.change("support", { totpSecret: null }, by, Date.now());
  });

  test("accepts ten wrong codes from everywhere after the right password, each recorded", async () => {
    const own = await startConsole({ trustProxy: ["127.0.0.1"] });
    const { operators, audit } = own.store;
    const by = { name: "root", source: "test" };
    const secret = newTotpSecret();
    await operators.change("admin", { totpSecret: secret }, by, Date.now());
    const last = (await audit.entries(1))[0]?.id ?? 0;
    const fresh = async (network: number, code: string, text = password): Promise<string> => {
      const ann = new PlainBrowser(own.origin, {
        ...{ "X-Forwarded-For": `192.0.2.${network}`, "X-Forwarded-Proto": "https" },
      });
      await ann.get("/log-in");
      return outcomeOf(await ann.post("/log-in", { name: "admin", password: text, code }));
    };
    // A wrong password is not a guess of a code.
    expect(await fresh(1, "1234567", "wrong password")).toBe("refused");
    const statuses = [];
    for (let network = 2; network < 13; network++) statuses.push(await fresh(network, "1234567"));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => "refused"), "slowed"]);
    expect(await fresh(13, totpCode(secret, Date.now()))).toBe("slowed");
    const entries = (await audit.entries(99)).filter(({ id }) => id > last);
    expect(entries).toHaveLength(10);
    expect(entries[0]).toMatchObject({
      ...{ action: "operator log-in refused", subject: { operator: "admin" } },
      ...{ actor: { name: "admin", source: "console, 192.0.2.11" }, after: { reason: "wrong code" } },
    });
    expect(JSON.stringify(entries)).not.toContain("1234567");
    await own.close();
  });

  test("is slowed down for one name, also with the right password, and not for another", async () => {
    const ann = browser();
    await ann.get("/log-in");
    let status = "";
    for (let attempt = 0; attempt < 20 && status !== "slowed"; attempt++)
      status = outcomeOf(await ann.post("/log-in", { name: "brute", password: `guess ${attempt}` }));
    expect(status).toBe("slowed");
    expect(outcomeOf(await ann.post("/log-in", { name: "brute", password }))).toBe("slowed");
    expect(outcomeOf(await ann.post("/log-in", { name: "viewer", password }))).toBe("done");
  });

  test("is possible in a browser that has logged in before while others guess, until the password changes", async () => {
    const own = await startConsole();
    const ann = await new PlainBrowser(own.origin).logIn("viewer");
    const again = async (of: PlainBrowser): Promise<string> => {
      await of.get("/log-in");
      return outcomeOf(await of.post("/log-in", { name: "viewer", password }));
    };
    const anonymous = new PlainBrowser(own.origin);
    await anonymous.get("/log-in");
    const guess = async (): Promise<void> => {
      for (let status = ""; status !== "slowed";)
        status = outcomeOf(await anonymous.post("/log-in", { name: "viewer", password: "wrong password" }));
    };
    await guess();
    await ann.post("/log-out");
    expect([await again(anonymous), await again(ann)]).toEqual(["slowed", "done"]);
    const change = { passwordHash: await hashPassword(password, cheap) };
    await own.store.operators.change("viewer", change, { name: "t", source: "t" }, Date.now());
    await guess();
    expect(await again(ann)).toBe("slowed");
    await own.close();
  });

  test("is possible while its network fills the queue of hashes with made-up names", async () => {
    // A hash takes far longer than a request, so the queue stays full.
    const own = await startConsole({ trustProxy: ["127.0.0.1"] }, { ...cheap, ln: 13 });
    const from = (network: number) =>
      new PlainBrowser(own.origin, {
        ...{ "X-Forwarded-For": `192.0.2.${network}`, "X-Forwarded-Proto": "https" },
      });
    const ann = await from(1).logIn("viewer");
    await ann.get("/log-in");
    const strangers = await Promise.all(
      [...Array(hashLimits.waitingPerOwner + 3).keys()].map(async () => {
        const unauthenticated = from(1);
        await unauthenticated.get("/log-in");
        return unauthenticated;
      }),
    );
    let isOver = false;
    const flood = strangers.map(async (unauthenticated, index) => {
      for (let round = 0; !isOver; round++)
        await unauthenticated.post("/log-in", {
          name: `made up ${index} ${round}`,
          password: "wrong password",
        });
    });
    const statuses = [];
    for (let round = 0; round < 3; round++) {
      await ann.get("/log-in");
      statuses.push(outcomeOf(await ann.post("/log-in", { name: "viewer", password })));
    }
    const newcomer = from(2);
    await newcomer.get("/log-in");
    statuses.push(outcomeOf(await newcomer.post("/log-in", { name: "support", password })));
    isOver = true;
    await Promise.all(flood);
    expect(statuses).toEqual(["done", "done", "done", "done"]);
    await own.close();
  });

  test("needs the token of its form", async () => {
    const ann = browser();
    await ann.get("/log-in");
    expect((await ann.post("/log-in", { name: "viewer", password, token: "x" })).status).toBe(403);
    expect((await browser().post("/log-in", { name: "viewer", password })).status).toBe(403);
  });
});

describe("a session", () => {
  test("ends with the log-out, in the store too", async () => {
    const ann = await browser().logIn("viewer");
    const cookie = ann.cookies;
    expect((await ann.post("/log-out")).headers.get("location")).toBe("/console/log-in");
    const stolen = await browser({ Cookie: cookie }).request("/console", { headers: { Cookie: cookie } });
    expect(stolen.status).toBe(303);
  });

  test("ends with the next log-in of its browser, and its stream with it", async () => {
    const ann = await browser().logIn("viewer");
    const former = ann.cookies;
    const stream = await fetch(`${server.origin}/console/live`, { headers: { Cookie: former } });
    expect(stream.status).toBe(200);
    await ann.get("/log-in");
    expect((await ann.post("/log-in", { name: "viewer", password })).status).toBe(303);
    expect(await stream.text()).toContain("event: over");
    const old = await browser().request("/console", { headers: { Cookie: former } });
    expect([old.status, (await ann.get("")).status]).toEqual([303, 200]);
  });

  test("ends its stream with the log-out", async () => {
    const ann = await browser().logIn("viewer");
    const stream = await fetch(`${server.origin}/console/live`, { headers: { Cookie: ann.cookies } });
    await ann.post("/log-out");
    expect(await stream.text()).toContain("event: over");
  });

  test("is listed with the others of its operator, and ends one or all of them", async () => {
    const [here, there, third] = [browser(), browser(), browser()];
    for (const each of [here, there, third]) await each.logIn("admin");
    const list = await here.get("/sessions");
    expect(list.text).toContain("this browser");
    const hashes = [...list.text.matchAll(/name="session" value="([^"]+)"/gu)].map(([, hash = ""]) => hash);
    const viewer = await browser().logIn("viewer");
    expect((await viewer.post("/sessions/end", { session: hashes[0] ?? "" })).isKept).toBe(true);
    const status = async (of: PlainBrowser): Promise<number> => (await of.get("")).status;
    const done = await here.submit("/sessions/end", { session: hashes[0] ?? "" });
    expect(done.text).toContain("The session has ended.");
    expect([await status(there), await status(third)].sort()).toEqual([200, 303]);
    expect((await here.post("/sessions/end", { session: hashes[0] ?? "" })).isKept).toBe(true);
    const all = await here.submit("/sessions/end-others");
    expect(all.text).toContain("The other sessions have ended.");
    expect([await status(here), await status(there), await status(third)]).toEqual([200, 303, 303]);
    expect((await here.post("/sessions/end-others")).text).toContain("you have no other session");
    const [entry] = await server.store.audit.entries(1);
    expect(entry).toMatchObject({ action: "session end", subject: { operator: "admin" } });
  });

  test("ends with a change of the operator", async () => {
    const ann = await browser().logIn("support");
    await server.store.operators.change(
      "support",
      { role: "support" },
      { name: "t", source: "t" },
      Date.now(),
    );
    expect((await ann.get("/messages")).status).toBe(303);
  });

  test.each([
    { name: "idle", step: sessionTimes.idle, uses: 0, open: false },
    { name: "in use", step: sessionTimes.idle - 60_000, uses: 3, open: true },
    { name: "in use for too long", step: sessionTimes.idle - 60_000, uses: 26, open: false },
  ])("$name: open $open", async ({ step, uses, open }) => {
    const own = await startConsole();
    const ann = await new PlainBrowser(own.origin).logIn("viewer");
    const times = { now: Date.now() };
    const answers: number[] = [];
    // The console with a clock of the test, behind the cookie of the server.
    const console = openConsole({
      ...{ store: own.store, now: () => times.now, log: own.log, problems: async () => [] },
      ...{ wakeDelivery: () => undefined, addresses: noAddresses },
      support: async () => ({ status: 404 }),
      ...{
        requireCode: [],
        refundLimit: 0,
        settings: [],
        size: async () => ({ driver: "sqlite", schema: 1, bytes: 1, free: 0 }),
      },
      proxies: { trusts: () => false, callerAddress: (address) => address },
    });
    const { createServer } = await import("node:http");
    const http = createServer((req, res) => void console.handle(req, res));
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const address = http.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    for (let use = 0; use <= uses; use++) {
      times.now += step;
      const response = await fetch(`http://127.0.0.1:${port}/console/links`, {
        ...{ headers: { Cookie: ann.cookies }, redirect: "manual" },
      });
      answers.push(response.status);
      await response.arrayBuffer();
    }
    expect(answers.at(-1)).toBe(open ? 200 : 303);
    http.close();
    http.closeAllConnections();
    await own.close();
  });

  test("a form from another site or with another token changes nothing", async () => {
    const ann = await browser().logIn("admin");
    const evil = { method: "POST", body: new URLSearchParams({ token: ann.token, confirm: "on" }) };
    for (const site of ["cross-site", "same-site", "none"]) {
      const { status } = await ann.request("/console/links/x/stop", {
        ...evil,
        headers: { "Sec-Fetch-Site": site },
      });
      expect(status).toBe(403);
    }
    const other = await browser().logIn("support");
    expect((await ann.post("/links/x/stop", { token: other.token })).status).toBe(403);
    expect((await ann.post("/links/x/stop", { confirm: "on" })).isKept).toBe(true);
  });
});

describe("every response", () => {
  test.each([
    "",
    "/log-in",
    "/nowhere",
    "/assets/console.css",
    "/assets/../page.hbs",
    "/live",
    "/messages/%zz",
  ])("of %s has a strict policy", async (path) => {
    const policy = (await browser().get(path)).headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/u);
  });

  test.each([
    { path: "/console/log-in", method: "PUT", status: 405 },
    { path: "/console/log-in", method: "DELETE", status: 405 },
    { path: "/console/assets/console.hbs", method: "GET", status: 404 },
    { path: "/console/assets/__proto__", method: "GET", status: 404 },
    { path: "/consolex", method: "GET", status: 404 },
  ])("$method $path: $status", async ({ path, method, status }) => {
    expect((await browser().request(path, { method })).status).toBe(status);
  });

  test("a body that is not a form of the console is refused", async () => {
    const ann = await browser().logIn("admin");
    const post = async (body: string, type: string) =>
      (await ann.request("/console/links/add", { method: "POST", body, headers: { "Content-Type": type } }))
        .status;
    const form = "application/x-www-form-urlencoded";
    expect(await post("{}", "application/json")).toBe(415);
    expect(await post(`token=${ann.token}&token=${ann.token}`, form)).toBe(400);
    expect(await post(`token=${ann.token}&name=${"x".repeat(70_000)}`, form)).toBe(413);
  });

  test("a role sees only its pages and forms", async () => {
    const viewer = await browser().logIn("viewer");
    expect((await viewer.get("/links")).text).not.toContain("Add a link");
    for (const path of ["/links/add", "/links/x/stop", "/routes/add", "/messages/1/cancel"])
      expect((await viewer.post(path, { confirm: "on" })).status).toBe(403);
    const support = await browser().logIn("support");
    for (const path of ["/audit", "/settings", "/database"]) {
      const { status, text } = await support.get(path);
      expect([status, text.includes("operator change NAME --role admin")]).toEqual([403, true]);
    }
    expect((await viewer.post("/messages/1/cancel")).text).toContain("operator change NAME --role support");
  });

  test("beyond this machine, without TLS or a trusted proxy, there is only an explanation", async () => {
    const { status, text, headers } = await browser({ "X-Forwarded-For": "192.0.2.1" }).get("/log-in");
    expect([status, headers.getSetCookie()]).toEqual([403, []]);
    expect(text).toContain("--trust-proxy");
  });
});
