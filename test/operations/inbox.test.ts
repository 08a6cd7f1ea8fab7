import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { element, textOf, type XmlContent } from "#runtime/xml/content.js";
import { incorrectParameter, missingParameter, resultTexts } from "#server/faces/contract/result-texts.js";
import { utf16Hex } from "#server/domain/status.js";
import { documentedRows } from "../domain/documented-table.js";
import { type Desk, noon, openDesk, password } from "./desk.js";

let desk: Desk;

beforeEach(async () => {
  desk = await openDesk();
  const message = { customerId: 42, from: "12025550101", to: "Shop", at: noon };
  await desk.store.inbox.add({ ...message, text: "Hi" });
  await desk.store.inbox.add({ ...message, from: "Müller <&>", text: "مرحبا" });
});

afterEach(async () => {
  await desk.close();
});

const ask = (operation?: string, messageId?: string, user = desk.user): Promise<XmlContent> =>
  desk.client.inboxProcessing({ user, operation, messageId });

const field = (name: string, text: string) => element(name, text === "" ? [] : [text]);
const timestamp = new Date(noon).toLocaleString("sv-SE").replace(/[^0-9]/g, "");

const first = { id: 1, from: "12025550101", text: "Hi", size: 2 };
const second = { id: 2, from: "Müller <&>", text: "مرحبا", size: 10 };

function shown(message: typeof first, unread: boolean, whole: boolean) {
  const fields = [
    field("from", message.from),
    field("to", "Shop"),
    field("timestamp", timestamp),
    field("size", String(message.size)),
    field("msgtype", "SMS"),
    field("textU", whole ? utf16Hex(message.text) : ""),
    field("subject", ""),
  ];
  return element("message", fields, { attributes: { id: String(message.id), new: unread ? "1" : "0" } });
}

test("an MMS shows its kind and its subject", async () => {
  const other = await openDesk();
  await other.store.accounts.changeCustomer(42, { inboxActive: true });
  const mms = { customerId: 42, from: "12025550101", to: "4242", text: "Look", subject: "Holiday", at: noon };
  await other.store.inbox.add(mms);
  const request = { user: other.user, operation: "fetch-all", messageId: "" };
  const text = JSON.stringify(await other.client.inboxProcessing(request));
  await other.close();
  expect(text).toContain('"name":"msgtype","attributes":[],"children":["MMS"]');
  expect(text).toContain('"name":"subject","attributes":[],"children":["Holiday"]');
});

const list = (...messages: ReturnType<typeof shown>[]) => [
  element("inboxlist", [field("result", "OK"), field("credits", "10"), ...messages]),
];
const info = (unread: number, total: number) => [
  element("inboxinfo", [
    field("result", "OK"),
    field("credits", "10"),
    field("new", String(unread)),
    field("total", String(total)),
  ]),
];
const deleted = (count: number) => [
  element("inboxdel", [field("result", "OK"), field("credits", "10"), field("deleted", String(count))]),
];

describe("the nine operations", () => {
  const steps: readonly (readonly [operation: string, messageId: string | undefined, want: XmlContent])[] = [
    ["stats", undefined, info(2, 2)],
    ["list-all", undefined, list(shown(first, true, false), shown(second, true, false))],
    ["FETCH-ID", " 2,99 ", list(shown(second, true, true))],
    ["List-New", undefined, list(shown(first, true, false))],
    ["stats", "1", info(1, 2)],
    ["fetch-all", undefined, list(shown(first, true, true), shown(second, false, true))],
    ["fetch-all", undefined, list(shown(first, false, true), shown(second, false, true))],
    ["fetch-new", undefined, list()],
    ["kill-id", "1,99", deleted(1)],
    ["kill-old", undefined, deleted(1)],
    ["kill-all", undefined, deleted(0)],
    ["stats", undefined, info(0, 0)],
  ];

  test("one after the other", async () => {
    for (const [operation, messageId, want] of steps) {
      expect([operation, await ask(operation, messageId)]).toEqual([operation, want]);
    }
  });

  test("kill-old keeps unread messages, kill-all does not", async () => {
    expect(await ask("kill-old")).toEqual(deleted(0));
    expect(await ask("kill-all")).toEqual(deleted(2));
  });

  test("the credits of a postpaid customer are a word", async () => {
    expect(textOf(await ask("stats", undefined, desk.postpaid))).toBe("OKPOSTPAID00");
  });
});

const flat = { customerID: 42, userName: "api", userPassword: password };

test.each(["soap11", "soap12", "httpGet", "httpPost"] as const)("HTTP_ forms through %s", async (binding) => {
  const input = { ...flat, operation: "list-new", messageId: "" };
  expect(await desk.client.httpInboxProcessing(input, { binding })).toEqual(
    list(shown(first, true, false), shown(second, true, false)),
  );
  const json: unknown = JSON.parse(await desk.client.httpJsonInboxProcessing(input, { binding }));
  const common = { new: true, to: "Shop", timestamp, msgtype: "SMS", textU: "", subject: "" };
  expect(json).toEqual({
    inboxlist: {
      result: "OK",
      credits: "10",
      message: [
        { ...common, id: 1, from: first.from, size: 2 },
        { ...common, id: 2, from: second.from, size: 10 },
      ],
    },
  });
});

