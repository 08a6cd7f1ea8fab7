import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { phoneText } from "#server/faces/web/number-texts.js";
import { type ConsoleServer, deferred, PlainBrowser, startConsole } from "./console-server.js";

let server: ConsoleServer;
let viewer: PlainBrowser;
let support: PlainBrowser;
let admin: PlainBrowser;

beforeAll(async () => {
  server = await startConsole();
  viewer = await new PlainBrowser(server.origin).logIn("viewer");
  support = await new PlainBrowser(server.origin).logIn("support");
  admin = await new PlainBrowser(server.origin).logIn("admin");
});
afterAll(() => server.close());

const lastEntry = async () => (await server.store.audit.entries(1))[0];
const by = (name: string) => ({ name, source: "console, 127.0.0.1" });

async function messageId(): Promise<number> {
  const [found] = await server.store.desk.candidates({ kind: "transaction", id: "first" }, undefined, 1);
  return found?.id ?? 0;
}

describe("overview", () => {
  test("shows problems with advice, links and queues", async () => {
    const { status, text } = await viewer.get("");
    expect(status).toBe(200);
    expect(text).toContain('<span class="figure" data-live="waiting">1</span>');
    expect(text).toContain('href="/console/links/test"');
  });

  test("sends live numbers as events", async () => {
    const abort = new AbortController();
    const response = await fetch(`${server.origin}/console/live`, {
      ...{ headers: { Cookie: viewer.cookies }, signal: abort.signal },
    });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    let text = "";
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(piece).toString();
      if (text.includes('"waiting":"1"')) break;
    }
    abort.abort();
    expect(text).toMatch(/event: numbers\ndata: \{.*"waiting":"1".*\}\n\n/u);
    // The page has a rate of the last minutes until there are two samples.
    expect(text).not.toContain('"—"');
  });
});

