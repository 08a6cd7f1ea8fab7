import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { missingParameter, resultTexts } from "#server/faces/contract/result-texts.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { element } from "#runtime/xml/content.js";
import { type Desk, message, noon, openDesk, password } from "./desk.js";
import { claimDue } from "../storage/claims.js";

let desk: Desk;
let transactionID: string;

beforeAll(async () => {
  desk = await openDesk();
  const recipientPhone = "12025550101,12025550102,12025550103,12";
  const sent = await desk.client.sendSms({ user: desk.user, ...message, recipientPhone });
  transactionID = sent.TransactionID ?? "";
});

afterAll(async () => {
  await desk.close();
});

const words = {
  InProcessNow: "0049006e002000700072006f0063006500730073",
  SMSC_DELIVERED: "00440065006c006900760065007200650064",
  SMSC_DEFERRED: "00440065006600650072007200650064",
  REJECTED_INVALID_NUMBER: "0049006e00760061006c006900640020006e0075006d006200650072",
} as const;
type Name = keyof typeof words;

const counted = (name: Name, count: number) =>
  element(name, [String(count), element("StatusU", [words[name]])]);
const listed = (name: Name, phone: string, time: string) =>
  element(name, [
    element("StatusU", [words[name]]),
    element("number", [phone]),
    element("TimeStamp", [time]),
  ]);

test("counts recipients by status right after the send", async () => {
  const status = await desk.client.getSmsStatus({ user: desk.user, transactionID, detailed: false });
  expect(status).toEqual({
    Result: "OK",
    Statistics: [element("statistics", [counted("InProcessNow", 3), counted("REJECTED_INVALID_NUMBER", 1)])],
    NetPoints: "7",
  });
});

test("lists recipients when asked for details, as they move on", async () => {
  const [first] = await claimDue(desk.store, noon, 1);
  const change = { recipientId: first?.id ?? 0, state: RecipientState.Delivered, at: noon + 5000 };
  await desk.store.outbox.advance([change]);
  const flat = { customerID: 42, userName: "api", userPassword: password };
  const status = await desk.client.httpGetSmsStatus(
    { ...flat, transactionID: ` ${transactionID.toUpperCase()} `, detailed: true },
    { binding: "httpGet" },
  );
  expect(status.Details).toEqual([
    element("details", [
      listed("SMSC_DELIVERED", "12025550101", "2030-01-15T12:00:05.000Z"),
      listed("InProcessNow", "12025550102", "2030-01-15T12:00:00.000Z"),
      listed("InProcessNow", "12025550103", "2030-01-15T12:00:00.000Z"),
      listed("REJECTED_INVALID_NUMBER", "12", "2030-01-15T12:00:00.000Z"),
    ]),
  ]);
});

test.each([
  ["D", (id: string) => ` ${id.toUpperCase()} `],
  ["N", (id: string) => id.replaceAll("-", "")],
  ["B", (id: string) => `{${id}}`],
  ["P", (id: string) => `(${id})`],
])("reads a transactionID in format %s of .NET, by each binding", async (_, written) => {
  const flat = { customerID: 42, userName: "api", userPassword: password };
  const input = { ...flat, transactionID: written(transactionID), detailed: false };
  for (const binding of ["soap11", "soap12", "httpGet", "httpPost"] as const) {
    const { Result } = await desk.client.httpGetSmsStatus(input, { binding });
    expect(Result).toBe("OK");
  }
  const { Result } = await desk.client.getSmsStatus({ user: desk.user, ...input });
  expect(Result).toBe("OK");
});

test("shows a deferred message until its time", async () => {
  const own = await openDesk();
  const sent = await own.client.sendSms({ user: own.user, ...message, defDate: "20300115130000" });
  const statistics = async () =>
    (await own.client.getSmsStatus({ user: own.user, transactionID: sent.TransactionID, detailed: false }))
      .Statistics;
  expect(await statistics()).toEqual([element("statistics", [counted("SMSC_DEFERRED", 1)])]);
  own.setClock(noon + 3_600_000);
  expect(await statistics()).toEqual([element("statistics", [counted("InProcessNow", 1)])]);
  await own.close();
});

test.each([
  { given: "nothing", id: () => undefined, want: missingParameter("TransactionID") },
  { given: "white space", id: () => " ", want: missingParameter("TransactionID") },
  { given: "no id", id: () => "12345", want: resultTexts.unknownTransaction },
  {
    given: "an unknown id",
    id: () => "00000000-0000-7000-8000-000000000000",
    want: resultTexts.unknownTransaction,
  },
])("$given is refused", async ({ id, want }) => {
  const status = await desk.client.getSmsStatus({ user: desk.user, transactionID: id(), detailed: true });
  expect(status).toEqual({ Result: want, NetPoints: "0" });
});

test("a transaction of another customer is unknown, a wrong password comes first", async () => {
  const other = await desk.client.getSmsStatus({ user: desk.postpaid, transactionID, detailed: true });
  expect(other.Result).toBe(resultTexts.unknownTransaction);
  const wrong = await desk.client.getSmsStatus({ user: { ...desk.user, Password: "x" }, detailed: true });
  expect(wrong).toEqual({ Result: resultTexts.unknownUser, NetPoints: "0" });
});
