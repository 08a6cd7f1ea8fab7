import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { changeCallbacks } from "#server/actions/callback-settings.js";
import { importList } from "#server/actions/list-import.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { defaultSmppSettings } from "#server/domain/smpp/accounts.js";
import { inviteUser } from "#server/actions/portal-users.js";
import { machine } from "#server/actions/rights.js";
import { setSmppPassword } from "#server/actions/smpp-accounts.js";
import { manage } from "#server/faces/smpp/manage.js";
import { phoneText } from "#server/faces/web/number-texts.js";
import { openSmppSession } from "../console/console-server.js";
import { submission } from "../../storage/fixtures.js";
import { eventually } from "../../eventually.js";
import { newBrowser, other, own, type PortalServer, secrets, startPortal } from "./portal-server.js";

let portal: PortalServer;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const chosen = "a battery of horses";
const by = { name: "root", source: "test" };

/** A server of the customer: keeps what it gets. */
async function customerServer() {
  const posts: { readonly body: string; readonly signature: string }[] = [];
  const server = createServer((req, res) => {
    const pieces: Buffer[] = [];
    req.on("data", (piece: Buffer) => pieces.push(piece));
    req.on("end", () => {
      posts.push({
        body: Buffer.concat(pieces).toString(),
        signature: String(req.headers["webhook-signature"]),
      });
      res.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  return { posts, url: `http://127.0.0.1:${port}/sms`, close: () => server.close() };
}

describe("a new customer", () => {
  test("from the invitation to a message sent, found and explained, with key and callback, without an operator", async () => {
    const { store } = portal;
    const input = { customer: String(own), name: "maria", role: "owner" };
    const use = { by, now: Date.now(), caller: machine };
    const { path } = (await inviteUser.run(store, input, use)).row;
    const maria = newBrowser(portal.origin);
    expect((await maria.get(path)).text).toContain("You are invited to customer 42 as maria");
    const short = await maria.post(path, { password: "short" });
    expect([short.isKept, short.text.includes("Use at least 12 characters")]).toEqual([true, true]);
    expect((await maria.post(path, { password: chosen })).text).toContain("Your password is set");
    expect((await maria.get(path)).status).toBe(404);
    await maria.get("/log-in");
    await maria.post("/log-in", { customer: "42", name: "maria", password: chosen });

    const draft = {
      originator: "Shop",
      numbers: "12025550181\n+1 202 555 0182",
      text: "It’s open",
      when: "",
    };
    await maria.get("/send");
    const checked = await maria.post("/send/check", draft);
    expect(checked.text).toMatch(/Parts for each<[^]*>× 1<\/span> <span class="note">Unicode</u);
    expect(checked.text).toContain("Send to 2 for 2 credits");
    const form = /name="form" value="([^"]+)"/gu;
    const ids = [...checked.text.matchAll(form)].map(([, id = ""]) => id);
    const id = ids.at(-1) ?? "";
    const dear = await maria.post("/send", { ...draft, checked: "1 2", form: "x".repeat(43) });
    expect([dear.isKept, dear.text.includes("the cost or the list has changed meanwhile")]).toEqual([
      true,
      true,
    ]);
    const sent = await maria.post("/send", { ...draft, checked: "2000 2", form: id });
    expect(sent.status).toBe(303);
    const twice = await maria.post("/send", { ...draft, checked: "2000 2", form: id });
    expect(twice.headers.get("location")).toContain("repeated=on");
    const place = sent.headers.get("location") ?? "";
    const transaction = await maria.request(place);
    expect(transaction.text).toContain("2 messages");
    expect((await store.accounts.balances(own)).find(({ kind }) => kind === "SMS")?.amount).toBe(7_000);

    const found = await maria.submit("/messages/find", { number: "12025550142" });
    const message = /href="(\/messages\/\d+)"/u.exec(found.text)?.[1] ?? "";
    const explained = await maria.request(message);
    expect(explained.text).toContain("The network does not accept the number of the recipient.");
    expect(explained.text).toContain("Check the number, then send a new message.");
    expect(explained.text).toContain("Accepted from you");

    await maria.get("/keys");
    const key = await maria.post("/keys/add", {
      user: "maria",
      name: "shop",
      "scopes.send": "on",
      "scopes.read": "on",
    });
    const secret = /mk_[0-9a-f]{16}_[\w-]{43}/u.exec(key.text)?.[0] ?? "";
    const call = await fetch(`${portal.server.url}/HTTP_Authenticate`, {
      method: "POST",
      body: new URLSearchParams({ customerID: "42", userName: "maria", userPassword: secret }),
    });
    expect(await call.text()).toContain("<Result>OK</Result>");

    const own42 = await customerServer();
    const { url: callbackUrl } = own42;
    const refused = await maria.post("/callbacks/change", { callbackUrl });
    expect(refused.isKept).toBe(true);
    // Only an operator allows an address of a private network.
    await changeCallbacks.run(store, { customer: "42", callbackUrl, callbackAllowPrivate: "on" }, use);
    await maria.get("/callbacks");
    const tested = await maria.post("/callbacks/test", { form: "y".repeat(43) });
    expect(tested.text).toContain("Your server accepted the test.");
    expect(own42.posts[0]?.signature).toMatch(/^v1,/u);
    expect(JSON.parse(own42.posts[0]?.body ?? "")).toMatchObject({ type: "test", data: { customerId: 42 } });
    own42.close();
    const failed = await maria.post("/callbacks/test", { form: "z".repeat(43) });
    expect(failed.text).toContain("Your server did not accept the test");

    const history = await maria.get("/history");
    for (const what of [
      "Sent a message",
      "Added an API key",
      "Tested the callbacks",
      "Accepted an invitation",
    ])
      expect(history.text).toContain(what);
    expect(history.text).not.toContain("root");
  });

  test("sees why calls of its programs were refused, if it develops", async () => {
    const day = Math.floor(Date.now() / 86_400_000);
    const of = (customerId: number, code: string) => ({ customerId, day, code, calls: 7 });
    await portal.store.traffic.addRefused([of(own, "605.7"), of(other, "601.1")], 0);
    const [developer, reader] = [await portal.logIn("developer"), await portal.logIn("reader")];
    const { text } = await developer.get("/");
    expect(text).toMatch(/Refused calls[^]*7 in 7 days[^]*A required parameter is missing\./u);
    expect(text).not.toContain("longer than 11 characters");
    expect((await developer.get("/?csv=refused-calls")).text).toContain(
      "A required parameter is missing.,7,7,",
    );
    expect((await reader.get("/")).text).not.toContain("Refused calls");
  });

  test("a message for later can be cancelled, with its refund", async () => {
    const owner = await portal.logIn("owner");
    await owner.get("/send");
    const later = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16).replace("T", " ");
    const draft = { originator: "Shop", numbers: "12025550183", text: "Hello", when: later };
    const wrong = await owner.post("/send/check", { ...draft, when: "tomorrow" });
    expect([wrong.isKept, wrong.text.includes("Use 2030-01-15 08:30.")]).toEqual([true, true]);
    expect(wrong.text).toContain('value="tomorrow"');
    const sent = await owner.submit("/send", { ...draft, checked: "1000 1", form: "a".repeat(43) });
    const message = /href="(\/messages\/\d+)"/u.exec(sent.text)?.[1] ?? "";
    const asked = await owner.post(`${message}/cancel`);
    expect(asked.text).toContain("No, go back");
    const done = await owner.submit(`${message}/cancel`, { confirm: "on" });
    expect(done.text).toContain("The message was cancelled.");
    expect((await owner.request(message)).text).toContain("Refunded");
  });

  test("an owner invites, changes and blocks users, but not itself", async () => {
    const owner = await portal.logIn("owner");
    await owner.get("/users");
    const invited = await owner.post("/users/invite", { name: "kim", role: "reader" });
    const path = /\/invitation\/[\w-]{43}/u.exec(invited.text)?.[0] ?? "";
    expect((await owner.get("/users")).text).toMatch(/>kim<[^]*?>Invited<[^]*?>none<[^]*?>as reader</u);
    const kim = newBrowser(portal.origin);
    await kim.get(path);
    await kim.post(path, { password: chosen });
    const changed = await owner.submit("/users/role", { name: "kim", role: "finance" });
    expect(changed.text).toContain("The role was changed.");
    await owner.submit("/users/block", { name: "kim", confirm: "on" });
    await kim.get("/log-in");
    expect((await kim.post("/log-in", { customer: "42", name: "kim", password: chosen })).isKept).toBe(true);
    for (const [place, fields] of [
      ["/users/invite", { name: "Owner", role: "reader" }],
      ["/users/invite", { name: "owner", role: "owner" }],
      ["/users/role", { name: "OWNER", role: "reader" }],
      ["/users/block", { name: "owner", confirm: "on" }],
      // What the form does not show is for the command alone.
      ["/users/password", { name: "kim", password: "short", allowWeak: "on" }],
      ["/users/password", { name: "kim", password: "", none: "on" }],
    ] as const)
      expect((await owner.post(place, fields)).isKept).toBe(true);
    const unknown = await owner.post("/users/role", { name: "nobody", role: "reader" });
    expect(unknown.text).toContain("your account has no user nobody");
  });

  test("an invitation is for its customer, and a later one replaces it", async () => {
    const use = { by, now: Date.now(), caller: machine };
    const input = { customer: String(other), name: "sam", role: "reader" };
    const { row: first } = await inviteUser.run(portal.store, input, use);
    const { row: second } = await inviteUser.run(portal.store, input, use);
    const sam = newBrowser(portal.origin);
    expect((await sam.get(first.path)).status).toBe(404);
    expect((await sam.get(second.path)).text).toContain("customer 43 as sam");
    const weekAgo = { ...use, now: Date.now() - 8 * 86_400_000 };
    const { row: old } = await inviteUser.run(portal.store, input, weekAgo);
    expect((await sam.get(old.path)).status).toBe(404);
    for (const path of ["/invitation/x", "/invitation/", `/invitation/${"x".repeat(43)}`, "/invitation/a/b"])
      expect([303, 404]).toContain((await sam.get(path)).status);
  });
});

test("a message goes to a list, if the list is still the one that was checked", async () => {
  const { store } = portal;
  const add = (customer: number, name: string, file: string, replace = "off") =>
    importList.run(
      store,
      { customer: String(customer), name, file, replace },
      { by, now: Date.now(), caller: machine },
    );
  await add(own, "Buyers", "phone\n12025550151\n12025550152\n");
  await add(other, secrets.customer, "phone\n12025550143\n");
  const owner = await portal.logIn("owner");
  const { text: page } = await owner.get("/send");
  expect(page).toContain("Buyers, 2 recipients");
  expect(page).not.toContain(secrets.customer);
  const list = /value="([0-9a-f-]{36})"[^>]*>Buyers/u.exec(page)?.[1] ?? "";
  const draft = { originator: "Shop", list, numbers: "", text: "Hello", when: "" };
  const both = await owner.post("/send/check", { ...draft, numbers: "12025550153" });
  expect([both.isKept, both.text.includes("Give numbers, a file or a list, only one of them.")]).toEqual([
    true,
    true,
  ]);
  const foreign = (await store.lists.all(other))[0]?.id ?? "";
  expect((await owner.post("/send/check", { ...draft, list: foreign })).isKept).toBe(true);
  const checked = await owner.post("/send/check", draft);
  expect(checked.text).toContain("Send to 2 for 2 credits");
  await add(own, "Buyers", "phone\n12025550151\n12025550154\n", "on");
  const changed = await owner.post("/send", { ...draft, checked: "2000 2 1", form: "b".repeat(43) });
  expect([changed.isKept, changed.text.includes("the list has changed meanwhile")]).toEqual([true, true]);
  const sent = await owner.submit("/send", { ...draft, checked: "2000 2 2", form: "c".repeat(43) });
  expect(sent.text).toContain("2 messages");
  expect(sent.text).toContain("+1 202 555 0154");
});

test("unusual traffic, and that the account is held because of it, stand on the overview", async () => {
  const { store } = portal;
  await store.accounts.changeCustomer(other, { holdUnusual: true });
  const found = { kind: "failures", prefix: "", messages: 150, ended: 250, usual: 125 } as const;
  await store.unusual.add([{ ...found, customerId: other }], Date.now());
  const { text } = await (await portal.logIn("reader", other)).get("/");
  expect(text).toMatch(/New messages are refused\.[^]*150 of 250 messages failed; usual share: 12\.5 %/u);
  expect((await (await portal.logIn("reader")).get("/")).text).not.toMatch(/Unusual traffic|are refused\./u);
  const send = (await (await portal.logIn("owner", other)).get("/send")).text;
  expect(send).toMatch(/New messages are refused, because your traffic was unusual\.[^]*is held since/u);
  expect(send).not.toContain("/send/check");
  await store.accounts.releaseCustomer(other);
  expect((await (await portal.logIn("reader", other)).get("/")).text).not.toContain(
    "New messages are refused.",
  );
});

test("opt-outs are added and removed, and keep messages from being sent", async () => {
  const owner = await portal.logIn("owner");
  await owner.get("/opt-outs");
  const wrong = await owner.post("/opt-outs/add", { numbers: "x" });
  expect([wrong.isKept, wrong.text.includes("field-error")]).toEqual([true, true]);
  const added = await owner.submit("/opt-outs/add", { numbers: "+12025550188" });
  expect(added.text).toContain("+1 202 555 0188");
  const draft = { originator: "Shop", numbers: "12025550188", text: "Hello", when: "" };
  const checked = await owner.post("/send/check", draft);
  expect([checked.isKept, checked.text.includes("No number can get the message")]).toEqual([true, true]);
  await owner.submit("/opt-outs/remove", { number: "12025550188", confirm: "on" });
  expect((await owner.post("/send/check", draft)).status).toBe(200);
});

test("a long list of opt-outs is shown page by page; the address of a page names no number", async () => {
  const numbers = Array.from({ length: 450 }, (_, index) => String(12_025_560_000 + index));
  await portal.store.coverage.addToBlacklist(own, numbers, Date.now());
  const owner = await portal.logIn("owner");
  const shown: string[] = [];
  for (let place: string | undefined = "/opt-outs"; place !== undefined;) {
    const { text } = await owner.get(place);
    shown.push(
      ...(text.match(/120255600\d\d|120255601\d\d|120255602\d\d|120255603\d\d|120255604\d\d/gu) ?? []),
    );
    place = /href="(?<next>[^"]+)">Next page/u.exec(text)?.groups?.["next"]?.replace("&#x3D;", "=");
    expect(place ?? "").not.toMatch(/\d{9}/u);
  }
  expect([...new Set(shown)]).toEqual(numbers);
  const csv = (await owner.get("/opt-outs?csv=opt-outs&from=12025560.200")).text;
  expect(numbers.filter((number) => !csv.includes(number))).toEqual([]);
  await portal.store.coverage.removeFromBlacklist(own, numbers);
});

