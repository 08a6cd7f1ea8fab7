import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { keptFormLimits } from "#server/domain/accounts/kept-forms.js";
import { hashPassword } from "#server/credentials/hash.js";
import { KeptForms } from "#server/faces/web/kept-forms.js";
import { newToken, tokenHash } from "#server/faces/web/tokens.js";
import { password, PlainBrowser, type Received } from "../console/console-server.js";
import { cheap } from "../../credentials/cheap.js";
import { other, type PortalServer, startPortal } from "./portal-server.js";

/** Forms that were not carried out: the page that shows them is requested with GET, and has what was typed, for its sender alone. */

let portal: PortalServer;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const sites = {
  console: async () => new PlainBrowser(portal.consoleOrigin).logIn("support"),
  portal: () => portal.logIn("owner"),
} as const;

/** Sends a form as a browser does, without following the response. */
async function sent(
  browser: PlainBrowser,
  [site, path]: readonly [keyof typeof sites, string],
  fields: Readonly<Record<string, string>>,
): Promise<Received> {
  const base = site === "console" ? "/console" : "";
  const body = new URLSearchParams({ token: browser.token, form: "f".repeat(43), ...fields });
  return browser.request(`${base}${path}`, { method: "POST", body });
}

const draft = { originator: "Shop", numbers: "12025550199", text: "Typed words", when: "" };

describe("a form that is not carried out", () => {
  test.each<{
    at: readonly [keyof typeof sites, string];
    fields: Readonly<Record<string, string>>;
    shows: readonly (string | RegExp)[];
  }>([
    {
      at: ["portal", "/send/check"],
      fields: { ...draft, when: "soon" },
      shows: ["Typed words", "soon", "Use 2030"],
    },
    {
      at: ["portal", "/send/check"],
      fields: { ...draft, text: "" },
      shows: ["12025550199", "Give the text"],
    },
    { at: ["portal", "/send/check"], fields: draft, shows: ["Typed words", "Send to 1 for 1 credit"] },
    {
      at: ["portal", "/send"],
      fields: { ...draft, checked: "5" },
      shows: ["Typed words", "has changed meanwhile", "Send to 1 for 1 credit"],
    },
    {
      at: ["portal", "/send/test"],
      fields: { ...draft, phone: "12025550180, 12025550181" },
      shows: [
        /name="phone"[^>]* value="12025550180, 12025550181"/u,
        /field-error"[^>]*>[^]*A test goes to one number/u,
        "Send to 1",
      ],
    },
    { at: ["portal", "/send/test"], fields: { ...draft, text: "", phone: "1" }, shows: ["Give the text"] },
    { at: ["portal", "/keys/add"], fields: { name: "till 7", user: "api" }, shows: [/value="till 7"/u] },
    {
      at: ["portal", "/callbacks/change"],
      fields: { callbackUrl: "ftp://typed" },
      shows: ["ftp://typed", "http or https"],
    },
    { at: ["portal", "/users/invite"], fields: { name: "kim 7", role: "king" }, shows: [/value="kim 7"/u] },
    {
      at: ["portal", "/users/block"],
      fields: { name: "reader" },
      shows: ["Block the user?", /value="reader"/u],
    },
    { at: ["portal", "/opt-outs/add"], fields: { numbers: "typed 7" }, shows: [/value="typed 7"/u] },
    { at: ["portal", "/opt-outs/remove"], fields: { number: "12025550199" }, shows: ["Remove the opt-out?"] },
    { at: ["portal", "/messages/find"], fields: { number: "typed 8" }, shows: [/value="typed 8"/u] },
    { at: ["portal", "/account/password"], fields: { password: "a1b2c3d4" }, shows: ["needs your password"] },
    {
      at: ["portal", "/preferences"],
      fields: { zone: "Mars", theme: "light" },
      shows: ["Use a name such as"],
    },
    {
      at: ["portal", "/sessions/end"],
      fields: { session: "none" },
      shows: ["the session has ended already"],
    },
    { at: ["console", "/messages/find"], fields: { number: "typed 9" }, shows: [/value="typed 9"/u] },
    { at: ["console", "/search"], fields: { text: " " }, shows: [/field-error|notice bad/u] },
    { at: ["console", "/messages/1/cancel"], fields: {}, shows: ["No, go back"] },
    { at: ["console", "/preferences"], fields: { zone: "Mars" }, shows: ["Use a name such as"] },
  ])("$at $fields is answered with 303 to a page that shows $shows", async ({ at, fields, shows }) => {
    const browser = await sites[at[0]]();
    const { status, headers } = await sent(browser, at, fields);
    const place = headers.get("location") ?? "";
    expect([status, place]).toEqual([303, expect.stringMatching(/\?kept=[\w-]{43}$/u)]);
    for (const value of Object.values(fields).filter((each) => each.length > 3))
      expect(decodeURIComponent(place)).not.toContain(value);
    for (const shown of [await browser.request(place), await browser.request(place)]) {
      expect(shown.status).toBe(200);
      for (const what of shows)
        expect(shown.text).toMatch(
          typeof what === "string" ? new RegExp(what.replaceAll("?", "\\?"), "u") : what,
        );
    }
  });

  test("a log-in keeps the name, in its browser alone", async () => {
    const browser = new PlainBrowser(portal.origin, {}, "");
    await browser.get("/log-in?next=%2Fbilling");
    const typed = { customer: "42", name: "marta", password: "wrong password", next: "/billing" };
    const place = (await sent(browser, ["portal", "/log-in"], typed)).headers.get("location") ?? "";
    const shown = await browser.request(place);
    expect(shown.text).toMatch(/value="marta"/u);
    expect(shown.text).toMatch(/name="next" value="\/billing"/u);
    expect(shown.text).toContain("There is no such user with this password");
    expect(shown.text).not.toContain("wrong password");
    const elsewhere = new PlainBrowser(portal.origin, {}, "");
    await elsewhere.get("/log-in");
    expect((await elsewhere.request(place)).text).not.toContain("marta");
  });
});

