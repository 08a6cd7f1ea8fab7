import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { MessageType } from "messenger-client";
import { incorrectParameter, missingParameter, resultTexts } from "#server/faces/contract/result-texts.js";
import { type Desk, noon, openDesk } from "./desk.js";
import { inTime } from "../in-time.js";

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  const { coverage, accounts } = desk.store;
  await accounts.addCredit(42, "SMS", 1_000_000_000, noon);
  await coverage.setPrices(undefined, [{ prefix: "44", price: 1250 }], 0);
  await coverage.setPrices(undefined, [{ prefix: "4487", price: undefined }], 0);
  await coverage.setPrices(42, [{ prefix: "44", price: 1 }], 0);
  await coverage.setPrices(43, [{ prefix: "", price: 7 }], 0);
  await coverage.addToBlacklist(undefined, ["12025550109"], noon);
  await coverage.addToBlacklist(42, ["12025550108"], noon);
});

afterAll(async () => {
  await desk.close();
});

const details = { SmsText: "Hello", Recipiens: "12025550101", MsgType: MessageType.Latin };

const cost = async (change: object, who: "user" | "postpaid" = "user") => {
  const smsDetails = { ...details, ...change };
  const { Result, Cost, RejectedNumbers } = await desk.client.checkSmsCost({ user: desk[who], smsDetails });
  return { Result, Cost: Cost.toString(), RejectedNumbers };
};

test.each([
  { change: {}, want: { Cost: "1", RejectedNumbers: [] } },
  { change: { SmsText: "a".repeat(161) }, want: { Cost: "2", RejectedNumbers: [] } },
  {
    change: { Recipiens: "447700900123,447700900123,12025550101" },
    want: { Cost: "1.001", RejectedNumbers: [] },
  },
  {
    change: { Recipiens: "12, 448700900123, 12025550109, 12025550108, 12025550101" },
    want: { Cost: "1", RejectedNumbers: ["12025550109", "12025550108", "12", "448700900123"] },
  },
])("$change costs $want.Cost", async ({ change, want }) => {
  expect(await cost(change)).toEqual({ Result: "OK", ...want });
});

test("another customer has other prices and another blacklist", async () => {
  expect(await cost({ Recipiens: "12025550108" }, "postpaid")).toMatchObject({ Cost: "0.007" });
  expect(await cost({ Recipiens: "447700900123" }, "postpaid")).toMatchObject({ Cost: "1.25" });
});

test.each([
  { change: { SmsText: "" }, want: resultTexts.emptyMessage },
  { change: { SmsText: undefined }, want: resultTexts.emptyMessage },
  { change: { SmsText: "a".repeat(40_000) }, want: incorrectParameter("SmsText") },
  { change: { Recipiens: undefined }, want: resultTexts.noPhone },
  { change: { Recipiens: "1".repeat(21) }, want: resultTexts.numberTooLong },
  {
    change: { Recipiens: "12025550109,448700900123,12" },
    want: resultTexts.allRejected,
    rejected: ["12025550109", "12", "448700900123"],
  },
])("$want", async ({ change, want, rejected = [] }) => {
  expect(await cost(change)).toEqual({ Result: want, Cost: "0", RejectedNumbers: rejected });
});

test("without details, and without a password", async () => {
  const absent = await desk.client.checkSmsCost({ user: desk.user });
  expect(absent).toMatchObject({ Result: missingParameter("smsDetails"), RejectedNumbers: [] });
  expect(absent.Cost.toString()).toBe("0");
  expect((await desk.client.checkSmsCost({ smsDetails: details })).Result).toBe(resultTexts.unknownUser);
});

test("a check returns the exact charge of a send, to the thousandth", async () => {
  const number = fc.constantFrom("12025550101", "447700900123", "448700900123", "12025550109", "12");
  const given = fc.record({
    SmsText: fc.string({ minLength: 1, maxLength: 200, size: "max" }),
    Recipiens: fc.array(number, { minLength: 1, maxLength: 5 }).map((numbers) => numbers.join(",")),
  });
  const balance = async () => (await desk.store.accounts.balances(42))[0]?.amount ?? 0;
  await fc.assert(
    fc.asyncProperty(
      given,
      inTime(async ({ SmsText, Recipiens }) => {
        const said = await cost({ SmsText, Recipiens });
        const before = await balance();
        const sent = await desk.client.sendSms({
          ...{ user: desk.user, originator: "Shop", smsText: SmsText, recipientPhone: Recipiens },
          ...{ messageType: MessageType.Latin, blink: false, flash: false, Private: false },
        });
        expect(sent).toMatchObject({ Result: said.Result, RejectedNumbers: said.RejectedNumbers });
        expect(before - (await balance())).toBe(Math.round(Number(said.Cost) * 1000));
      }),
    ),
    { numRuns: 50 },
  );
});