test("stop words: a reply opts its number out and is confirmed, until START", async () => {
  const { store } = portal;
  const [phone, to] = ["12025550189", "12025550198"];
  await store.incoming.addNumber({ number: to, customerId: own }, Date.now());
  const owner = await portal.logIn("owner");
  await owner.get("/opt-outs");
  const wrong = await owner.post("/opt-outs/words", { number: "12025550143", languages: "en" });
  expect([wrong.isKept, wrong.text.includes("there is no number 12025550143")]).toEqual([true, true]);
  const set = { number: to, languages: "en, fr", stopWords: "fini", startWords: "", startText: "" };
  const done = await owner.submit("/opt-outs/words", { ...set, stopText: "No more messages" });
  expect(done.text).toContain("STOP, fini");
  const reply = (text: string) =>
    store.incoming.receive([{ from: `+${phone}`, to, text, linkId: 1, at: Date.now() }]);
  await reply("Fini!");
  expect((await owner.get("/opt-outs")).text).toContain(`replied to ${to}`);
  const draft = { originator: "Shop", numbers: phone, text: "Hello", when: "" };
  await eventually(async () => (await owner.post("/send/check", draft)).isKept === true);
  await eventually(async () => {
    const { text } = await owner.submit("/messages/find", { number: phone });
    return text.includes(`>${phoneText(phone)}<`) && text.includes(`>${to}<`);
  });
  await reply("START");
  await eventually(async () => (await owner.post("/send/check", draft)).status === 200);
  const history = await owner.get("/history");
  expect(history.text).toContain("Set the stop words");
});

