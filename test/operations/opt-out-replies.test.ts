import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { refusalCodes } from "#server/domain/usage/refused-calls.js";
import { sendOptOutReply } from "#server/operations/opt-out-replies.js";
import { newTransactionId } from "#server/transaction-id.js";
import { startReplies } from "#server/work/maintenance/opt-outs.js";
import { eventually } from "../eventually.js";
import { keepingLog } from "../host/greeter/server.js";
import { type Desk, noon, openDesk } from "./desk.js";

const number = "12025550199";
const hour = 3_600_000;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { incoming, optOuts } = desk.store;
  for (const [customerId, to] of [
    [42, number],
    [44, "12025550198"],
  ] as const) {
    await incoming.addNumber({ number: to, customerId }, noon);
    const words = { languages: ["en"], stopWords: [], startWords: [] } as const;
    await optOuts.setRule({
      ...words,
      customerId,
      number: "",
      stopText: "No more",
      startText: "Welcome",
      helpText: "",
    });
  }
});
afterAll(() => desk.close());

const reply = (phone: string, text: string, to = number, at = noon) =>
  desk.store.incoming.receive([{ from: phone, to, text, linkId: 1, at }]);

/** Sends what waits; resolves with the log lines. */
async function confirm(now = noon): Promise<readonly unknown[]> {
  const { store } = desk;
  const log = keepingLog();
  const dependencies = { store, now: () => now, newTransactionId, wakeDelivery: () => undefined };
  const send = (each: Parameters<typeof sendOptOutReply>[1]) => sendOptOutReply(dependencies, each);
  const replies = startReplies({ store, now: () => now, mayRun: () => true, send, log });
  await eventually(async () => (await store.optOuts.replies(1)).length === 0);
  await replies.close();
  return log.lines.map(({ fields }) => fields["reason"]);
}

const sms = async () =>
  (await desk.store.accounts.balances(42)).find(({ kind }) => kind === "SMS")?.amount ?? 0;

const sentTo = async (phone: string) =>
  (
    await desk.store.desk.candidates({ kind: "number", number: { digits: phone, whole: true } }, undefined, 9)
  ).map(({ originator }) => originator);

describe("a confirmation", () => {
  test("is sent to the number that opted out, from the one it wrote to, and charged", async () => {
    const before = await sms();
    await reply("12025550101", "STOP");
    expect(await confirm()).toEqual([]);
    expect([await sentTo("12025550101"), before - (await sms())]).toEqual([[number], 1_000]);
    await reply("12025550101", "stop");
    await reply("12025550101", "start");
    expect(await confirm()).toEqual([]);
    expect([await sentTo("12025550101"), before - (await sms())]).toEqual([[number, number], 2_000]);
  });

  test("is sent once, whatever happens to the end of its row", async () => {
    await reply("12025550102", "STOP");
    const [waiting] = await desk.store.optOuts.replies(1);
    if (waiting === undefined) throw new Error("no confirmation waits");
    const { store } = desk;
    const dependencies = { store, now: () => noon, newTransactionId, wakeDelivery: () => undefined };
    const send = () => sendOptOutReply(dependencies, waiting);
    expect([(await send()).ok, (await send()).ok]).toEqual([true, true]);
    expect(await sentTo("12025550102")).toEqual([number]);
    await confirm();
  });

  test.each([
    {
      title: "to a number on the blacklist for all",
      prepare: () => desk.store.coverage.addToBlacklist(undefined, ["12025550103"], noon),
      want: refusalCodes.allRejected,
    },
    {
      title: "of a customer that may not send",
      prepare: () => desk.store.accounts.changeCustomer(42, { maySend: false }),
      want: refusalCodes.sendingOff,
    },
  ])("$title is not sent, with a line in the log", async ({ prepare, want }) => {
    await prepare();
    await reply("12025550103", "STOP");
    expect(await confirm()).toEqual([want]);
    expect(await sentTo("12025550103")).toEqual([]);
    await desk.store.accounts.changeCustomer(42, { maySend: true });
    await reply("12025550103", "START");
    await confirm();
  });

  test("without credit, or an hour late, is not sent", async () => {
    await reply("12025550104", "STOP", "12025550198");
    expect(await confirm()).toEqual([refusalCodes.insufficientCredit]);
    await reply("12025550105", "STOP");
    expect(await confirm(noon + hour + 1)).toEqual(["late"]);
    expect([...(await desk.store.coverage.blacklisted(42, ["12025550105"]))]).toEqual(["12025550105"]);
  });
});