describe("what an action shows", () => {
  test.each<{ path: string; fields: Readonly<Record<string, string>>; secret: RegExp }>([
    { path: "/users/invite", fields: { name: "nina", role: "reader" }, secret: /\/invitation\/[\w-]{43}/u },
    {
      path: "/keys/add",
      fields: { name: "till", user: "owner", "scopes.send": "on" },
      secret: /mk_[0-9a-f]{16}_[\w-]{43}/u,
    },
  ])("$path is answered with 303 to a page that browsers go back to", async ({ path, fields, secret }) => {
    const browser = await portal.logIn("owner");
    const { status, headers } = await sent(browser, ["portal", path], { ...fields, form: newToken() });
    const place = headers.get("location") ?? "";
    expect([status, place]).toEqual([303, expect.stringMatching(/\?result=[\w-]{43}$/u)]);
    const shown = [await browser.request(place), await browser.request(place)];
    const found = shown.map(({ text }) => secret.exec(text)?.[0]);
    expect(found[0]).toBeDefined();
    expect(found[1]).toBe(found[0]);
    const others = [await portal.logIn("developer"), await portal.logIn("owner")];
    const texts = await Promise.all(others.map(async (each) => (await each.request(place)).text));
    expect(texts.map((text) => secret.test(text))).toEqual([false, false]);
    expect(texts[1]).toContain("is not kept any more");
  });

  test.each<{ path: string; fields: Readonly<Record<string, string>>; secret: RegExp }>([
    { path: "/users/invite", fields: { name: "nora", role: "reader" }, secret: /\/invitation\/[\w-]{43}/u },
    {
      path: "/keys/add",
      fields: { name: "door", user: "owner", "scopes.send": "on" },
      secret: /mk_[0-9a-f]{16}_[\w-]{43}/u,
    },
  ])("$path is sent at once if the store does not keep it", async ({ path, fields, secret }) => {
    const browser = await portal.logIn("owner");
    const keep = jest.spyOn(KeptForms.prototype, "keepResult").mockRejectedValue(new Error("busy"));
    const { status, text } = await sent(browser, ["portal", path], { ...fields, form: newToken() });
    keep.mockRestore();
    expect([status, secret.test(text)]).toEqual([200, true]);
  });

  const page = { title: "Key", sections: [{ heading: "Key", note: "mk_secret" }] };
  test.each<{
    name: string;
    session?: string;
    person?: string;
    token?: string;
    place?: string;
    later?: number;
    sees?: true;
  }>([
    { name: "its browser", sees: true },
    { name: "its browser just before the end", later: keptFormLimits.time - 1, sees: true },
    { name: "its browser after the end", later: keptFormLimits.time },
    { name: "another session", session: "other" },
    { name: "another person", person: "other" },
    { name: "another token", token: "other" },
    { name: "another page", place: "/users" },
  ])(
    "is shown to $name: $sees",
    async ({ name, sees = false, later = 0, token = "token", place = "/keys", ...by }) => {
      let now = Date.now();
      const contents: string[] = [];
      const store = portal.store.forms;
      const keep: typeof store.keep = (form) => {
        contents.push(form.content);
        return store.keep(form);
      };
      const forms = new KeptForms({ ...store, keep }, () => now);
      const sender = { session: `result ${name}`, person: "person" };
      const id = (await forms.keepResult(sender, "token", { place: "/keys", page })) ?? "";
      now += later;
      const found = await forms.result({ ...sender, ...by }, token, { id, place });
      expect(found).toEqual(sees ? page : undefined);
      expect(contents.join("")).not.toContain("secret");
      expect(await forms.find(sender, id, "/keys")).toBeUndefined();
    },
  );

  test("is not kept if it is longer than 64 KiB", async () => {
    const forms = new KeptForms(portal.store.forms, () => Date.now());
    const long = { title: "x".repeat(keptFormLimits.bytes), sections: [] };
    const sender = { session: "long result", person: "person" };
    expect(await forms.keepResult(sender, "token", { place: "/keys", page: long })).toBeUndefined();
  });
});

