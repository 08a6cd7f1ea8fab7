import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { MessengerClient } from "messenger-client";
import type { BindingName } from "messenger-gen-runtime";
import { resultTexts } from "#server/faces/contract/result-texts.js";
import { ids, lenientPath } from "../samples/service.js";
import { noon, password } from "./desk.js";
import { mm7Data, answerOf, type Given, type OperationName } from "./result-texts/every-operation.js";
import { message, openCaller, type Caller } from "./v1-caller.js";

const blacklisted = "12025550109";
const uncovered = "447700900123";
/** Of the lists: on the blacklist as well. */
const members = ["12025550101", "12025550102", "12025550103"];

/** Numbers that cannot be sent to, and what a response lists: blacklisted ones, entries that are no numbers as given, uncovered ones. */
const phones = `12,${uncovered},+1 202 555 0109,9.72501E+11,${"x".repeat(70)}`;
const listed = [blacklisted, "12", "9.72501E+11", "x".repeat(64), uncovered];
const ofMms = {
  phones: `${uncovered},ann@example.com,${blacklisted}`,
  listed: [blacklisted, "ann@example.com", uncovered],
};

let caller: Caller;
let clients: Readonly<Record<"strict" | "lenient", MessengerClient>>;

beforeAll(async () => {
  caller = await openCaller();
  const { url, store } = caller.service;
  await store.coverage.addToBlacklist(42, [blacklisted, ...members], noon);
  const prices = [
    { prefix: "1", price: 1000 },
    { prefix: "44", price: undefined },
  ];
  await store.coverage.setPrices(undefined, prices, 0);
  const lenient = new URL(lenientPath, url).href;
  clients = {
    strict: new MessengerClient({ url }),
    lenient: new MessengerClient({ url: lenient }),
  };
});
afterAll(() => caller.service.close());

/** The client, all of whose calls go over a binding. */
function over(binding: BindingName, client: MessengerClient): MessengerClient {
  return new Proxy(client, {
    get: (target, name) => {
      const method = Reflect.get(target, name) as (input: unknown, options: object) => unknown;
      return (input: unknown) => method.call(target, input, { binding });
    },
  });
}

const soap: readonly BindingName[] = ["soap11", "soap12"];
const every: readonly BindingName[] = [...soap, "httpGet", "httpPost"];

interface Row {
  readonly name: OperationName;
  readonly bindings: readonly BindingName[];
  readonly given?: Partial<Given>;
  readonly want?: readonly string[];
}

const list = { given: { list: { id: ids.plainList, offset: 0, count: 3 } }, want: members };
const smartList = { given: { smartList: { id: ids.smartList, count: 3, filters: [] } }, want: members };

const sends: readonly Row[] = [
  { name: "SendSms", bindings: soap },
  { name: "HTTP_SendSms", bindings: every },
  { name: "SendSmsTransaction", bindings: soap, given: { clientId: "order-1" } },
  { name: "HTTP_SendSmsTransaction", bindings: every, given: { clientId: "order-2" } },
  { name: "SendSms2", bindings: soap },
  { name: "SendSmsXml", bindings: every },
  { name: "SendBinarySms", bindings: soap },
  { name: "HTTP_SendBinarySms", bindings: every },
  { name: "SendServiceSms", bindings: every },
  { name: "CheckSmsCost", bindings: soap },
  { name: "SendMMS", bindings: every, given: { phones: ofMms.phones }, want: ofMms.listed },
  { name: "SendSmsToDistributionList", bindings: soap, ...list },
  { name: "HTTP_SendSmsToDistributionList", bindings: every, ...list },
  { name: "SendSmsToSmartList", bindings: soap, ...smartList },
];

const calls = sends.flatMap(({ bindings, ...row }) => bindings.map((binding) => ({ ...row, binding })));

describe.each(calls)("$name over $binding", ({ name, binding, given = {}, want = listed }) => {
  const all = { phones, ...given };

  test("lists every number if none can be sent to", async () => {
    const answer = await answerOf(over(binding, clients.strict), name, all);
    expect(answer).toMatchObject({ Result: resultTexts.allRejected, RejectedNumbers: want });
  });

  test("lists none at a lenient mount", async () => {
    const answer = await answerOf(over(binding, clients.lenient), name, all);
    expect(answer).toMatchObject({ Result: resultTexts.allRejected, RejectedNumbers: [] });
  });
});

const user = { CustomerID: 42, Name: "api", Password: "wrong" };

test.each<{ name: OperationName; given: Partial<Given>; want: string }>([
  { name: "SendSms", given: { user }, want: resultTexts.unknownUser },
  { name: "HTTP_SendSms", given: { text: "" }, want: resultTexts.emptyMessage },
  { name: "SendSmsTransaction", given: { originator: "Other" }, want: resultTexts.unknownOriginator },
  { name: "SendSms2", given: { phones: `12,${"1".repeat(21)}` }, want: resultTexts.numberTooLong },
  { name: "SendSmsXml", given: { defDate: "tomorrow" }, want: resultTexts.badDefDate },
  { name: "SendBinarySms", given: { phones: "" }, want: resultTexts.noPhone },
  { name: "CheckSmsCost", given: { text: "" }, want: resultTexts.emptyMessage },
  { name: "SendMMS", given: { phones: "" }, want: resultTexts.noPhone },
])("$name lists no number if the reason is another: $want", async ({ name, given, want }) => {
  const answer = await answerOf(clients.strict, name, { phones, ...given });
  expect(answer).toMatchObject({ Result: want, RejectedNumbers: [] });
});

