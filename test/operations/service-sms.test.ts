import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MessageType } from "messenger-client";
import { incorrectParameter, resultTexts } from "#server/faces/contract/result-texts.js";
import { serviceMessage } from "#server/domain/message/service-sms.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { type Desk, noon, openDesk, password } from "./desk.js";
import { claimDue, giveBack } from "../storage/claims.js";

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(async () => {
  await desk.close();
});

const service = {
  customerID: 42,
  userName: "api",
  userPassword: password,
  originator: "Shop",
  serviceName: "Offers",
  serviceUrl: "https://www.example.com/offers",
  recipientPhone: "12025550101",
  messageType: MessageType.Latin,
  blink: false,
  flash: false,
  Private: false,
} as const;

test.each([
  { binding: "soap11", change: {} },
  { binding: "soap12", change: { serviceName: "عروض" } },
  { binding: "httpGet", change: { serviceName: "" } },
  { binding: "httpPost", change: { serviceUrl: "" } },
] as const)("goes out as a push over $binding with $change", async ({ binding, change }) => {
  const request = { ...service, ...change };
  const answer = await desk.client.sendServiceSms(request, { binding });
  expect(answer).toMatchObject({ Result: "OK", RejectedNumbers: [] });
  const { dataCoding, ...message } = serviceMessage(request.serviceName, request.serviceUrl);
  expect(await claimDue(desk.store, noon, 10)).toMatchObject([
    { transactionId: answer.TransactionID, text: "", dataCoding, body: { kind: "binary", ...message } },
  ]);
});

test("is charged by its parts", async () => {
  const [before] = await desk.store.accounts.balances(42);
  await desk.client.sendServiceSms({ ...service, serviceName: "a".repeat(200) });
  const [after] = await desk.store.accounts.balances(42);
  expect((before?.amount ?? 0) - (after?.amount ?? 0)).toBe(2000);
  await claimDue(desk.store, noon, 10);
});

test("that is private is erased after the final state", async () => {
  const recipientPhone = "12025550101,12025550102";
  await desk.client.sendServiceSms({ ...service, Private: true, recipientPhone });
  const [first, second] = await claimDue(desk.store, noon, 10);
  const advance = (id = 0, state: RecipientState) =>
    desk.store.outbox.advance([{ recipientId: id, state, at: noon }]);
  await advance(first?.id, RecipientState.Delivered);
  await giveBack(desk.store, second === undefined ? [] : [second], noon);
  const [again] = await claimDue(desk.store, noon + 2000, 1);
  expect(again?.body).toEqual(second?.body);
  await advance(second?.id, RecipientState.Delivered);
});

test.each([
  { change: { userPassword: "wrong", serviceName: undefined }, want: resultTexts.unknownUser },
  { change: { serviceName: undefined, defDate: "soon" }, want: resultTexts.noService },
  { change: { serviceUrl: undefined }, want: resultTexts.noService },
  { change: { defDate: "soon", serviceUrl: "a".repeat(40_000) }, want: resultTexts.badDefDate },
  { change: { serviceUrl: "a".repeat(40_000) }, want: incorrectParameter("serviceUrl") },
  { change: { serviceName: "ع".repeat(20_000) }, want: incorrectParameter("serviceName") },
  { change: { originator: undefined }, want: resultTexts.unknownOriginator },
  { change: { recipientPhone: undefined }, want: resultTexts.noPhone },
])("refused: $want", async ({ change, want }) => {
  const refused = { Result: want, RejectedNumbers: [], TransactionID: "", NetPoints: "0" };
  expect(await desk.client.sendServiceSms({ ...service, ...change })).toEqual(refused);
});