describe("a kept form", () => {
  test.each<{ name: string; of: () => Promise<PlainBrowser>; sees: boolean }>([
    { name: "another user of the customer", of: () => portal.logIn("developer"), sees: false },
    { name: "a user of another customer", of: () => portal.logIn("owner", other), sees: false },
    { name: "the same user in another browser", of: () => portal.logIn("owner"), sees: false },
  ])("is not shown to $name", async ({ of }) => {
    const owner = await portal.logIn("owner");
    const place =
      (await sent(owner, ["portal", "/send/check"], { ...draft, when: "soon" })).headers.get("location") ??
      "";
    const { status, text } = await (await of()).request(place);
    expect([status, text.includes("Typed words"), text.includes("is not kept any more")]).toEqual([
      200,
      false,
      true,
    ]);
    expect((await owner.request(place.replace("/send", "/keys"))).text).not.toContain("Typed words");
    expect((await owner.request(`/send?kept=${"x".repeat(43)}`)).text).toContain("is not kept any more");
  });

  test.each<{ fields: Readonly<Record<string, string>>; without: string; keeps?: string }>([
    { fields: { password: "s3cret-one" }, without: "s3cret-one" },
    { fields: { ownPassword: "s3cret-two", ownCode: "123456" }, without: "s3cret-two" },
    { fields: { code: "654321" }, without: "654321" },
    { fields: { secret: "GEZDGNBVGY3TQOJQ" }, without: "GEZDGNBVGY3TQOJQ" },
    { fields: { proof: "prove-it" }, without: "prove-it" },
    { fields: { file: "12025550101" }, without: "12025550101" },
    { fields: { token: "t0ken" }, without: "t0ken" },
    {
      fields: { url: "smpp://shop:pw-1@192.0.2.1:2775" },
      without: "pw-1",
      keeps: "smpp://shop@192.0.2.1:2775",
    },
    { fields: { url: "https://:pw-2@example.com/x" }, without: "pw-2", keeps: "@example.com/x" },
    { fields: { url: "smpp://shop:p/w?3#@192.0.2.1" }, without: "p/w", keeps: "smpp://shop@192.0.2.1" },
    { fields: { set: "window=50\r\npassword=pw-4" }, without: "pw-4", keeps: "window=50" },
    { fields: { text: "write to a:b@example.com" }, without: "t0ken", keeps: "a:b@example.com" },
  ])("$fields is kept without $without", async ({ fields, without, keeps = "" }) => {
    const now = Date.now();
    const forms = new KeptForms(portal.store.forms, () => now);
    const sender = { session: "browser", person: "person" };
    const form = new Map(Object.entries({ name: "Ann", ...fields }));
    const id = await forms.keep(sender, { action: "/x", place: "/x", form, why: { kind: "ended" } });
    const kept = await forms.find(sender, id, "/x");
    const values = [...(kept?.form.values() ?? [])].join("\n");
    expect(values).toContain("Ann");
    expect(values).toContain(keeps);
    expect(values).not.toContain(without);
  });

  test("is over after 10 minutes, and has at most 64 KiB; a browser has the newest 20", async () => {
    let now = Date.now();
    const forms = new KeptForms(portal.store.forms, () => now);
    const sender = { session: "limited", person: "person" };
    const sentWith = (form: ReadonlyMap<string, string>) =>
      forms.keep(sender, { action: "/x", place: "/x", form, why: { kind: "ended" } });
    const id = await sentWith(
      new Map([
        ["name", "Ann"],
        ["text", "x".repeat(keptFormLimits.bytes)],
      ]),
    );
    expect([...((await forms.find(sender, id, "/x"))?.form ?? [])]).toEqual([["name", "Ann"]]);
    now += keptFormLimits.time - 1;
    expect(await forms.find(sender, id, "/x")).toBeDefined();
    now += 1;
    expect(await forms.find(sender, id, "/x")).toBeUndefined();
    expect(await portal.store.forms.forget(now)).toBeGreaterThan(0);
    expect(await portal.store.forms.forget(now)).toBe(0);
    const ids: string[] = [];
    for (let each = 0; each <= keptFormLimits.ofSession; each++) {
      now += 1;
      ids.push(await sentWith(new Map([["name", String(each)]])));
    }
    const found = await Promise.all(ids.map((each) => forms.find(sender, each, "/x")));
    expect(found.map((each) => each !== undefined)).toEqual(ids.map((_, place) => place > 0));
  });
});

