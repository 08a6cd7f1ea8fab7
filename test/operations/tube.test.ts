import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { isGuid } from "messenger-gen-runtime";
import { GivingUp } from "messenger-gen-runtime/host";
import { ServiceTypes, type SoapUser } from "messenger-client";
import { credentials } from "#server/credentials/verify.js";
import { addressTest } from "../credentials/address-test.js";
import { tubeResult } from "#server/faces/contract/account-records.js";
import { resultTexts } from "#server/faces/contract/result-texts.js";
import type { Dependencies } from "#server/operations/dependencies.js";
import { newTransactionId } from "#server/transaction-id.js";
import { authenticateTube } from "#server/operations/tube.js";
import type { TubeStore } from "#server/ports/accounts.js";
import { documentedRows } from "../domain/documented-table.js";
import { type Desk, noon, openDesk } from "./desk.js";
import { cheap } from "../credentials/cheap.js";

let desk: Desk;

beforeEach(async () => {
  desk = await openDesk();
});

afterEach(async () => {
  await desk.close();
});

const logIn = (user: SoapUser | undefined = desk.user) =>
  desk.client.tubeAuthenticateCustomerUser({
    user,
    serviceType: ServiceTypes.SMPP_TRANSCEIVER,
    userIP: "192.0.2.7",
  });

test("a user as created: no limits, default values", async () => {
  const result = await logIn();
  expect(result).toEqual({
    Result: "OK",
    IsDBTimeout: false,
    CustomerUserData: {
      CustomerUUID: expect.any(String),
      CustomerUserSeqID: 1,
      CustomerUserUUID: expect.any(String),
      CustomerPriority: 0,
      CustomerUserPriority: 0,
      DefaultProviderID: "00000000-0000-0000-0000-000000000000",
      MPS: null,
      MessageValidity: 86_400,
      PowerAdsSignatureTransporter: false,
    },
  });
  expect(await logIn({ ...desk.user, Name: "API" })).toEqual(result);
});

test("identifiers are GUIDs of their own", async () => {
  const found = await Promise.all([desk.user, desk.postpaid, desk.bare].map(logIn));
  const ids = found.flatMap(({ CustomerUserData: data }) => [data?.CustomerUUID, data?.CustomerUserUUID]);
  expect(ids.every((id) => id !== undefined && isGuid(id))).toBe(true);
  expect(new Set(ids).size).toBe(6);
  expect(found.map(({ CustomerUserData: data }) => data?.CustomerUserSeqID)).toEqual([1, 2, 3]);
});

test("the settings of the operator are returned, the rate of the customer as MPS", async () => {
  await desk.store.accounts.changeCustomer(42, { rate: 30, priority: 255 });
  const change = {
    userPriority: 7,
    defaultProvider: "0f8fad5b-d9cb-469f-a165-70867728950e",
    validity: 3600,
    powerAds: true,
    connections: { receivers: 1, transmitters: 2, transceivers: 0 },
  };
  expect(await desk.store.tube.change(42, "Api", change)).toBe(true);
  expect((await logIn()).CustomerUserData).toMatchObject({
    CustomerPriority: 255,
    CustomerUserPriority: 7,
    DefaultProviderID: change.defaultProvider,
    MPS: 30,
    MessageValidity: 3600,
    PowerAdsSignatureTransporter: true,
    SmppConnLimits: { RX: 1, TX: 2, TRX: 0 },
  });
});

test("refused as any log-in", async () => {
  const refused = (Result: string) => ({ Result, IsDBTimeout: false });
  expect(await desk.client.tubeAuthenticateCustomerUser({ serviceType: ServiceTypes.SMPP_RECEIVER })).toEqual(
    refused(resultTexts.unknownUser),
  );
  expect(await logIn({ ...desk.user, Password: "wrong" })).toEqual(refused(resultTexts.unknownUser));
  await desk.store.accounts.setUserState(43, "api", "blocked");
  expect(await logIn(desk.postpaid)).toEqual(refused(resultTexts.userBlocked));
  await desk.store.accounts.setCustomerState(42, "blocked");
  expect(await logIn()).toEqual(refused(resultTexts.customerBlocked));
});

const never = () => new Promise<never>(() => undefined);
const failing = (problem: object) => async (): Promise<never> => {
  throw Object.assign(new Error("no answer"), problem);
};

function withStore(user: TubeStore["user"]): Dependencies {
  const { store } = desk;
  const now = () => noon;
  return {
    store: { ...store, tube: { ...store.tube, user } },
    credentials: credentials({ ...store, addressTest, now, cost: cheap }),
    limit: { givenUp: new GivingUp() },
    now,
    newTransactionId,
    greeting: "Messenger",
    deliveryProblem: () => undefined,
    wakeDelivery: () => undefined,
  };
}

const errors: string[] = [];
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (_fields: object, event: string) => void errors.push(event),
};

test("a failure of the store is distinguished from a refusal", async () => {
  const input = { user: desk.user, serviceType: ServiceTypes.SMPP_TRANSMITTER };
  const late = { Result: resultTexts.serverBusy, IsDBTimeout: true };
  const resultOf = async (...given: Parameters<typeof authenticateTube>) =>
    tubeResult(await authenticateTube(...given), "TubeAuthenticateCustomerUser");
  expect(await resultOf(withStore(never), input, log, 1)).toEqual(late);
  expect(errors).toEqual([]);
  expect(await resultOf(withStore(failing({ retry: true })), input, log)).toEqual(late);
  expect(errors).toEqual(["store does not answer"]);
  await expect(authenticateTube(withStore(failing({ retry: false })), input, log)).rejects.toThrow(
    "no answer",
  );
});

test("docs/reference/tube.md holds the fields and their defaults", async () => {
  const zero = /^[0-]+$/;
  const { CustomerUserData: data } = await logIn();
  const written = (value: string | number | boolean | null): string => {
    if (value === null) return "nil";
    return typeof value === "string" && zero.test(value) ? "all digits zero" : String(value);
  };
  const shown = Object.entries({ ...data, SmppConnLimits: "absent: no limits" }).map(([name, value]) => [
    name,
    /UUID$/.test(name) ? "random" : name === "CustomerUserSeqID" ? "the next free one" : written(value),
  ]);
  const documented = documentedRows("docs/reference/tube.md").map(([name, , standard]) => [name, standard]);
  expect(documented).toEqual(shown);
});
