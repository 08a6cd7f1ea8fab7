import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ids } from "../samples/service.js";
import { password } from "./desk.js";
import { plainData } from "./mm7-samples.js";
import { basic, type Caller, message, openCaller, type Sent } from "./v1-caller.js";

/** The problem of each refusal, as callers get it: its Result text by its beginning. */

let caller: Caller;
beforeAll(async () => {
  caller = await openCaller();
});
afterAll(() => caller.service.close());

const { originator, smsText, messageType, recipientPhone } = message;
const long = "a".repeat(153 * 255 + 1);
const unknown = "019e1f2a-7000-7000-8000-999999999999";
const zero = "00000000-0000-0000-0000-000000000000";
const incorrect = (name: string): string =>
  `605.6 The action you requested cannot be performed, because the request parameter '${name}' is incorrect.`;
const missing = (name: string): string =>
  `605.7 The action you requested cannot be performed, because one of your the required request parameters ('${name}') was not supplied.`;
const base64 = (data: Uint8Array | string): string => Buffer.from(data).toString("base64");

const ofList = { originator, smsText, messageType, distributionListOffset: 0, distributionListCount: 10 };
const ofSmartList = { originator, smsText, messageType, count: 10 };
const filter = (columnName: string, operands: readonly string[]) => ({
  filters: [{ columnName, operator: "Equal", operands }],
});
const binary = { originator, recipientPhone, binaryBody: "DEAD", dataCoding: "4" };
const pushed = { originator, recipientPhone, messageType, serviceName: "Shop", serviceUrl: "" };
const campaign = { originator, smsText, locationId: 1, targetRecipientsLimit: 1 };
const several = { originator, smsText, locations: [{ location: 1, targetRecipientsLimit: 1 }] };
const dynamic = { originator, smsText, locations: [1], targetRecipientsLimit: 1 };
const fields = (changed: Readonly<Record<string, string>>): object => ({
  mm7Data: base64(plainData({ fields: changed })),
});

/** `about`: names of the members that the problem points to. */
interface Row {
  readonly path: string;
  readonly body?: object;
  readonly sent?: Sent;
  readonly status?: number;
  readonly code?: string;
  readonly result: string;
  readonly about?: readonly string[];
}

/** Changes of a request that is accepted, each with the Result text and the members of its problem. */
const changed = (
  path: string,
  body: object,
  rows: readonly (readonly [change: object, result: string, ...about: string[]])[],
): readonly Row[] =>
  rows.map(([change, result, ...about]) => ({ path, body: { ...body, ...change }, result, about }));

const values: readonly Row[] = [
  ...changed("/messages", message, [
    [{ originator: "Other" }, "600.1", "originator"],
    [{ originator: "TwelveChars!" }, "601.1", "originator"],
    [{ originator: "a^b" }, "601.2", "originator"],
    [{ recipientPhone: "," }, "600.4", "recipientPhone"],
    [{ recipientPhone: "1".repeat(21) }, "606.8", "recipientPhone"],
    [{ recipientPhone: "12" }, "FAILURE: All", "recipientPhone"],
    [{ smsText: "" }, "Message Content Is Empty", "smsText"],
    [{ smsText: long }, incorrect("smsText"), "smsText"],
    [{ defDate: "soon" }, "Def Date", "defDate"],
  ]),
  ...changed("/messages/binary", binary, [
    [{ binaryBody: "" }, "Message Content Is Empty", "binaryBody"],
    [{ binaryBody: "zz" }, incorrect("binaryBody"), "binaryBody"],
    [{ dataCoding: "x" }, incorrect("data_coding"), "dataCoding"],
    [{ esmClass: "x" }, incorrect("esm_class"), "esmClass"],
    [{ pid: "x" }, incorrect("PID"), "pid"],
  ]),
  ...changed("/messages/service", pushed, [
    [{ serviceUrl: undefined }, "Service name and url", "serviceName", "serviceUrl"],
    [{ serviceName: "a".repeat(40_000) }, incorrect("serviceName"), "serviceName"],
    [{ serviceUrl: "a".repeat(40_000) }, incorrect("serviceUrl"), "serviceUrl"],
  ]),
  ...[
    { recipientPhonesFile: base64("\n"), result: "600.4" },
    { recipientPhonesFile: base64("1".repeat(21)), result: "606.8" },
    { recipientPhonesFile: base64("12"), result: "FAILURE: All" },
    {
      recipientPhonesFile: base64(Array.from({ length: 100_001 }, (_, index) => `x${index}`).join("\n")),
      result: incorrect("recipientPhonesFile"),
    },
  ].map(({ recipientPhonesFile, result }) => ({
    path: "/messages/file",
    body: { originator, smsText, messageType, recipientPhonesFile },
    result,
    about: ["recipientPhonesFile"],
  })),
  ...[
    { body: { mm7Data: "" }, result: "601.6" },
    { body: { mm7Data: base64("x") }, result: incorrect("mm7Data") },
    {
      body: fields({
        SenderIdentification: "<SenderIdentification><VASPID>x</VASPID></SenderIdentification>",
      }),
      result: "601.7",
    },
    { body: fields({ ChargedParty: "<ChargedParty>Recipient</ChargedParty>" }), result: "601.8" },
  ].map((row) => ({ ...row, path: "/mms", about: ["mm7Data"] })),
  ...changed("/cost", { smsText, msgType: messageType, recipients: recipientPhone }, [
    [{ smsText: long }, incorrect("SmsText"), "smsText"],
    [{ recipients: "" }, "600.4", "recipients"],
  ]),
  ...changed(`/lists/${ids.plainList}/messages`, ofList, [
    [{ distributionListOffset: -1 }, incorrect("DistributionListOffset"), "distributionListOffset"],
    [{ distributionListCount: -1 }, incorrect("DistributionListCount"), "distributionListCount"],
    [{ smsText: long }, incorrect("SmsText"), "smsText"],
    [{ distributionListOffset: 100 }, "600.4", "distributionListId"],
  ]),
  ...changed(`/smart-lists/${ids.smartList}/messages`, ofSmartList, [
    [{ count: 0 }, "600.4", "smartListId"],
    [{ count: -1 }, incorrect("Count"), "count"],
    [{ filters: [null] }, incorrect("Filters"), "filters"],
    [filter("Colour", ["red"]), incorrect("ColumnName"), "columnName"],
    [filter("City", []), incorrect("Operands"), "operands"],
  ]),
  ...changed("/campaigns", campaign, [
    [{ smsText: long }, incorrect("SmsText"), "smsText"],
    [{ locationId: 99 }, incorrect("LocationID"), "locationId"],
    [{ endDate: "2020-01-01T00:00:00Z" }, incorrect("EndDate"), "endDate"],
    [{ sendingHours: base64(Uint8Array.of(24)) }, incorrect("SendingHours"), "sendingHours"],
    [{ targetRecipientsLimit: 0 }, incorrect("TargetRecipientsLimit"), "targetRecipientsLimit"],
  ]),
  ...changed("/campaigns/multilocational", several, [[{ locations: [] }, missing("Locations"), "locations"]]),
  ...changed("/campaigns/dynamic", dynamic, [[{ locations: [99] }, incorrect("Locations"), "locations"]]),
  { path: "/inbox/x", sent: { method: "DELETE" }, result: incorrect("messageId"), about: ["messageId"] },
];

