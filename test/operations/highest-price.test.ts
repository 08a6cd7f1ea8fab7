import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MessengerClient } from "messenger-client";
import { resultTexts } from "#server/faces/contract/result-texts.js";
import { ids } from "../samples/service.js";
import { detailsOf, ledgerOf } from "../storage/fixtures.js";
import { answerOf, type Given, type OperationName } from "./result-texts/every-operation.js";
import { type Caller, message, openCaller } from "./v1-caller.js";

let caller: Caller;
let client: MessengerClient;

beforeAll(async () => {
  caller = await openCaller();
  const { url, store } = caller.service;
  client = new MessengerClient({ url });
  const prices = [
    { prefix: "1", price: 1_000 },
    { prefix: "44", price: 2_500 },
    { prefix: "882", price: 9_999 },
    { prefix: "49", price: 0 },
    { prefix: "91", price: undefined },
  ];
  await store.coverage.setPrices(undefined, prices, 0);
});
afterAll(() => caller.service.close());

const [us, gb, satellite, de, india] = [
  "12025550101",
  "447700900123",
  "88216555510",
  "4915155501",
  "919812345678",
];
const ofParts = (parts: number): string => "a".repeat(parts === 1 ? 160 : 153 * parts);
const rejected = resultTexts.allRejected;

/** Credits in thousandths; `charged` and `rejected` are those of the call. */
interface Row {
  readonly name?: OperationName;
  readonly highest: number | undefined;
  readonly given?: Partial<Given>;
  readonly result?: string;
  readonly rejects?: readonly (string | undefined)[];
  readonly charged: number;
}

const ucs2 = "Привет ".repeat(10).trim();

test.each<Row>([
  { highest: undefined, given: { phones: satellite }, charged: 9_999 },
  { highest: 9_999, given: { phones: satellite }, charged: 9_999 },
  { highest: 9_998, given: { phones: satellite }, result: rejected, rejects: [satellite], charged: 0 },
  { highest: 1_000, charged: 1_000 },
  { highest: 999, result: rejected, rejects: [us], charged: 0 },
  { highest: 0, given: { phones: de, text: ofParts(9) }, charged: 0 },
  { highest: 0, result: rejected, rejects: [us], charged: 0 },
  // Parts count as they are charged.
  { highest: 3_000, given: { text: ofParts(3) }, charged: 3_000 },
  { highest: 2_999, given: { text: ofParts(3) }, result: rejected, rejects: [us], charged: 0 },
  { highest: 1_999, given: { text: "a".repeat(161) }, result: rejected, rejects: [us], charged: 0 },
  { highest: 1_000, given: { text: ucs2.slice(0, 70) }, charged: 1_000 },
  { highest: 1_999, given: { text: `${ucs2.slice(0, 69)}..` }, result: rejected, rejects: [us], charged: 0 },
  // It is the price to one recipient: those to whom it is higher are rejected, the others get the message.
  { highest: 1_000, given: { phones: `${us},12025550102,12025550103` }, charged: 3_000 },
  { highest: 2_000, given: { phones: `${us},${gb},${satellite}` }, rejects: [gb, satellite], charged: 1_000 },
  { highest: 2_500, given: { phones: `${us},${gb},${satellite}` }, rejects: [satellite], charged: 3_500 },
  {
    ...{ highest: 4_999, given: { phones: `${gb},${de}`, text: ofParts(2) } },
    ...{ rejects: [gb], charged: 0 },
  },
  { highest: 2_499, given: { phones: `12,${gb}` }, result: rejected, rejects: ["12", gb], charged: 0 },
  { highest: 2_499, given: { phones: `${gb},${india}` }, result: rejected, rejects: [gb, india], charged: 0 },
  { name: "SendMMS", highest: 1_000, charged: 1_000 },
  { name: "SendMMS", highest: 999, result: rejected, rejects: [us], charged: 0 },
  { name: "SendSms2", highest: 1_000, given: { phones: `${us}\n${gb}` }, rejects: [gb], charged: 1_000 },
  { name: "SendBinarySms", highest: 999, result: rejected, rejects: [us], charged: 0 },
  { name: "SendServiceSms", highest: 999, result: rejected, rejects: [us], charged: 0 },
  { name: "SendSmsXml", highest: 999, result: rejected, rejects: [us], charged: 0 },
  {
    ...{ name: "SendSmsToDistributionList", highest: 999, result: rejected, charged: 0 },
    given: { list: { id: ids.plainList, offset: 0, count: 2 } },
    rejects: ["12025550101", "12025550102"],
  },
])("%#: $name at most $highest", async ({ name = "SendSms", highest, given = {}, ...want }) => {
  const { accounts } = caller.service.store;
  await accounts.changeCustomer(42, { highestPrice: highest });
  const before = await ledgerOf(caller.service.store, 42);
  const answer = await answerOf(client, name, given);
  const { result = "OK", rejects = [], charged } = want;
  expect(answer).toMatchObject({ Result: result, RejectedNumbers: rejects });
  const booked = (await ledgerOf(caller.service.store, 42)).slice(before.length);
  expect(0 - booked.reduce((sum, { delta }) => sum + delta, 0)).toBe(charged);
});

test("CheckSmsCost and /v1/cost leave out the same numbers", async () => {
  await caller.service.store.accounts.changeCustomer(42, { highestPrice: 2_400 });
  const phones = `${us},${gb}`;
  expect(await answerOf(client, "CheckSmsCost", { phones })).toMatchObject({ RejectedNumbers: [gb] });
  const cost = { smsText: "Hello", msgType: "Latin", recipients: phones };
  const { body } = await caller.call("/cost", { body: cost });
  expect(body).toMatchObject({ cost: "1", rejectedNumbers: [gb] });
});

test("/v1 says why, with the numbers", async () => {
  await caller.service.store.accounts.changeCustomer(42, { highestPrice: 999 });
  const { status, body } = await caller.call("/messages", { body: message });
  expect({ status, body }).toMatchObject({
    status: 422,
    body: {
      code: "RefusedValue",
      detail: expect.stringContaining("highest price") as unknown,
      result: rejected,
      rejectedNumbers: [us],
      errors: [{ pointer: "/recipientPhone" }],
    },
  });
});

test("a rejected number is listed with the status of one without a price", async () => {
  await caller.service.store.accounts.changeCustomer(42, { highestPrice: 2_000 });
  const { TransactionID = "" } = (await answerOf(client, "SendSms", { phones: `${us},${gb}` })) as {
    readonly TransactionID?: string;
  };
  const details = await detailsOf(caller.service.store.outbox, 42, TransactionID);
  expect(details.map(({ phone, state }) => [phone, state === 14])).toEqual([
    [us, false],
    [gb, true],
  ]);
});