test("the inbox shows texts on request, each recorded; a message is no longer new once a role that may send has read it", async () => {
  const id = await portal.store.inbox.add({
    customerId: own,
    from: "12025550177",
    to: "12025550199",
    text: "Call me",
    at: 0,
  });
  const before = (await portal.store.inbox.counts(own)).unread;
  const reader = await portal.logIn("reader");
  const list = await reader.get("/inbox");
  expect([list.text.includes("+1 202 555 0177"), list.text.includes("Call me")]).toEqual([true, false]);
  const developer = await portal.logIn("developer");
  for (const [user, browser, unread, after] of [
    ["reader", reader, before, undefined],
    ["developer", developer, before - 1, { unread: false }],
  ] as const) {
    await browser.get("/inbox");
    expect((await browser.post(`/inbox/${String(id)}/read`)).text).toContain("Call me");
    expect((await portal.store.inbox.counts(own)).unread).toBe(unread);
    const [entry] = await portal.store.audit.entries(1);
    expect(entry).toMatchObject({ action: "inbox read", subject: { customer: own, message: id } });
    expect([entry?.actor.name, entry?.after]).toEqual([`${own}/${user}`, after]);
  }
});

test("SMPP accounts and binds of the own customer alone, without what operators see", async () => {
  const { store } = portal;
  for (const [customerId, systemId] of [
    [own, "shop42"],
    [other, "shop43"],
  ] as const) {
    const account = { systemId, customerId, userName: "api", passwordHash: "hash" };
    await store.smpp.add({ ...defaultSmppSettings, ...account });
    await openSmppSession(store, systemId);
  }
  const refused = [{ phone: "12", state: RecipientState.InvalidNumber }];
  await store.outbox.submit(submission("some refused", { at: Date.now(), dueAt: Date.now(), refused }));
  const developer = await portal.logIn("developer");
  const { text } = await developer.get("/binds");
  for (const want of ["shop42", "192.0.2.7", "1,204", "1,199", "transceiver"]) expect(text).toContain(want);
  expect(text).not.toMatch(/shop43|process/u);
  const overview = await developer.get("/");
  expect(overview.text).toMatch(/>1 SMPP bind<[^]*?>7 messages refused</u);
  expect(overview.text).toMatch(/>1 number refused today<[^]*not valid/u);
});

