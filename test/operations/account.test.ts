import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { resultTexts } from "#server/faces/contract/result-texts.js";
import { diagnose } from "#server/operations/diagnosis.js";
import { StoreError } from "#server/storage/errors.js";
import { documentedRows } from "../domain/documented-table.js";
import { type Desk, noon, openDesk, password } from "./desk.js";
import { page } from "./documented-texts.js";

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await desk.store.accounts.addCredit(42, "MMS", 2500, noon);
  await desk.store.accounts.addCredit(42, "EML", 1000, noon);
});

afterAll(async () => {
  await desk.close();
});

const prepaid = { Result: "OK", NetPoints: "10", Originators: ["Shop", "12025550100"], CustomerID: 42 };
const postpaid = { Result: "OK", NetPoints: "POSTPAID", Originators: ["Later"], CustomerID: 43 };
const refused = { NetPoints: "0", Originators: [], CustomerID: -1 };

describe("Authenticate", () => {
  test("a prepaid customer sees whole credits", async () => {
    expect(await desk.client.authenticate({ user: desk.user })).toEqual({
      ...prepaid,
      CreditSMS: "10",
      CreditMMS: "2",
    });
  });

  test("a postpaid customer sees POSTPAID", async () => {
    const answer = await desk.client.authenticate({ user: desk.postpaid });
    expect(answer).toEqual({ ...postpaid, CreditSMS: "POSTPAID", CreditMMS: "POSTPAID" });
  });

  test("a wrong password gives the failure record", async () => {
    const answer = await desk.client.authenticate({ user: { ...desk.user, Password: "wrong" } });
    expect(answer).toEqual({ ...refused, Result: resultTexts.unknownUser, CreditSMS: "", CreditMMS: "" });
  });
});

describe("Authenticate2", () => {
  test("names every kind of credit, SMS and MMS always", async () => {
    const answer = await desk.client.authenticate2({ user: desk.user });
    const Credits = [
      { Type: "SMS", Value: "10" },
      { Type: "MMS", Value: "2" },
      { Type: "EML", Value: "1" },
    ];
    expect(answer).toEqual({ ...prepaid, Credits });
    expect((await desk.client.authenticate2({ user: desk.bare })).Credits).toEqual([
      { Type: "SMS", Value: "0" },
      { Type: "MMS", Value: "0" },
    ]);
  });

  test("a wrong password gives the failure record", async () => {
    const answer = await desk.client.authenticate2({ user: { ...desk.user, Password: "wrong" } });
    expect(answer).toEqual({ ...refused, Result: resultTexts.unknownUser, Credits: [] });
  });
});

describe("KeepAlive", () => {
  test("returns OK for the correct password", async () => {
    expect(await desk.client.keepAlive({ user: desk.user })).toEqual({ Result: "OK" });
    expect(await desk.client.keepAlive({})).toEqual({ Result: resultTexts.unknownUser });
  });
});

test.each(["soap11", "soap12", "httpGet", "httpPost"] as const)(
  "the HTTP_ operations over %s respond alike",
  async (binding) => {
    const { client, user } = desk;
    const flat = { customerID: 42, userName: "api", userPassword: password };
    expect(await client.httpAuthenticate(flat, { binding })).toEqual(await client.authenticate({ user }));
    expect(await client.httpAuthenticate2(flat, { binding })).toEqual(await client.authenticate2({ user }));
    expect(await client.httpKeepAlive(flat, { binding })).toEqual({ Result: "OK" });
    const nobody = { ...flat, userPassword: undefined };
    expect(await client.httpKeepAlive(nobody, { binding })).toEqual({ Result: resultTexts.unknownUser });
  },
);

describe("blocked states, returned only for the right password", () => {
  test("a blocked user, then a blocked customer", async () => {
    const own = await openDesk();
    const wrong = { ...own.user, Password: "wrong" };
    await own.store.accounts.setUserState(42, "api", "blocked");
    expect(await own.client.keepAlive({ user: own.user })).toEqual({ Result: resultTexts.userBlocked });
    expect(await own.client.keepAlive({ user: wrong })).toEqual({ Result: resultTexts.unknownUser });
    await own.store.accounts.setUserState(42, "api", "active");
    await own.store.accounts.setCustomerState(42, "blocked");
    expect(await own.client.keepAlive({ user: own.user })).toEqual({ Result: resultTexts.customerBlocked });
    expect(await own.client.keepAlive({ user: wrong })).toEqual({ Result: resultTexts.unknownUser });
    await own.close();
  });
});

describe("without credentials", () => {
  test("GetGreeting returns the greeting", async () => {
    expect(await desk.client.getGreeting({})).toBe("Messenger");
    expect(await desk.client.getGreeting({}, { binding: "httpGet" })).toBe("Messenger");
  });

  test("Diag returns OK, or the problem", async () => {
    const own = await openDesk();
    expect(await own.client.diag({})).toBe("OK");
    await own.close();
    expect(await own.client.diag({})).toBe("Error: the message store does not answer");
  });

  test.each([
    [new StoreError("full", "/var/lib/messenger.db"), "the disk of the message store is full"],
    [new StoreError("readOnly"), "the message store cannot be written"],
    [new StoreError("busy"), "the message store does not answer"],
    [new Error("no store"), "the message store does not answer"],
  ])("Diag when the store says %p", async (error, want) => {
    const logged: unknown[] = [];
    const silent = () => undefined;
    const log = { info: silent, warn: silent, error: (fields: unknown) => void logged.push(fields) };
    const store = {
      ...desk.store,
      check: async () => {
        throw error;
      },
    };
    const dependencies = { store, deliveryProblem: silent } as unknown as Parameters<typeof diagnose>[0];
    expect(await diagnose(dependencies, log)).toBe(want);
    expect(logged).toEqual([{ err: error }]);
    expect(documentedRows(page, "Diag").map(([text]) => text)).toContain(want);
  });
});