describe("a form whose session has ended", () => {
  type End = (browser: PlainBrowser) => Promise<unknown>;
  const hashOf = (browser: PlainBrowser) =>
    tokenHash(/messenger-portal=([\w-]+)/u.exec(browser.cookies)?.[1] ?? "");
  const closed: End = (browser) => portal.store.portal.closeSession(hashOf(browser));
  const ends = {
    "was closed elsewhere": closed,
    "was ended by a log-out in another tab": (browser) => browser.post("/log-out"),
    "was ended by a new password": async (browser) => {
      await portal.store.portal.setPassword(hashOf(browser), await hashPassword(password, cheap));
    },
  } as const satisfies Record<string, End>;
  const forms = [
    {
      path: "/send/check",
      fields: { ...draft },
      shows: /Typed words[^]*12025550199|12025550199[^]*Typed words/u,
    },
    { path: "/keys/add", fields: { name: "till 9", user: "api" }, shows: /value="till 9"/u },
    {
      path: "/callbacks/change",
      fields: { callbackUrl: "https://typed.example/x" },
      shows: /typed\.example/u,
    },
    { path: "/opt-outs/add", fields: { numbers: "12025550177" }, shows: /value="12025550177"/u },
    { path: "/keys/revoke", fields: { name: "k", user: "api", confirm: "on" }, shows: /Revoke the key\?/u },
    { path: "/preferences", fields: { zone: "Europe/Oslo" }, shows: /Europe\/Oslo" selected/u },
  ] as const;

  test.each(Object.entries(ends).flatMap(([name, end]) => forms.map((form) => ({ name, end, ...form }))))(
    "$path: the session $name; it is shown to its sender, to be sent again",
    async ({ end, path, fields, shows }) => {
      const browser = await portal.logIn("developer");
      const { token } = browser;
      await end(browser);
      const before = await portal.store.audit.entries(1);
      const answer = await sent(browser, ["portal", path], { ...fields, token });
      expect([answer.status, answer.headers.get("location")]).toEqual([
        303,
        expect.stringMatching(/^\/log-in\?next=/u),
      ]);
      expect(await portal.store.audit.entries(1)).toEqual(before);
      const logInAs = async (name: string): Promise<Received> => {
        const page = await browser.request(answer.headers.get("location") ?? "");
        const next = /name="next" value="([^"]*)"/u.exec(page.text)?.[1]?.replace("&#x3D;", "=") ?? "";
        return browser.submit("/log-in", { customer: "42", name, password, next });
      };
      const page = await logInAs("developer");
      expect(page.text).toMatch(shows);
      expect(page.text).toContain("Your session had ended");
      expect(await portal.store.audit.entries(1)).not.toEqual(before);
      expect((await portal.store.audit.entries(1))[0]?.action).toBe("portal log-in");
    },
  );

  test("is not shown to another user who logs in", async () => {
    const browser = await portal.logIn("developer");
    await closed(browser);
    const answer = await sent(browser, ["portal", "/send/check"], draft);
    const page = await browser.request(answer.headers.get("location") ?? "");
    const next = /name="next" value="([^"]*)"/u.exec(page.text)?.[1]?.replace("&#x3D;", "=") ?? "";
    const shown = await browser.submit("/log-in", { customer: "42", name: "owner", password, next });
    expect([shown.status, shown.text.includes("Typed words")]).toEqual([200, false]);
  });

  test("of the user who has logged in again in another tab is shown at once; that of another user is refused", async () => {
    const browser = await portal.logIn("developer");
    const { token } = browser;
    const logIn = async (name: string): Promise<void> => {
      await browser.get("/log-in");
      await browser.post("/log-in", { customer: "42", name, password });
    };
    await logIn("developer");
    const again = await browser.post("/send/check", { ...draft, token });
    expect([again.isKept, again.text.includes("Typed words")]).toEqual([true, true]);
    await logIn("owner");
    const foreign = await browser.post("/send/check", { ...draft, token });
    expect([foreign.status, foreign.text.includes("Typed words")]).toEqual([403, false]);
  });

  test.each([
    { name: "no token", token: "" },
    { name: "an invented seal", token: `${"x".repeat(43)}.${"y".repeat(22)}.${"z".repeat(22)}` },
    { name: "a token without a seal", token: "x".repeat(43) },
  ])("with $name is kept by nobody", async ({ token }) => {
    const browser = await portal.logIn("developer");
    await closed(browser);
    const answer = await sent(browser, ["portal", "/send/check"], { ...draft, token });
    expect([answer.status, answer.headers.get("location")]).toEqual([403, null]);
  });
});

test("a confirmation that was sent is not carried out again from its page", async () => {
  const browser = await portal.logIn("owner");
  const fields = { number: "12025550166" };
  await browser.submit("/opt-outs/add", { numbers: fields.number });
  const asked = await sent(browser, ["portal", "/opt-outs/remove"], fields);
  const formOn = ({ text }: Received) =>
    /name="form" value="([\w-]{43})"/u.exec(text.slice(text.indexOf('aria-label="Confirmation"')))?.[1] ?? "";
  const page = () => browser.request(asked.headers.get("location") ?? "");
  const form = formOn(await page());
  expect(formOn(await page())).toBe(form);
  const confirm = () => browser.submit("/opt-outs/remove", { ...fields, confirm: "on", form });
  expect((await confirm()).text).toContain("The number was removed.");
  expect((await confirm()).text).toContain("its change was made once");
});