describe("traffic", () => {
  test.each([
    ["", "Last 1 hour of the whole service", 60, 3],
    ["?period=day", "Last 24 hours of the whole service", 96, 3],
    ["?period=week&link=test", "Last 7 days of the link test", 84, 2],
    ["?link=nowhere", "Last 1 hour of the whole service", 60, 3],
  ])("%s: %s", async (query, heading, rows, charts) => {
    const { status, text } = await viewer.get(`/traffic${query}`);
    expect([status, text.includes(heading)]).toEqual([200, true]);
    expect(text.match(/<tr>/gu)?.length).toBe(charts * (rows + 1));
  });

  test("a chart has the rates, with gaps where nothing is known", async () => {
    const at = Date.now() - 1_800_000;
    const row = { link: "", accepted: 90, delivered: 60, failed: 0, waiting: 5, oldest: 2 };
    await server.store.traffic.add([{ ...row, at: at - (at % 60_000) }], 0);
    const { text } = await viewer.get("/traffic");
    // Without the last minutes, which the server of the test may have recorded.
    const charts = [...text.matchAll(/<tbody>([^]*?)<\/tbody>/gu)].map(([, body = ""]) =>
      [...body.matchAll(/<tr>([^]*?)<\/tr>/gu)]
        .map(([, cells = ""]) => [...cells.matchAll(/<span>([^<]*)<\/span>/gu)].map(([, value]) => value))
        .slice(10)
        .filter((values) => values.some((value) => value !== "—")),
    );
    expect(charts).toEqual([[["1.5", "1", "0"]], [["5"]], [["2"]]]);
    expect(text.match(/role="img" aria-label="[^"]+"/gu)).toHaveLength(3);
  });

  test("an unknown period is refused", async () => {
    expect((await viewer.get("/traffic?period=year")).status).toBe(400);
  });
});

describe("messages", () => {
  test("are found by their conditions, with full numbers for the role support only", async () => {
    const found = await support.submit("/messages/find", { number: `+${deferred.number}`, customer: "42" });
    expect(found.status).toBe(200);
    expect(found.text).toContain(`>${phoneText(deferred.number)}<`);
    expect(found.text).toContain(`value="${deferred.number}"`);
    expect(await lastEntry()).toMatchObject({
      action: "message find",
      actor: by("support"),
      after: { found: 1 },
    });
    const national = await support.submit("/messages/find", { number: "202-555-0103" });
    expect(national.text).toContain("with their country code");
    const masked = await viewer.submit("/messages/find", { customer: "42" });
    expect(masked.text).toContain("+1 202 555 0•••");
    expect(masked.text).not.toContain(deferred.number);
    expect(masked.text).not.toContain(phoneText(deferred.number));
  });

  test("do not reveal hidden digits to a viewer, by any search", async () => {
    const rows = async (fields: Readonly<Record<string, string>>): Promise<string> => {
      const { text } = await viewer.submit("/messages/find", { customer: "42", ...fields });
      return text.includes('role="alert"') ? "refused" : String(text.includes("+1 202 555 0•••"));
    };
    const { number } = deferred;
    expect(await rows({ number })).toBe("refused");
    const prefixes = Array.from(number, (_, index) => number.slice(0, index + 1));
    const found: string[] = [];
    for (const prefix of prefixes) found.push(await rows({ prefix }));
    expect(found).toEqual(prefixes.map(({ length }) => (length <= 8 ? "true" : "refused")));
  });

  test.each([
    [{ number: "x" }, "Use 7 to 15 digits"],
    [{ customer: "42", state: "SMSC_NONE" }, "Use one of delivered, failed, waiting"],
  ])("%j: %s", async (fields, want) => {
    const { isKept, text } = await support.post("/messages/find", fields);
    expect(isKept).toBe(true);
    expect(text).toContain(want);
  });

  test("are found page by page", async () => {
    const recipients = Array.from({ length: 60 }, (_, index) => `120255502${String(index).padStart(2, "0")}`);
    const { submission } = await import("../../storage/fixtures.js");
    const dueAt = Date.now() + 86_400_000;
    const charge = { kind: "SMS" as const, amount: 0 };
    await server.store.outbox.submit(submission("many", { at: Date.now(), dueAt, recipients, charge }));
    const first = await support.submit("/messages/find", { transaction: "many" });
    const text = first.text.replaceAll("&#x3D;", "=");
    const older = /href="\/console(\/messages\/found\/\d+\?after=[^"]+)">Older</u.exec(text)?.[1] ?? "";
    const second = await support.get(older);
    const numbers = [first, second].flatMap(({ text }) => text.match(/>\+1 202 555 02\d\d</gu) ?? []);
    expect(new Set(numbers).size).toBe(60);
    expect(second.text).not.toContain(">Older<");
    expect((await support.get(older.replace(/after=.*/u, "after=x"))).status).toBe(400);
  });

  test("show their time line; the text on request, for the role support", async () => {
    const id = await messageId();
    const page = await support.get(`/messages/${id}`);
    expect(page.text).toContain("Accepted from the customer");
    expect(page.text).not.toContain("Secret words");
    const [support1, viewer1] = [
      await support.get(`/messages/${id}?text=on`),
      await viewer.get(`/messages/${id}?text=on`),
    ];
    expect(support1.text).toContain("Secret words");
    expect(viewer1.text).not.toMatch(/Secret words|12025550103|555 0103|Cancel the message/u);
    expect(
      (await server.store.audit.entries(2)).map(({ action, actor, subject }) => ({ action, actor, subject })),
    ).toEqual([
      { action: "message show", actor: by("viewer"), subject: { message: id, text: false } },
      { action: "message show", actor: by("support"), subject: { message: id, text: true } },
    ]);
  });

  test("are cancelled after a confirmation, then sent again", async () => {
    const id = await messageId();
    const formsOf = (text: string): readonly string[] =>
      [...text.matchAll(/action="\/console\/messages\/\d+\/(\w+)"/gu)].map(([, verb = ""]) => verb);
    expect(formsOf((await support.get(`/messages/${id}`)).text)).toEqual(["cancel"]);
    const asked = await support.post(`/messages/${id}/cancel`);
    expect(asked.text).toContain("Cancel the message?");
    expect(asked.text).toMatch(/name="confirm" value="on"[^]*No, go back</u);
    expect((await server.store.desk.message(id))?.state).toBe(0);
    const cancelled = await support.submit(`/messages/${id}/cancel`, { confirm: "on" });
    expect(cancelled.text).toContain("The message was cancelled.");
    expect(cancelled.text).toContain("SMSC_DELETED");
    expect(formsOf(cancelled.text)).toEqual(["resend"]);
    const again = await support.post(`/messages/${id}/cancel`, { confirm: "on" });
    expect([again.isKept, /role="alert">.*?<strong>([^<]*)/u.exec(again.text)?.[1]]).toEqual([
      true,
      "nothing was cancelled: only queued and deferred messages can be cancelled",
    ]);
    const resent = await support.submit(`/messages/${id}/resend`, { confirm: "on" });
    expect(resent.text).toContain("The message is sent again");
    const copy = /href="\/console\/messages\/(\d+)">Sent again as message \1</u.exec(resent.text)?.[1] ?? "";
    expect((await server.store.desk.message(Number(copy)))?.phone).toBe(deferred.number);
    expect((await support.get(`/messages/${copy}`)).text).not.toContain("Sent again as message");
    const actions = (await server.store.audit.entries(9)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["message cancel", "message resend"]));
  });

  test.each(["0", "x", "99999", "1e3", "%00", "__proto__"])("there is no message %s", async (id) => {
    expect((await support.get(`/messages/${id}`)).status).toBeLessThan(500);
    expect((await support.post(`/messages/${id}/cancel`, { confirm: "on" })).isKept).toBe(true);
  });
});

