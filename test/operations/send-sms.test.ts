import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { MessageType, type SoapUser } from "messenger-client";
import { resultTexts } from "#server/faces/contract/result-texts.js";
import { type Desk, message, noon, openDesk } from "./desk.js";
import { claimDue } from "../storage/claims.js";
import { ledgerOf } from "../storage/fixtures.js";

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(async () => {
  await desk.close();
});

const refused = (Result: string, RejectedNumbers: readonly string[] = []) => ({
  ...{ Result, RejectedNumbers, TransactionID: "", NetPoints: "0" },
});

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe("a refused send charges nothing, stores nothing, and returns the reason", () => {
  type Who = "user" | "postpaid" | "bare";
  const table: readonly {
    change: Partial<typeof message> | object;
    who?: Who;
    login?: Partial<SoapUser>;
    want: string;
    rejected?: readonly string[];
  }[] = [
    { change: {}, login: { Password: "wrong" }, want: resultTexts.unknownUser },
    { change: {}, login: { Name: "nobody" }, want: resultTexts.unknownUser },
    { change: {}, login: { CustomerID: 7 }, want: resultTexts.unknownUser },
    { change: {}, login: { Name: undefined, Password: undefined }, want: resultTexts.unknownUser },
    { change: { smsText: "" }, login: { Password: "wrong" }, want: resultTexts.unknownUser },
    { change: { smsText: "" }, want: resultTexts.emptyMessage },
    { change: { smsText: undefined, defDate: "tomorrow" }, want: resultTexts.emptyMessage },
    { change: { defDate: "2030-01-16", smsText: "a".repeat(153 * 255 + 1) }, want: resultTexts.badDefDate },
    { change: { smsText: "a".repeat(153 * 255 + 1), originator: "" }, want: /^605\.6 .*'smsText'/.source },
    { change: { originator: "", recipientPhone: "" }, want: resultTexts.unknownOriginator },
    { change: { originator: undefined }, want: resultTexts.unknownOriginator },
    { change: { originator: "shop" }, want: resultTexts.unknownOriginator },
    { change: { originator: "Later" }, want: resultTexts.unknownOriginator },
    { change: { originator: "TwelveChars!" }, want: resultTexts.originatorTooLong },
    { change: { originator: "a^b" }, want: resultTexts.originatorBadCharacters },
    { change: {}, who: "bare", want: resultTexts.noOriginators },
    { change: { recipientPhone: "" }, want: resultTexts.noPhone },
    { change: { recipientPhone: undefined }, want: resultTexts.noPhone },
    { change: { recipientPhone: "12025550101 12025550102" }, want: resultTexts.numberTooLong },
    {
      change: { recipientPhone: "12,0202555010" },
      want: resultTexts.allRejected,
      rejected: ["12", "0202555010"],
    },
    { change: { smsText: "a".repeat(153 * 10 + 1) }, want: resultTexts.insufficientCredit },
    {
      change: { originator: "Later", smsText: "a".repeat(307) },
      who: "postpaid",
      want: resultTexts.postpaidLimit,
    },
  ];
  test.each(table)("$want", async ({ change, who = "user", login = {}, want, rejected }) => {
    const user = { ...desk[who], ...login };
    const before = await ledgerOf(desk.store);
    const answer = await desk.client.sendSms({ user, ...message, ...change });
    expect(answer).toEqual(
      refused(want.startsWith("^") ? (expect.stringMatching(want) as unknown as string) : want, rejected),
    );
    expect(await ledgerOf(desk.store)).toEqual(before);
  });

  test("an absent user is an unknown one", async () => {
    expect(await desk.client.sendSms({ ...message })).toEqual(refused(resultTexts.unknownUser));
  });
});

describe("an accepted send", () => {
  test("is charged per part and recipient, and names what it rejected", async () => {
    const own = await openDesk();
    const answer = await own.client.sendSms({
      user: own.user,
      ...message,
      smsText: "a".repeat(161),
      recipientPhone: "12025550101, +1 202 555 0102,12025550101,12",
    });
    expect(answer).toEqual({
      Result: "OK",
      RejectedNumbers: ["12"],
      TransactionID: expect.stringMatching(guid),
      NetPoints: "6",
    });
    expect(own.wakes()).toBe(1);
    const [claimed, ...others] = await claimDue(own.store, noon, 10);
    expect(others).toHaveLength(1);
    expect(claimed).toMatchObject({ phone: "12025550101", originator: "Shop", dataCoding: 0, parts: 2 });
    await own.close();
  });

  test.each([
    {
      change: { smsText: "رمز 7", messageType: MessageType.ArabicWithArabicNumbers },
      want: { dataCoding: 8, text: "رمز ٧" },
    },
    { change: { flash: true }, want: { dataCoding: 0x10 } },
    { change: { smsText: "Привет", flash: true }, want: { dataCoding: 0x18 } },
  ])("goes to the gateway as $want", async ({ change, want }) => {
    const { TransactionID } = await desk.client.sendSms({ user: desk.user, ...message, ...change });
    const claimed = await claimDue(desk.store, noon, 10);
    expect(claimed).toEqual([expect.objectContaining({ transactionId: TransactionID, ...want })]);
  });

  test("of a postpaid customer returns POSTPAID", async () => {
    const answer = await desk.client.sendSms({ user: desk.postpaid, ...message, originator: "Later" });
    expect(answer).toMatchObject({ Result: "OK", NetPoints: "POSTPAID" });
  });

  test("with a future time waits for it", async () => {
    const own = await openDesk();
    const defDate = "20300115130000";
    await own.client.sendSms({ user: own.user, ...message, defDate });
    expect(own.wakes()).toBe(0);
    expect(await claimDue(own.store, noon, 10)).toEqual([]);
    expect(await claimDue(own.store, noon + 3_600_000, 10)).toHaveLength(1);
    await own.close();
  });
});

