import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { recordBackup } from "#server/actions/backups.js";
import { storeKind } from "../../storage/new-database.js";
import { type ConsoleServer, PlainBrowser, startConsole } from "./console-server.js";

let server: ConsoleServer;
let support: PlainBrowser;
let admin: PlainBrowser;

beforeAll(async () => {
  server = await startConsole();
  support = await new PlainBrowser(server.origin).logIn("support");
  admin = await new PlainBrowser(server.origin).logIn("admin");
});
afterAll(() => server.close());

const lastEntry = async () => (await server.store.audit.entries(1))[0];

describe("pages of the system", () => {
  test.each([
    { path: "/uncertain", want: ">+1 202 555 0111<" },
    { path: "/campaigns", want: "0 of 1" },
    { path: "/audit", want: "operator log-in" },
    { path: "/settings", want: "<code>keepMessages</code>" },
    { path: "/database", want: "Version of the schema" },
  ])("$path", async ({ path, want }) => {
    const { status, text } = await admin.get(path);
    expect([status, text.includes(want)]).toEqual([200, true]);
  });

  test("the database page has the recorded backups, latest first", async () => {
    const empty = {
      sqlite: "No backup of this database is known",
      postgres: "Backups of a PostgreSQL database are made with its own tools.",
    }[storeKind];
    expect((await admin.get("/database")).text).toContain(empty);
    if (storeKind === "postgres") return;
    const by = { name: "ann", source: "command line" };
    const [first, second] = [Date.UTC(2030, 0, 15), Date.UTC(2030, 0, 16)];
    for (const now of [first, second])
      await recordBackup(
        server.store,
        { file: `/backup/${now}.db`, bytes: 3_145_728, until: now },
        { by, now },
      );
    const { text } = await admin.get("/database");
    expect(text.indexOf(`/backup/${second}.db`)).toBeGreaterThan(0);
    expect(text.indexOf(`/backup/${first}.db`)).toBeGreaterThan(text.indexOf(`/backup/${second}.db`));
    for (const want of ["ann", "3.1 MB", "integrity, references"]) expect(text).toContain(want);
  });

  test("numbers of uncertain messages are masked for viewers alone, as on every page", async () => {
    const { text } = await (await new PlainBrowser(server.origin).logIn("viewer")).get("/uncertain");
    expect([text.includes("+1 202 555 0•••"), /12025550111|555 0111/u.test(text)]).toEqual([true, false]);
  });

  test("uncertain messages are sent again or given up", async () => {
    const ids = (await server.store.links.uncertain(9)).map(({ id }) => String(id));
    expect(ids).toHaveLength(2);
    for (const [index, verb] of ["resend", "fail"].entries()) {
      const missing = await support.post(`/uncertain/${verb}`, { ids: "999", confirm: "on" });
      expect(missing.text).toContain("none of these messages is uncertain");
      const id = ids[index] ?? "";
      expect((await support.post(`/uncertain/${verb}`, { ids: id })).text).toContain("the message");
      expect((await support.submit(`/uncertain/${verb}`, { ids: id, confirm: "on" })).status).toBe(200);
      expect(await lastEntry()).toMatchObject({
        action: `uncertain ${verb}`,
        subject: { messages: [Number(id)] },
      });
    }
    const { text } = await support.get("/uncertain");
    expect(text).toContain("No message is uncertain");
  });

  test("a campaign is stopped after a confirmation", async () => {
    expect((await admin.post("/campaigns/1/stop")).text).toContain("Stop the campaign?");
    const { text } = await admin.submit("/campaigns/1/stop", { confirm: "on" });
    expect(text).toContain("StoppedByAdmin");
    expect(await lastEntry()).toMatchObject({ action: "campaign stop", subject: { campaign: 1 } });
    expect((await admin.post("/campaigns/9/stop", { confirm: "on" })).text).toContain(
      "there is no campaign 9",
    );
  });

  test("the audit log has pages", async () => {
    const entries = await server.store.audit.entries(1);
    const { text } = await admin.get(`/audit?before=${String(entries[0]?.id)}`);
    expect(text).not.toContain(`<span class="note">${String(entries[0]?.id)}</span>`);
    expect((await admin.get("/audit?before=x")).status).toBe(400);
  });

  test.each([
    ["/links/test", "/audit?link=test"],
    ["/customers/42", "/audit?customer=42"],
    ["/operators/viewer", "/audit?operator=viewer"],
    ["/operators/viewer", "/audit?who=viewer"],
  ])("%s leads administrators to %s", async (path, place) => {
    expect((await admin.get(path)).text).toContain(`href="/console${place.replace("=", "&#x3D;")}"`);
    const { status, text } = await admin.get(place);
    expect([status, text.includes("Filter the entries")]).toEqual([200, true]);
    const seen = await support.get(path);
    expect(seen.text).not.toContain("/console/audit");
  });

  test("the audit log names a customer, with its number", async () => {
    await support.submit("/messages/find", { customer: "42" });
    const { text } = await admin.get("/audit?customer=42");
    expect(text).toMatch(/customer [A-Z][^<,]* \(42\)/u);
    expect(text).not.toMatch(/customer 42\b/u);
  });

  test.each(["/audit", "/settings", "/database"])("%s is for administrators", async (path) => {
    expect((await support.get(path)).status).toBe(403);
    expect((await support.get("")).text).not.toContain(`href="/console${path}"`);
  });
});