test("the history shows a cancel over SMPP as one of the customer, and what the operator changes", async () => {
  const { store } = portal;
  const [messageId, now] = ["0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b", Date.now()];
  const sent = { customerId: own, userName: "api", at: now, dueAt: now + 86_400_000 };
  await store.outbox.submit(submission(messageId, { ...sent, recipients: ["12025550179"] }));
  const account = await store.smpp.account("shop42");
  if (account === undefined) throw new Error("no account shop42");
  const client = { id: "a", kind: "transceiver", account, validity: 60, hasParameters: true } as const;
  const source = { ton: 5, npi: 0, address: "Shop" };
  const pdu = { command: "cancel_sm", serviceType: "", messageId, source, destination: source } as const;
  expect(await manage({ store, now: () => now }, client, pdu)).toMatchObject({ status: 0 });
  await setSmppPassword.run(store, { systemId: "shop42" }, { by, now, caller: machine });
  const { text } = await (await portal.logIn("owner")).get("/history");
  const rows = text.split("<tr").map((row) => row.replaceAll(/<[^>]*>|\s+/gu, " ").replaceAll(/ +/gu, " "));
  expect(rows).toContainEqual(expect.stringMatching(/shop42 Cancelled messages .*SMPP/u));
  expect(rows).toContainEqual(
    expect.stringMatching(/Operator Changed the password of an SMPP account .*shop42/u),
  );
});

test("tables as CSV, and a statement of the month", async () => {
  const finance = await portal.logIn("finance");
  const ledger = await finance.get("/billing?csv=ledger");
  expect(ledger.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(ledger.text).toContain("Charge");
  const month = new Date().toISOString().slice(0, 7);
  expect((await finance.get(`/billing/statement?month=${month}`)).text).toContain("Opening");
  const reader = await portal.logIn("reader");
  expect((await reader.get("/messages?csv=messages&since=30d")).text).toContain("12025550142");
});