describe("/v1", () => {
  const { originator, smsText, messageType, recipientPhone } = message;
  const file = (text: string): string => Buffer.from(text).toString("base64");
  const mms = (): string => Buffer.from(mm7Data({ phones: ofMms.phones })).toString("base64");
  const text = { originator, smsText, messageType };

  test.each<{ path: string; body: () => object; want?: readonly string[] }>([
    { path: "/messages", body: () => ({ ...text, recipientPhone: phones }) },
    {
      path: "/messages/binary",
      body: () => ({ originator, binaryBody: "DEAD", dataCoding: "4", recipientPhone: phones }),
    },
    {
      path: "/messages/service",
      body: () => ({
        originator,
        messageType,
        serviceName: "Shop",
        serviceUrl: "https://example.com/",
        recipientPhone: phones,
      }),
    },
    { path: "/messages/file", body: () => ({ ...text, recipientPhonesFile: file(phones) }) },
    { path: "/cost", body: () => ({ smsText, msgType: messageType, recipients: phones }) },
    { path: "/mms", body: () => ({ mm7Data: mms() }), want: ofMms.listed },
    {
      path: `/lists/${ids.plainList}/messages`,
      body: () => ({ ...text, distributionListCount: 3 }),
      want: members,
    },
    { path: `/smart-lists/${ids.smartList}/messages`, body: () => ({ ...text, count: 3 }), want: members },
  ])("$path names every number if none can be sent to", async ({ path, body, want = listed }) => {
    const { status, body: problem } = await caller.call(path, { body: body() });
    expect({ status, problem }).toMatchObject({
      status: 422,
      problem: { result: resultTexts.allRejected, rejectedNumbers: want },
    });
  });

  test.each([
    { change: { originator: "Other" }, result: resultTexts.unknownOriginator },
    { change: { recipientPhone: "" }, result: resultTexts.noPhone },
    { change: { recipientPhone: "1".repeat(21) }, result: resultTexts.numberTooLong },
  ])("names none if the reason is another: $result", async ({ change, result }) => {
    const { body } = await caller.call("/messages", { body: { ...text, recipientPhone, ...change } });
    expect(body).toMatchObject({ result });
    expect(body).not.toHaveProperty("rejectedNumbers");
  });
});

describe("a list of 3,000 numbers", () => {
  const many = Array.from({ length: 3_000 }, (_, index) => String(447_700_900_000 + index));
  const text = { originator: message.originator, smsText: message.smsText, messageType: message.messageType };
  const login = { customerID: "42", userName: "api", userPassword: password };
  const recipients = (first?: string): string => [...(first === undefined ? [] : [first]), ...many].join(",");

  interface Got {
    readonly coding: string | null;
    readonly length: string | null;
    readonly body: string;
  }

  async function got(url: string, init: RequestInit): Promise<Got> {
    const response = await fetch(url, init);
    const { headers } = response;
    return {
      coding: headers.get("transfer-encoding"),
      length: headers.get("content-length"),
      body: await response.text(),
    };
  }

  const form = (first?: string): Promise<Got> =>
    got(`${caller.service.url}/HTTP_SendSms`, {
      method: "POST",
      body: new URLSearchParams({
        ...{ ...login, originator: text.originator, smsText: text.smsText, messageType: "Latin" },
        ...{
          recipientPhone: recipients(first),
          defDate: "",
          blink: "false",
          flash: "false",
          Private: "false",
        },
      }),
    });
  const soapCall = (first?: string): Promise<Got> =>
    got(caller.service.url, {
      method: "POST",
      headers: { "Content-Type": "text/xml", SOAPAction: '"http://pmmsoapmessenger.com/CheckSmsCost"' },
      body:
        '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
        '<CheckSmsCost xmlns="http://pmmsoapmessenger.com/"><user><CustomerID>42</CustomerID><Name>api</Name>' +
        `<Password>${password}</Password></user><smsDetails><SmsText>Hello</SmsText><MsgType>Latin</MsgType>` +
        `<Recipiens>${recipients(first)}</Recipiens></smsDetails></CheckSmsCost></s:Body></s:Envelope>`,
    });

  test.each([
    { name: "a form, all refused", call: () => form() },
    { name: "a form, one accepted", call: () => form("12025550101") },
    { name: "SOAP, all refused", call: () => soapCall() },
    { name: "SOAP, one accepted", call: () => soapCall("12025550190") },
  ])("is sent while it is encoded: $name", async ({ call }) => {
    const { coding, length, body } = await call();
    const found = new Set(
      Array.from(body.matchAll(/<string>(4477009\d{5})<\/string>/g), ([, number]) => number),
    );
    expect(many.filter((each) => !found.has(each))).toEqual([]);
    expect({ coding, length }).toEqual({ coding: "chunked", length: null });
  });

  test("in a problem of /v1", async () => {
    const { status, body } = await caller.call("/messages", {
      body: { ...text, recipientPhone: recipients() },
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({ result: resultTexts.allRejected, rejectedNumbers: many });
  });

  test("in a response of /v1", async () => {
    const { status, body } = await caller.call("/cost", {
      body: { smsText: "Hello", msgType: "Latin", recipients: recipients("12025550190") },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ rejectedNumbers: many });
  });
});
