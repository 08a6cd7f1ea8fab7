import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { MessageType } from "messenger-client";
import { machine } from "#server/actions/rights.js";
import { importUser } from "#server/actions/users.js";
import { keepAliveOff, resultTexts } from "#server/faces/contract/result-texts.js";
import type { CustomerChange } from "#server/domain/accounts/accounts.js";
import { type Desk, message, noon, openDesk } from "./desk.js";

let desk: Desk;

beforeEach(async () => {
  desk = await openDesk();
});

afterEach(async () => {
  await desk.close();
});

const change = (settings: CustomerChange) => desk.store.accounts.changeCustomer(42, settings);

/** Responses of the operations that the setting affects. */
async function results(): Promise<Record<string, string | undefined>> {
  const { client, user } = desk;
  const recipientPhonesFile = Uint8Array.from(Buffer.from("12025550101"));
  const smsDetails = { SmsText: "Hello", Recipiens: "12025550101", MsgType: MessageType.Latin };
  const { smsText, originator, messageType, flash } = message;
  return {
    keepAlive: (await client.keepAlive({ user })).Result,
    authenticate: (await client.authenticate2({ user })).Result,
    sendSms: (await client.sendSms({ user, ...message })).Result,
    sendSms2: (await client.sendSms2({ user, smsText, originator, messageType, flash, recipientPhonesFile }))
      .Result,
    checkSmsCost: (await client.checkSmsCost({ user, smsDetails })).Result,
  };
}

const allOk = { keepAlive: "OK", authenticate: "OK", sendSms: "OK", sendSms2: "OK", checkSmsCost: "OK" };
const sends = (text: string) => ({ sendSms: text, sendSms2: text, checkSmsCost: text });

test.each([
  { settings: {}, want: {} },
  { settings: { maySend: false }, want: sends(resultTexts.sendingOff) },
  { settings: { keepAlive: false }, want: { keepAlive: keepAliveOff(42) } },
  {
    settings: { interfaceOpen: false },
    want: {
      ...sends(resultTexts.interfaceClosed),
      keepAlive: resultTexts.interfaceClosed,
      authenticate: resultTexts.interfaceClosed,
    },
  },
])("$settings", async ({ settings, want }) => {
  await change(settings);
  expect(await results()).toEqual({ ...allOk, ...want });
});

test("a customer that is held gets the Result text of one that may not send, until it is released", async () => {
  await change({ holdUnusual: true });
  const found = { customerId: 42, kind: "destination", prefix: "960", ended: undefined } as const;
  await desk.store.unusual.add([{ ...found, messages: 300, usual: 0 }], Date.now());
  expect(await results()).toEqual({ ...allOk, ...sends(resultTexts.sendingOff) });
  await desk.store.accounts.releaseCustomer(42);
  expect(await results()).toEqual(allOk);
});

test("blocked users and customers get their Result text", async () => {
  await desk.store.accounts.setUserState(42, "api", "blocked");
  expect((await desk.client.sendSms({ user: desk.user, ...message })).Result).toBe(resultTexts.userBlocked);
  await desk.store.accounts.setUserState(42, "api", "active");
  await desk.store.accounts.setCustomerState(42, "blocked");
  expect((await desk.client.sendSms({ user: desk.user, ...message })).Result).toBe(
    resultTexts.customerBlocked,
  );
});

test("strict encoding refuses a Latin text outside the GSM alphabet, and nothing else", async () => {
  await change({ strictEncoding: true });
  const send = async (smsText: string, messageType: MessageType) =>
    (await desk.client.sendSms({ user: desk.user, ...message, smsText, messageType })).Result;
  expect(await send("Привет", MessageType.Latin)).toBe(resultTexts.badEncoding);
  expect(await send("Hello ١٢", MessageType.Latin)).toBe("OK");
  expect(await send("Привет", MessageType.ArabicWithLatinNumbers)).toBe("OK");
});

test("DefDate is local time of the customer", async () => {
  await change({ timeZone: "Africa/Nairobi" });
  const defDate = "20300115160000";
  const { TransactionID = "" } = await desk.client.sendSms({ user: desk.user, ...message, defDate });
  expect((await desk.store.outbox.statistics(42, TransactionID))?.dueAt).toBe(noon + 3_600_000);
});

const by = { by: { name: "ann", source: "test" }, now: noon, caller: machine };

test("passwords that are set while case is ignored are compared so, as long as it is", async () => {
  const login = async (Password: string) =>
    (await desk.client.keepAlive({ user: { CustomerID: 42, Name: "new", Password } })).Result;
  await change({ ignorePasswordCase: true });
  await importUser.run(desk.store, { customer: "42", name: "new", password: "Geheim" }, by);
  expect(await login("gEHEIM")).toBe("OK");
  expect(await login("geheim2")).toBe(resultTexts.unknownUser);
  await change({ ignorePasswordCase: false });
  expect(await login("gEHEIM")).toBe(resultTexts.unknownUser);
  expect(await login("Geheim")).toBe("OK");
  await change({ ignorePasswordCase: true });
  expect(await login("gEHEIM")).toBe(resultTexts.unknownUser);
});