test.each([
  { operation: "stats", want: { inboxinfo: { result: "OK", credits: "10", new: 2, total: 2 } } },
  { operation: "kill-all", want: { inboxdel: { result: "OK", credits: "10", deleted: 2 } } },
  { operation: "fetch-id", want: { inboxlist: { result: missingParameter("messageId") } } },
  { operation: "x", want: { inbox: { result: resultTexts.unknownInboxOperation } } },
])("JSON of $operation", async ({ operation, want }) => {
  expect(JSON.parse(await desk.client.httpJsonInboxProcessing({ ...flat, operation }))).toEqual(want);
});

const refused = (root: string, text: string) => [element(root, [field("result", text)])];

describe("resultTexts contain only the text", () => {
  test.each([
    { operation: undefined, messageId: undefined, want: refused("inbox", resultTexts.unknownInboxOperation) },
    { operation: "list", messageId: undefined, want: refused("inbox", resultTexts.unknownInboxOperation) },
    { operation: "fetch-id", messageId: " ", want: refused("inboxlist", missingParameter("messageId")) },
    { operation: "kill-id", messageId: undefined, want: refused("inboxdel", missingParameter("messageId")) },
    { operation: "kill-id", messageId: "1;2", want: refused("inboxdel", incorrectParameter("messageId")) },
  ])("$operation $messageId", async ({ operation, messageId, want }) => {
    expect(await ask(operation, messageId)).toEqual(want);
  });

  test.each([
    { operation: "stats", root: "inboxinfo" },
    { operation: "list-all", root: "inboxlist" },
    { operation: "kill-all", root: "inboxdel" },
    { operation: "x", root: "inbox" },
  ])("$operation with a wrong password", async ({ operation, root }) => {
    const user = { ...desk.user, Password: "wrong" };
    expect(await ask(operation, undefined, user)).toEqual(refused(root, resultTexts.unknownUser));
    const inbox = await desk.client.inboxProcessing({ operation });
    expect(inbox).toEqual(refused(root, resultTexts.unknownUser));
  });

  test.each([
    { operation: "stats", root: "inboxinfo" },
    { operation: "x", root: "inbox" },
  ])("$operation while the inbox is off", async ({ operation, root }) => {
    await desk.store.accounts.changeCustomer(42, { inboxActive: false });
    expect(await ask(operation)).toEqual(refused(root, resultTexts.inboxInactive));
    expect(await desk.store.inbox.counts(42)).toEqual({ unread: 2, total: 2 });
  });
});

test("an inbox that is off for one user is open to the others", async () => {
  const { accounts } = desk.store;
  const { passwordHash = "" } = (await accounts.login(42, "api")) ?? {};
  await accounts.addUser({ customerId: 42, name: "desk", passwordHash }, noon);
  await accounts.changeUser(42, "desk", { inboxActive: false });
  const answer = await ask("stats", undefined, { ...desk.user, Name: "desk" });
  expect(answer).toEqual(refused("inboxinfo", resultTexts.inboxInactive));
  expect(await ask("stats")).toEqual(info(2, 2));
});

test("messages of another customer are neither shown nor deleted", async () => {
  const other = async (operation: string, messageId?: string) =>
    ask(operation, messageId, { ...desk.user, CustomerID: 44 });
  expect(textOf(await other("stats"))).toBe("OK000");
  expect(textOf(await other("fetch-id", "1,2"))).toBe("OK0");
  expect(textOf(await other("kill-id", "1,2"))).toBe("OK00");
  expect(await ask("stats")).toEqual(info(2, 2));
});

test("timestamps are in the time zone of the server", () => {
  const module = "#server/faces/contract/inbox-content.js";
  const script = `import { localTimestamp } from "${module}"; process.stdout.write(localTimestamp(${noon}));`;
  const run = (zone: string) =>
    execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      env: { ...process.env, TZ: zone },
      encoding: "utf8",
    });
  expect(run("UTC")).toBe("20300115120000");
  expect(run("Africa/Nairobi")).toBe("20300115150000");
});

test("docs/reference/inbox.md holds the fields, in their order", async () => {
  const fields = (value: unknown, place: string): string[] =>
    Object.entries(Object(value) as Record<string, unknown>).flatMap(([name, inner]) => [
      `${["result", "credits"].includes(name) ? "every result" : place} ${name}`,
      ...(Array.isArray(inner) ? fields(inner[0], name) : []),
    ]);
  const shownFields: string[] = [];
  for (const operation of ["stats", "list-all", "kill-all"]) {
    const answer: unknown = JSON.parse(await desk.client.httpJsonInboxProcessing({ ...flat, operation }));
    for (const [root, inner] of Object.entries(Object(answer) as object))
      shownFields.push(...fields(inner, root));
  }
  const documented = documentedRows("docs/reference/inbox.md", "Fields").map(
    ([name = "", place = ""]) => `${place.replaceAll("`", "")} ${name}`,
  );
  expect(documented.toSorted()).toEqual([...new Set(shownFields)].toSorted());
});
