import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MessengerClient } from "messenger-client";
import type { CountryLimit } from "#server/domain/credit/country-credits.js";
import { spendingDay } from "#server/domain/credit/country-credits.js";
import { resultTexts } from "#server/faces/contract/result-texts.js";
import { noon, password } from "./desk.js";
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
    { prefix: "44", price: 2_000 },
    { prefix: "49", price: 0 },
  ];
  await store.coverage.setPrices(undefined, prices, 0);
});
afterAll(() => caller.service.close());

const [us, gb, de] = ["12025550101", "447700900123", "4915155501"];

const each = (credits: number): readonly CountryLimit[] => [{ country: "", credits }];

/** What was spent today, by country. */
async function spent(): Promise<Readonly<Record<string, number>>> {
  const rows = await caller.service.store.ledger.spentByCountry(42, spendingDay(noon), 99);
  return Object.fromEntries(rows.map(({ country, amount }) => [country, amount]));
}

/** `limits`: beyond what was spent before on +1 and +44, in thousandths. */
interface Row {
  readonly name?: OperationName;
  readonly limits: Readonly<Record<string, number>>;
  readonly given?: Partial<Given>;
  readonly want: Readonly<Record<string, number>> | "refused";
}

const refused = "refused";

test.each<Row>([
  { limits: { 1: 1_000 }, want: { 1: 1_000 } },
  { limits: { 1: 999 }, want: refused },
  { limits: { 1: 0 }, want: refused },
  { limits: { 44: 0 }, want: {} },
  { limits: { 1: 2_999 }, given: { text: "a".repeat(400) }, want: refused },
  { limits: { 1: 3_000 }, given: { text: "a".repeat(400) }, want: { 1: 3_000 } },
  { limits: { 1: 2_000 }, given: { phones: `${us},12025550102` }, want: { 1: 2_000 } },
  { limits: { 1: 1_999 }, given: { phones: `${us},12025550102` }, want: refused },
  { limits: { 1: 1_000, 44: 2_000 }, given: { phones: `${us},${gb}` }, want: { 1: 1_000, 44: 2_000 } },
  { limits: { 1: 1_000, 44: 1_999 }, given: { phones: `${us},${gb}` }, want: refused },
  // Without a limit, nothing is counted; rejected numbers spend nothing, nor do free ones.
  { limits: { 44: 2_000 }, given: { phones: `${us},${gb}` }, want: { 44: 2_000 } },
  { limits: { 1: 1_000 }, given: { phones: `${us},${us},12` }, want: { 1: 1_000 } },
  { limits: { 49: 0 }, given: { phones: de }, want: {} },
  { name: "SendMMS", limits: { 1: 1_000 }, want: { 1: 1_000 } },
  { name: "SendMMS", limits: { 1: 999 }, want: refused },
  { name: "SendSms2", limits: { 1: 999 }, want: refused },
  { name: "SendSmsXml", limits: { 1: 999 }, want: refused },
  { name: "SendBinarySms", limits: { 1: 999 }, want: refused },
  { name: "SendServiceSms", limits: { 1: 999 }, want: refused },
  { name: "SendSmsToDistributionList", limits: { 1: 999 }, want: refused },
  { name: "SendSmsToSmartList", limits: { 1: 999 }, want: refused },
  { name: "CheckSmsCost", limits: { 1: 0 }, want: {} },
])("%#: $name $limits: $want", async ({ name = "SendSms", limits, given = {}, want }) => {
  const before = await spent();
  const countryCredits = Object.entries(limits).map(([country, more]): CountryLimit => {
    return { country, credits: (before[country] ?? 0) + more };
  });
  await caller.service.store.accounts.changeCustomer(42, { countryCredits });
  const answer = await answerOf(client, name, given);
  const isRefused = want === refused;
  expect(answer).toMatchObject({ Result: isRefused ? resultTexts.insufficientCredit : "OK" });
  const after = await spent();
  const grown = Object.keys(after)
    .map((country) => [country, (after[country] ?? 0) - (before[country] ?? 0)] as const)
    .filter(([, amount]) => amount > 0);
  expect(Object.fromEntries(grown)).toEqual(isRefused ? {} : want);
});

test("a postpaid customer gets the text of its limit, /v1 a problem", async () => {
  const { accounts } = caller.service.store;
  await accounts.changeCustomer(43, { countryCredits: each(0) });
  const user = { CustomerID: 43, Name: "api", Password: password };
  const answer = await answerOf(client, "SendSms", { user, originator: "Later" });
  expect(answer).toMatchObject({ Result: resultTexts.postpaidLimit });
  await accounts.changeCustomer(42, { countryCredits: each(0) });
  const { status, body } = await caller.call("/messages", { body: message });
  expect({ status, body }).toMatchObject({
    status: 402,
    body: {
      code: "InsufficientCredit",
      detail: expect.stringContaining("in a day on numbers of one country") as unknown,
      result: resultTexts.insufficientCredit,
    },
  });
});

test("a repeat of an accepted call gets its response when the limit is reached", async () => {
  const { accounts } = caller.service.store;
  await accounts.changeCustomer(42, { countryCredits: [] });
  const first = await answerOf(client, "SendSmsTransaction", { clientId: "order-77" });
  await accounts.changeCustomer(42, { countryCredits: each(0) });
  expect(await answerOf(client, "SendSmsTransaction", { clientId: "order-77" })).toEqual(first);
});