describe("links and routes", () => {
  const link = {
    name: "east",
    url: "smpp://shop@127.0.0.1:9",
    password: "sm-secr",
    set: "window=20\nbinds=1",
  };

  test("a link is added, changed, stopped, started, routed and removed, each with its audit entry", async () => {
    await admin.get("/links");
    expect((await admin.submit("/links/add", link)).text).toContain("The link was added.");
    const formsOf = async (name: string): Promise<readonly string[]> => {
      const { text } = await admin.get(`/links/${name}`);
      return [...text.matchAll(/action="\/console\/links\/\w+\/(\w+)"/gu)].map(([, verb = ""]) => verb);
    };
    expect(await formsOf("east")).toEqual(["note", "stop", "change", "remove"]);
    const changed = await admin.submit("/links/east/change", { set: "window=30" });
    expect(changed.text).toMatch(/window<\/dt><dd>\s*<span>30/u);
    expect((await admin.post("/links/east/stop")).text).toContain("Stop the link?");
    expect((await admin.submit("/links/east/stop", { confirm: "on" })).text).toContain(">Stopped<");
    expect(await formsOf("east")).toEqual(["note", "start", "change", "remove"]);
    expect((await admin.submit("/links/east/start")).text).toContain("The link starts");
    const route = { prefix: "49", link: "east", rank: "2", kind: "sms" };
    const routed = await admin.submit("/routes/add", route);
    const id = /\/routes\/(\d+)\/remove/u.exec(routed.text)?.[1] ?? "";
    expect((await admin.post("/links/east/remove", { confirm: "on" })).text).toContain("is used by a route");
    await admin.submit(`/routes/${id}/remove`, { confirm: "on" });
    expect((await admin.submit("/links/east/remove", { confirm: "on" })).text).toContain(
      "The link was removed.",
    );
    const entries = (await server.store.audit.entries(7)).toReversed();
    const settings = { window: "20", binds: "1" };
    const about = { url: "smpp://shop@127.0.0.1:9", network: "127.0.0.1:9", settings };
    expect(entries.map(({ action, actor }) => [action, actor.name])).toEqual(
      ["link add", "link change", "link stop", "link start", "route add", "route remove", "link remove"].map(
        (action) => [action, "admin"],
      ),
    );
    expect(entries[0]).toMatchObject({ subject: { link: "east" }, after: about });
    expect(entries[1]).toMatchObject({ before: about, after: { settings: { ...settings, window: "30" } } });
    expect(JSON.stringify(await server.store.audit.entries(100))).not.toContain("sm-secr");
    expect((await admin.get("/links")).text).not.toContain("sm-secr");
  });

  test.each([
    [{ ...link, name: "East" }, "Use 1-32 of a-z"],
    [{ ...link, url: "ftp://x" }, "The URL of a link must be"],
    [{ ...link, url: "smpps://a@b:1?tlsCa=/etc/passwd" }, "Give settings in their own field"],
    [{ ...link, set: "tlsCa=/etc/passwd" }, "TlsCa names a file"],
    [{ ...link, set: " tlsKey =x" }, "TlsKey names a file"],
    [{ ...link, set: "window" }, "Use NAME&#x3D;VALUE"],
    [{ ...link, set: "window=0" }, "window"],
  ])("%j: %s", async (fields, want) => {
    const { isKept, text } = await admin.post("/links/add", fields);
    expect(isKept).toBe(true);
    expect(text).toContain(want);
    expect((await server.store.links.links()).map(({ name }) => name)).toEqual(["test"]);
  });

  test("the file of the routes has the columns of those who only look, whoever asks for it", async () => {
    const viewer = await new PlainBrowser(server.origin).logIn("viewer");
    const files = async (): Promise<readonly string[]> =>
      Promise.all([viewer, admin].map(async (who) => (await who.get("/routes?csv=routes")).text));
    const head = "Prefix,Link,Customer,Originator,Kind,Rank,Weight,Uncertain,Until,Route";
    const { text } = await admin.submit("/routes/add", {
      prefix: "49",
      link: "test",
      rank: "2",
      kind: "sms",
    });
    const id = /\/routes\/(\d+)\/remove/u.exec(text)?.[1] ?? "";
    const file = `${head}\r\n'+49,test,any,any,SMS,2,1,hold,—,${id}\r\n`;
    expect(await files()).toEqual([file, file]);
    await admin.submit(`/routes/${id}/remove`, { confirm: "on" });
  });

  test("a link of the configuration is neither changed nor removed", async () => {
    await server.store.links.add(
      {
        ...{ name: "fixed", kind: "smpp", url: "smpp://shop@127.0.0.1:9", password: "sm-secr" },
        ...{ network: "fixed", settings: {}, ofFile: true },
      },
      Date.now(),
    );
    const { text } = await admin.get("/links/fixed");
    expect(text).toContain('action="/console/links/fixed/stop"');
    expect(text).not.toMatch(/fixed\/(?:start|change|remove)"/u);
  });

  test("a stored password is not sent to a new address", async () => {
    await admin.submit("/links/add", link);
    const { text } = await admin.post("/links/east/change", { url: "smpp://shop@127.0.0.1:10" });
    expect(text).toContain("Give the password together with a new address");
    await admin.submit("/links/east/remove", { confirm: "on" });
  });
});

describe("customers", () => {
  const place = "/customers/42";

  test("are added and shown, with their settings, users, originators, credit, prices and usage", async () => {
    const added = await admin.submit("/new-customer/open", {
      id: "7",
      name: "Seven",
      postpaid: "on",
      limit: "5",
    });
    expect(added.text).toMatch(/hand it over[^]*\/invitation\//u);
    const [invited, entry] = await server.store.audit.entries(2);
    expect(entry).toMatchObject({ action: "customer add", subject: { customer: 7 } });
    expect(invited).toMatchObject({ action: "portal invite", subject: { customer: 7, user: "api" } });
    const tabs = ["", "/users", "/prices", "/ledger", "/settings"];
    const texts = await Promise.all(tabs.map(async (tab) => (await viewer.get(`${place}${tab}`)).text));
    const text = texts.join("");
    for (const want of ["Customer 42", ">Ann<", ">Shop<", "The general prices apply.", "Messages per second"])
      expect(text).toContain(want);
    expect(text).not.toMatch(/Add credit|>[a-z]+[A-Z][a-z]+<\/dt>/u);
  });

  test.each([
    ["block", {}, "customer block", "The customer was blocked."],
    ["unblock", {}, "customer unblock", "The customer was unblocked."],
    ["change", { name: "New name", maySend: "on", rate: "50" }, "customer change", "New name"],
    ["users/add", { name: "bob", password: "quiet amber lake" }, "user add", ">bob<"],
    ["users/block", { name: "bob" }, "user block", "The user was blocked."],
    ["users/unblock", { name: "bob" }, "user unblock", "The user was unblocked."],
    [
      "users/password",
      { name: "bob", password: "seven odd lamps" },
      "user password",
      "The password was replaced.",
    ],
    ["originators/add", { value: "Shop 2" }, "originator add", ">Shop 2<"],
    ["originators/remove", { value: "Shop 2" }, "originator remove", "The originator was removed."],
    ["credit/add", { kind: "SMS", amount: "2.5" }, "credit add", "The credit was added."],
    ["credit/deduct", { kind: "SMS", amount: "1" }, "credit deduct", "The credit was deducted."],
    ["prices/set", { prefix: "49", price: "0.5" }, "price set", ">0.5<"],
    ["prices/remove", { prefix: "49" }, "price remove", "The price was removed."],
  ])("%s %j: %s", async (path, fields, action, want) => {
    const done = await admin.submit(`${place}/${path}`, { ...fields, confirm: "on" });
    expect(done.text).toContain(want);
    const entry = await lastEntry();
    expect(entry).toMatchObject({ action, actor: by("admin") });
    expect(Number(entry?.subject["customer"])).toBe(42);
  });

  /** The id of the form for an action on a page. */
  const formOf = (text: string, action: string): string =>
    new RegExp(`action="/console${action}"[^]*?name="form" value="([^"]*)"`, "u").exec(text)?.[1] ?? "";

  test("a form that is sent twice at once, and again later, makes one change", async () => {
    const balance = async () => (await server.store.accounts.balances(42))[0]?.amount ?? 0;
    const before = await balance();
    const path = `${place}/credit/add`;
    const form = formOf((await admin.get(`${place}/ledger`)).text, path);
    expect(form).toMatch(/^[\w-]{43}$/u);
    const fields = { form, kind: "SMS", amount: "3" };
    const both = await Promise.all([admin.post(path, fields), admin.post(path, fields)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await balance()) - before).toBe(3_000);
    const again = await admin.submit(path, fields);
    expect(again.text).toContain("The credit was added. The form was sent more than once");
    expect((await balance()) - before).toBe(3_000);
    const other = formOf((await admin.get(`${place}/ledger`)).text, path);
    expect(other).not.toBe(form);
    expect((await admin.submit(path, { ...fields, form: other })).text).toContain("The credit was added.");
    expect((await balance()) - before).toBe(6_000);
    expect((await admin.post(path, { ...fields, form: "x" })).status).toBe(400);
  });

  test("a change that its own repeat would refuse shows its result again", async () => {
    const path = `${place}/users/add`;
    const form = formOf((await admin.get(`${place}/users`)).text, path);
    const fields = { form, name: "carol", password: "quiet amber lake" };
    for (const send of [1, 2]) expect([send, (await admin.post(path, fields)).status]).toEqual([send, 303]);
    const refused = await admin.post(path, { name: "carol", password: "quiet amber lake" });
    expect(refused.isKept).toBe(true);
  });

  test("a refused change has its reason, and no entry of the audit log", async () => {
    const before = await lastEntry();
    const { isKept, text } = await admin.post(`${place}/credit/deduct`, {
      ...{ kind: "SMS", amount: "999999", confirm: "on" },
    });
    expect(isKept).toBe(true);
    expect(text).toContain("customer New name (42) does not have that much credit");
    expect(await lastEntry()).toEqual(before);
    expect(JSON.stringify(await server.store.audit.entries(100))).not.toMatch(/a b c|other|\$scrypt/u);
  });

  test("the balance is the one before plus what was added", async () => {
    const [balance] = await server.store.accounts.balances(42);
    expect(balance).toEqual({ kind: "SMS", amount: 10_000 - 1_000 + 1_000 - 1_000 + 2_500 - 1_000 + 6_000 });
  });
});