describe("a client transaction", () => {
  const transaction = { ...message, clientTransactionID: "order-1" };

  test("sent again gets the first response and is charged once, over any binding", async () => {
    const own = await openDesk();
    const flat = { customerID: 42, userName: "api", userPassword: own.user.Password };
    const answers = await Promise.all([
      own.client.sendSmsTransaction({ user: own.user, ...transaction }),
      own.client.sendSmsTransaction({ user: own.user, ...transaction, defDate: "" }, { binding: "soap12" }),
      own.client.httpSendSmsTransaction({ ...flat, ...transaction }, { binding: "httpGet" }),
      own.client.httpSendSmsTransaction({ ...flat, ...transaction }, { binding: "httpPost" }),
    ]);
    expect(new Set(answers.map(({ TransactionID }) => TransactionID)).size).toBe(1);
    expect(new Set(answers.map(({ Result }) => Result))).toEqual(new Set(["OK"]));
    expect(await own.store.accounts.balances(42)).toEqual([{ kind: "SMS", amount: 9000 }]);
    // Hashes that are stored stay valid, whatever parameters are added.
    const contentHash = "9caa4c546fc29724f7dcdbdaf11b72711c9b5433eef82742b0e7233efe25dc1a";
    const known = { id: "order-1", contentHash, keepFor: 1_000 };
    expect(await own.store.outbox.answered(42, known, noon)).toMatchObject({ kind: "repeated" });
    await own.close();
  });

  test("concurrent with another one gets its response, though the number was blacklisted between them", async () => {
    const own = await openDesk();
    const coverage: { blacklisted: typeof own.store.coverage.blacklisted } = own.store.coverage;
    const { blacklisted } = coverage;
    const send = () => own.client.sendSmsTransaction({ user: own.user, ...transaction });
    let first: ReturnType<typeof send> | undefined;
    coverage.blacklisted = async () => {
      coverage.blacklisted = blacklisted;
      first = send();
      await first;
      return new Set(["12025550101"]);
    };
    const second = await send();
    expect(second).toEqual(await first);
    expect(second.Result).toBe("OK");
    await own.close();
  });

  const conflicts: readonly object[] = [
    { smsText: "Another text" },
    { recipientPhone: "12025550102" },
    { originator: "12025550100" },
    { messageType: MessageType.ArabicWithLatinNumbers },
    { defDate: "20300116000000" },
    { blink: true },
    { flash: true },
    { Private: true },
  ];
  test("with another content is refused", async () => {
    const own = await openDesk();
    await own.client.sendSmsTransaction({ user: own.user, ...transaction });
    for (const change of conflicts) {
      const answer = await own.client.sendSmsTransaction({ user: own.user, ...transaction, ...change });
      expect(answer.Result).toMatch(/^605\.6 .*'clientTransactionID'/);
    }
    await own.close();
  });

  const changesMeanwhile: readonly { what: string; change: (own: Desk) => Promise<unknown> }[] = [
    {
      what: "the number was blacklisted",
      change: ({ store }) => store.coverage.addToBlacklist(42, ["12025550101"], noon),
    },
    {
      what: "the prefix was closed",
      change: ({ store }) => store.coverage.setPrices(undefined, [{ prefix: "1", price: undefined }], 0),
    },
    {
      what: "the originator was removed",
      change: ({ store }) => store.accounts.removeOriginator(42, "Shop"),
    },
    { what: "the credit was taken", change: ({ store }) => store.accounts.addCredit(42, "SMS", -9000, noon) },
  ];
  test.each(changesMeanwhile)("gets the first response if meanwhile $what", async ({ change }) => {
    const own = await openDesk();
    const send = () => own.client.sendSmsTransaction({ user: own.user, ...transaction });
    const first = await send();
    await change(own);
    const plain = await own.client.sendSms({ user: own.user, ...message });
    expect(plain.Result).not.toBe("OK");
    expect(await send()).toEqual(first);
    await own.close();
  });

  test("is forgotten after 24 hours", async () => {
    const own = await openDesk();
    const first = await own.client.sendSmsTransaction({ user: own.user, ...transaction });
    own.setClock(noon + 24 * 3_600_000 + 1);
    const second = await own.client.sendSmsTransaction({ user: own.user, ...transaction });
    expect(second.Result).toBe("OK");
    expect(second.TransactionID).not.toBe(first.TransactionID);
    await own.close();
  });

  test("belongs to one customer", async () => {
    const own = await openDesk();
    await own.client.sendSmsTransaction({ user: own.user, ...transaction });
    const other = await own.client.sendSmsTransaction({
      user: own.postpaid,
      ...transaction,
      originator: "Later",
    });
    expect(other.Result).toBe("OK");
    await own.close();
  });

  test("with an id over 100 characters is refused; without one it is a plain send", async () => {
    const send = (clientTransactionID: string | undefined) =>
      desk.client.sendSmsTransaction({ user: desk.user, ...message, clientTransactionID });
    expect((await send("x".repeat(101))).Result).toMatch(/^605\.6 /);
    expect((await send("x".repeat(100))).Result).toBe("OK");
    const plain = [await send(""), await send(undefined)];
    expect(plain[0]?.TransactionID).not.toBe(plain[1]?.TransactionID);
  });
});
