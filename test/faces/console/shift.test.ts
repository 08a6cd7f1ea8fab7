import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type ConsoleServer, PlainBrowser, startConsole } from "./console-server.js";

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

describe("a note", () => {
  test.each([
    { page: "/customers/42", subject: { customer: 42 } },
    { page: "/links/test", subject: { link: "test" } },
  ])("about $page is seen by the next shift", async ({ page, subject }) => {
    const text = `<b>call "Ann" & wait</b> until 18:00`;
    const shown = "&lt;b&gt;call &quot;Ann&quot; &amp; wait&lt;/b&gt; until 18:00";
    await support.submit(`${page}/note`, { text });
    expect(await lastEntry()).toMatchObject({ action: "note set", subject, after: { note: text } });
    for (const path of [page, ""]) {
      const seen = await viewer.get(path);
      expect([path, seen.status, seen.text.includes(shown), seen.text.includes("<b>call")]).toEqual([
        ...[path, 200, true, false],
      ]);
    }
    expect((await viewer.get(page)).text).not.toContain(`${page}/note`);
    await admin.submit(`${page}/note`, { text: "done" });
    expect(await lastEntry()).toMatchObject({ before: { note: text }, after: { note: "done" } });
    await support.submit(`${page}/note/remove`, {});
    expect(await lastEntry()).toMatchObject({ action: "note remove", subject, before: { note: "done" } });
    expect((await viewer.get(page)).text).not.toContain("Note by");
  });

  test.each([
    ["", "1 to 500 characters"],
    ["   ", "1 to 500 characters"],
    ["x".repeat(501), "1 to 500 characters"],
    ["a\u0000b", "1 to 500 characters"],
    ["a\u202eb", "1 to 500 characters"],
    ["a\nb", "1 to 500 characters"],
  ])("is not %j", async (text, want) => {
    const { text: page } = await support.submit("/customers/42/note", { text });
    expect(page.toLowerCase()).toContain(want);
    expect(await server.store.notes.list(9)).toEqual([]);
  });

  test.each([
    ["viewer", "/customers/42/note", 403],
    ["support", "/customers/999/note", 404],
    ["support", "/links/none/note", 404],
  ] as const)("%s %s: %i", async (role, path, status) => {
    const browser = role === "viewer" ? viewer : support;
    const answer = await browser.submit(path, { text: "x" });
    expect(answer.status).toBe(status);
  });

  test("that is not there is not removed", async () => {
    const { text } = await support.submit("/customers/42/note/remove");
    expect(text).toContain("here is no note about customer Customer 42 (42)");
  });

  test("goes with its link, and does not come back", async () => {
    await admin.submit("/links/add", { name: "gone", url: "loopback" });
    await support.submit("/links/gone/note", { text: "until Monday" });
    expect(await server.store.notes.list(9)).toMatchObject([{ kind: "link", name: "gone" }]);
    await admin.submit("/links/gone/remove", { confirm: "on" });
    expect(await server.store.notes.list(9)).toEqual([]);
  });
});

describe("a saved search", () => {
  const conditions = "state=failed\ncustomer=42\nsince=24h";

  test("is opened by a click, with times as of then, renamed and removed", async () => {
    await support.submit("/searches/save", { name: "Failed", page: "messages", conditions });
    const after = { page: "messages", state: "failed", customer: "42", since: "24h" };
    expect(await lastEntry()).toMatchObject({ action: "search save", subject: { search: "Failed" }, after });
    const list = await viewer.get("/messages");
    const href = /href="\/console(\/messages\?[^"]+)"/u.exec(list.text)?.[1]?.replaceAll("&#x3D;", "=") ?? "";
    expect(href.replaceAll("&amp;", "&")).toBe("/messages?state=failed&customer=42&since=24h");
    const opened = await viewer.get(href.replaceAll("&amp;", "&"));
    const found = await viewer.request(opened.headers.get("location") ?? "");
    expect(found.text).toContain("Messages found");
    expect(await lastEntry()).toMatchObject({ action: "message find", subject: { since: "24h" } });
    const [saved] = await server.store.savedSearches.list();
    await support.submit(`/searches/${saved?.id ?? 0}/rename`, { to: "Failed of a day" });
    expect((await viewer.get("/searches")).text).toContain("Failed of a day");
    await support.submit(`/searches/${saved?.id ?? 0}/remove`, {});
    expect(await server.store.savedSearches.list()).toEqual([]);
  });

  test("is offered for a result without a number of a person", async () => {
    const saves = async (fields: Readonly<Record<string, string>>) =>
      (await support.submit("/messages/find", fields)).text.includes("Save this search");
    expect(await saves({ customer: "42", state: "failed" })).toBe(true);
    expect(await saves({ number: "12025550101" })).toBe(false);
    expect(await saves({ transaction: "first" })).toBe(false);
    expect((await viewer.submit("/messages/find", { customer: "42" })).text).not.toContain("Save this");
  });

  test.each([
    [{ name: "", page: "messages", conditions }, "1 to 60 characters"],
    [{ name: "x".repeat(61), page: "messages", conditions }, "1 to 60 characters"],
    [{ name: "A", page: "messages", conditions: "number=12025550101" }, "messages have no condition"],
    [{ name: "A", page: "messages", conditions: "transaction=first" }, "messages have no condition"],
    [{ name: "A", page: "messages", conditions: "prefix=120255501" }, "at most 8 digits"],
    [{ name: "A", page: "messages", conditions: "since=soon" }, "soon"],
    [{ name: "A", page: "messages", conditions: "state=odd" }, "one of delivered"],
    [{ name: "A", page: "customers", conditions: "state=failed" }, "customers have no condition"],
    [{ name: "A", page: "messages", conditions: "" }, "condition"],
    [{ name: "A", page: "prices", conditions }, "messages, customers"],
  ])("%j: %s", async (fields, want) => {
    const { text } = await support.submit("/searches/save", fields);
    expect(text.toLowerCase()).toContain(want.toLowerCase());
    expect(await server.store.savedSearches.list()).toEqual([]);
  });

  test("a name is taken once, whoever saves it, and a viewer saves none", async () => {
    const fields = { name: "Long names", page: "customers", conditions: "text=Customer" };
    expect((await viewer.submit("/searches/save", fields)).status).toBe(403);
    await support.submit("/searches/save", fields);
    expect((await admin.submit("/searches/save", fields)).text).toContain("exists already");
    expect((await viewer.get("/customers")).text).toContain("Long names");
    const [saved] = await server.store.savedSearches.list();
    await admin.submit("/searches/save", { ...fields, name: "Others" });
    const refused = await admin.submit(`/searches/${saved?.id ?? 0}/rename`, { to: "Others" });
    expect(refused.text).toContain("exists already");
  });
});
