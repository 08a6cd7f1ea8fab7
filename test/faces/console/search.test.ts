import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { phoneText } from "#server/faces/web/number-texts.js";
import { submission } from "../../storage/fixtures.js";
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

describe("the result of a search", () => {
  const foundBy = async (browser: PlainBrowser, fields: Readonly<Record<string, string>>) => {
    const { status, headers } = await browser.post("/messages/find", fields);
    return { status, place: (headers.get("location") ?? "").replace("/console", "") };
  };

  test("has an address without the number, which others open with their own view", async () => {
    const { status, place } = await foundBy(support, { number: deferred.number });
    expect([status, place]).toEqual([303, expect.stringMatching(/^\/messages\/found\/\d+$/u)]);
    const entry = await lastEntry();
    expect(place).toBe(`/messages/found/${String(entry?.id)}`);
    const own = await support.get(place);
    expect(own.text).toContain(`>${phoneText(deferred.number)}<`);
    expect(await lastEntry()).toEqual(entry);
    const others = await admin.get(place);
    expect(others.text).toContain(`>${phoneText(deferred.number)}<`);
    expect(await lastEntry()).toMatchObject({
      ...{ action: "message find", actor: by("admin") },
      subject: { number: deferred.number, search: entry?.id },
    });
    const masked = await viewer.get(place);
    expect([masked.status, masked.text.includes(phoneText(deferred.number))]).toEqual([400, false]);
    const byCustomer = await foundBy(support, { customer: "42" });
    const shown = await viewer.get(byCustomer.place);
    expect(shown.text).toContain("+1 202 555 0•••");
    expect(shown.text).not.toContain(deferred.number);
    expect(shown.text).not.toContain(phoneText(deferred.number));
  });

  test("counts its times from when the search was made", async () => {
    const { store } = server;
    const at = Date.now() - 10 * 86_400_000;
    const actor = by("support");
    const search = (since: string) =>
      store.audit.add({ at, actor, action: "message find", subject: { customer: "42", since } });
    const [before, after] = [await search("1h"), await search("2000-01-01")];
    for (const id of [before, after])
      expect((await support.get(`/messages/found/${id}`)).text).toContain("+1 202 555 0103");
    const now = await store.audit.add({
      at: Date.now(),
      actor,
      action: "message find",
      subject: { state: "x" },
    });
    expect((await support.get(`/messages/found/${now}`)).status).toBe(400);
  });

  test.each(["0", "x", "999999", "1e3", "__proto__"])("there is no search %s", async (id) => {
    expect((await support.get(`/messages/found/${id}`)).status).toBeLessThan(405);
    const change = await server.store.audit.entries(1, undefined, { action: "operator log-in" });
    expect((await support.get(`/messages/found/${String(change[0]?.id)}`)).status).toBe(404);
  });

  test.each([
    [deferred.number, "failed", 0],
    [deferred.number, "waiting", 1],
    [deferred.number, "uncertain", 0],
    ["12025550111", "waiting", 0],
    ["12025550111", "uncertain", 1],
  ])("%s in the state %s", async (number, state, count) => {
    const { place } = await foundBy(support, { number, state });
    const { text } = await support.get(place);
    expect(text.match(/href="\/console\/messages\/\d+"/gu)?.length ?? 0).toBe(count);
    expect(text).toContain(`State: ${state}`);
  });
});

test("a code of the network is shown in words, beside itself", async () => {
  const [lost] = await server.store.desk.candidates({ kind: "transaction", id: "lost" }, undefined, 1);
  const { text } = await viewer.get(`/messages/${String(lost?.id)}`);
  expect(text).toMatch(/The queue of the network is full[^<]*<code>RMSGQFUL \(0x14\)</u);
});

test("a number that was rejected is a part of its transaction", async () => {
  const { store } = server;
  const refused = [{ phone: "1202", state: RecipientState.InvalidNumber }];
  const at = Date.now();
  const dueAt = at + 86_400_000;
  await store.outbox.submit(submission("partly", { at, dueAt, recipients: ["12025550141"], refused }));
  const [message] = await store.desk.candidates({ kind: "transaction", id: "partly" }, undefined, 1);
  const { text } = await support.get(`/messages/${String(message?.id)}`);
  expect(text).toMatch(
    /No final status yet<[^]*>1<[^]*50\.0 %<[^]*Rejected before sending<[^]*>1<[^]*50\.0 %</u,
  );
});

test("a refused message says why, and who can do something about it", async () => {
  const { store } = server;
  const recipients = ["12025550131"];
  const at = Date.now();
  await store.outbox.submit(submission("refused", { at, dueAt: at + 86_400_000, recipients }));
  const [message] = await store.desk.candidates({ kind: "transaction", id: "refused" }, undefined, 1);
  const id = message?.id ?? 0;
  await store.outbox.advance([
    { recipientId: id, state: RecipientState.Failed, at, error: "RINVDSTADR (0x0b)" },
  ]);
  const { text } = await support.get(`/messages/${id}`);
  expect(text).toContain("<strong>The network does not accept the number of the recipient.</strong>");
  expect(text).toContain("Refused with RINVDSTADR (0x0b). Who can act: customer. Check the number");
  const found = await support.submit("/messages/find", { number: "12025550131", state: "failed" });
  expect(found.text).toContain("The network does not accept the number of the recipient.");
});

describe("the search field", () => {
  const placeOf = async (text: string): Promise<string> => {
    const { headers } = await support.post("/search", { text });
    return (headers.get("location") ?? "").replace(/^\/console/u, "");
  };

  test("leads to what the text means", async () => {
    expect(await placeOf("42")).toBe("/customers/42");
    expect(await placeOf("Example")).toBe("/customers?text=Example");
    for (const text of ["+1 (202) 555-0103", "0012025550103", "12025550103"]) {
      const place = await placeOf(text);
      expect(place).toMatch(/^\/messages\/\d+$/u);
      expect((await support.get(place)).text).toMatch(/\+1 202 555 0103[^]*Time line/u);
    }
    expect((await support.get(await placeOf("12025550199"))).text).toContain("No message was found");
  });

  test("keeps a key out of the address, and says what is wrong", async () => {
    const secret = `mk_${"0".repeat(16)}_${"x".repeat(43)}`;
    const { isKept, text } = await support.post("/search", { text: secret });
    expect(isKept).toBe(true);
    expect(text).toContain("There is no such API key.");
    expect((await viewer.post("/search", { text: deferred.number })).text).toContain("does not see whole");
  });
});