const resources: readonly Row[] = [
  {
    path: `/lists/${unknown}/messages`,
    body: ofList,
    result: incorrect("DistributionListID"),
    about: ["distributionListId"],
  },
  {
    path: `/lists/${zero}/messages`,
    body: ofList,
    result: missing("DistributionListID"),
    about: ["distributionListId"],
  },
  {
    path: `/smart-lists/${unknown}/messages`,
    body: ofSmartList,
    result: incorrect("SmartListID"),
    about: ["smartListId"],
  },
  { path: "/campaigns/99", result: incorrect("campaignId"), about: ["campaignId"] },
  {
    path: "/campaigns/99/stop",
    sent: { method: "POST" },
    result: incorrect("campaignId"),
    about: ["campaignId"],
  },
  { path: `/messages/${unknown}`, result: "SMS ID for status request is incorrect or not specified" },
].map((row) => ({ ...row, status: 404, code: "UnknownResource" }));

/** A problem, with the names of the members that it points to. */
interface Problem {
  readonly status: number;
  readonly code: string;
  readonly result: string;
  readonly about: readonly string[];
}

interface Body {
  readonly code: string;
  readonly result: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

/** The problem that a call gets; its Result text as far as it is wanted. */
async function problemOf(path: string, sent: Sent, wanted: string): Promise<Problem> {
  const got = await caller.call(path, sent);
  const { code, result, detail, errors = [] } = got.body as Body;
  expect([detail, ...errors.map((error) => error.detail)].every((text) => text === result)).toBe(true);
  return {
    ...{ status: got.status, code, result: result.startsWith(wanted) ? wanted : result },
    about: errors.map(({ pointer }) => pointer.slice(1)),
  };
}

describe("the problem of a refused value", () => {
  test.each([...values, ...resources])(
    "$path: $result of $about",
    async ({ path, body, sent = {}, status = 422, code = "RefusedValue", result, about = [] }) => {
      const problem = await problemOf(path, body === undefined ? sent : { ...sent, body }, result);
      expect(problem).toEqual({ status, code, result, about });
    },
  );

  test("lists the numbers if all are rejected", async () => {
    const got = await caller.call("/messages", { body: { ...message, recipientPhone: "12,x" } });
    expect(got.body).toMatchObject({ rejectedNumbers: ["12", "x"] });
  });
});

describe("the problem of a caller", () => {
  const accounts = () => caller.service.store.accounts;
  const login = (customer: number, given = password) => basic(`${customer}/api:${given}`);

  test.each<{
    title: string;
    prepare?: () => Promise<unknown>;
    path?: string;
    body?: object;
    authorization?: string;
    want: Omit<Problem, "about"> & { readonly about?: readonly string[] };
  }>([
    {
      title: "without originators",
      authorization: login(44),
      want: { status: 403, code: "NotAllowed", result: "403.5" },
    },
    {
      title: "beyond the limit of its credit",
      body: { ...message, originator: "Later", recipientPhone: "12025550101,12025550102,12025550103" },
      authorization: login(43),
      want: { status: 402, code: "InsufficientCredit", result: "Customer's postpaid credit limit" },
    },
    {
      title: "without credit",
      body: {
        ...message,
        smsText: "a".repeat(153 * 200),
        recipientPhone: "12025550101,12025550102,12025550103,12025550104,12025550105,12025550106",
      },
      want: { status: 402, code: "InsufficientCredit", result: "403.4" },
    },
    {
      title: "with strict encoding",
      prepare: () => accounts().changeCustomer(44, { strictEncoding: true }),
      body: { ...message, smsText: "Привет" },
      authorization: login(44),
      want: { status: 422, code: "RefusedValue", result: "Invalid encoding", about: ["smsText"] },
    },
    {
      title: "that may not send",
      prepare: () => accounts().changeCustomer(44, { maySend: false }),
      authorization: login(44),
      want: { status: 403, code: "NotAllowed", result: "600.9" },
    },
    {
      title: "without an inbox",
      prepare: () => accounts().changeCustomer(44, { inboxActive: false }),
      path: "/inbox/counts",
      authorization: login(44),
      want: { status: 403, code: "NotAllowed", result: "Inbox is not activated" },
    },
    {
      title: "that may not use the interface",
      prepare: () => accounts().changeCustomer(44, { interfaceOpen: false }),
      authorization: login(44),
      want: { status: 403, code: "NotAllowed", result: "603.3" },
    },
    {
      title: "that is blocked",
      prepare: () => accounts().setCustomerState(44, "blocked"),
      authorization: login(44),
      want: { status: 403, code: "NotAllowed", result: "403.3" },
    },
    {
      title: "whose user is blocked",
      prepare: () => accounts().setUserState(44, "api", "blocked"),
      path: "/account",
      authorization: login(44),
      want: { status: 403, code: "NotAllowed", result: "403.2" },
    },
    {
      title: "with a wrong password",
      authorization: login(43, "wrong"),
      want: { status: 401, code: "WrongCredentials", result: "404.2" },
    },
    {
      title: "with many of them",
      prepare: async () => {
        for (let attempt = 0; attempt < 10; attempt++)
          await caller.call("/account", { authorization: login(43, "wrong") });
      },
      authorization: login(43, "wrong"),
      want: { status: 429, code: "TooManyAttempts", result: "401.1" },
    },
    {
      title: "whose campaign has another content than the one with its id",
      prepare: () => caller.call("/campaigns", { body: { ...campaign, clientTransactionId: unknown } }),
      path: "/campaigns",
      body: { ...campaign, smsText: "Another", clientTransactionId: unknown },
      want: {
        ...{ status: 422, code: "RefusedValue", result: incorrect("ClientTransactionID") },
        about: ["clientTransactionId"],
      },
    },
  ])("$title", async ({ prepare, path = "/messages", body, authorization, want }) => {
    await prepare?.();
    const sent = path === "/messages" || body !== undefined ? { body: body ?? message } : {};
    const given = authorization === undefined ? sent : { ...sent, authorization };
    expect(await problemOf(path, given, want.result)).toEqual({ about: [], ...want });
  });

  const isTaken =
    /^The header Idempotency-Key was sent within 24 hours with a message whose content differs/u;
  const isTooLong = /^The header Idempotency-Key has more than 100 characters\.$/u;
  test.each<{ title: string; key?: string; change: Readonly<Record<string, unknown>>; want: RegExp }>([
    { title: "that is too long", key: "x".repeat(101), change: {}, want: isTooLong },
    {
      title: "that is too long, of another message",
      key: "y".repeat(101),
      change: { smsText: "Another" },
      want: isTooLong,
    },
    { title: "of another text", change: { smsText: "Another" }, want: isTaken },
    { title: "of another case of the text", change: { smsText: smsText.toUpperCase() }, want: isTaken },
    { title: "of another recipient", change: { recipientPhone: "12025550199" }, want: isTaken },
    { title: "of more recipients", change: { recipientPhone: "12025550101,12025550199" }, want: isTaken },
    { title: "of another time", change: { defDate: "20991231235959" }, want: isTaken },
    { title: "of another type", change: { messageType: "ArabicWithLatinNumbers" }, want: isTaken },
    { title: "of a flash message", change: { flash: true }, want: isTaken },
    { title: "of a blinking message", change: { blink: true }, want: isTaken },
    { title: "of a private message", change: { private: true }, want: isTaken },
  ])("with a key $title: it points to the header", async ({ key = "used", change, want }) => {
    await caller.call("/messages", { body: message, headers: { "idempotency-key": "used" } });
    const sent = { body: { ...message, ...change }, headers: { "idempotency-key": key } };
    const detail = expect.stringMatching(want) as unknown;
    const errors = [{ pointer: "/idempotency-key", header: "Idempotency-Key", detail }];
    expect(await caller.call("/messages", sent)).toMatchObject({
      status: 422,
      body: { code: "RefusedValue", result: incorrect("clientTransactionID"), detail, errors },
    });
  });
});
