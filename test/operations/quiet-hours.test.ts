import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MessengerClient } from "messenger-client";
import { serviceZone } from "#server/domain/time-zone.js";
import { ids } from "../samples/service.js";
import { noon } from "./desk.js";
import { answerOf, type Given, type OperationName } from "./result-texts/every-operation.js";
import { type Caller, openCaller } from "./v1-caller.js";

let caller: Caller;
let client: MessengerClient;

beforeAll(async () => {
  caller = await openCaller();
  client = new MessengerClient({ url: caller.service.url });
  await caller.service.store.coverage.setPrices(undefined, [{ prefix: "", price: 1_000 }], 0);
});
afterAll(() => caller.service.close());

const at = (time: string): number => Date.parse(`2030-01-${time}:00Z`);
const [gb, nepal] = ["447700900123", "9779841234567"];
const list = { list: { id: ids.plainList, offset: 0, count: 2 } };
const smartList = { smartList: { id: ids.smartList, count: 2, filters: [] } };

interface Row {
  readonly name: OperationName;
  readonly window?: string;
  readonly given?: Partial<Given>;
  /** Absent: at noon, at once. */
  readonly due?: number;
  /** Whether the message keeps the quiet hours. Default: true. */
  readonly keeps?: boolean;
}

// The clock of the service stands at noon, UTC: members of the lists are in the United States, at 2:00 in Hawaii.
test.each<Row>([
  { name: "SendSmsToDistributionList", given: list, due: at("15T18:00") },
  { name: "HTTP_SendSmsToDistributionList", given: list, due: at("15T18:00") },
  { name: "SendSmsToSmartList", given: smartList, due: at("15T18:00") },
  { name: "SendSms2", given: { phones: "12025550101" }, due: at("15T18:00") },
  { name: "SendSms2", given: { phones: `12025550101\n${nepal}` } },
  { name: "SendSms2", given: { phones: gb } },
  { name: "SendSms2", window: "11:30-12:15", given: { phones: gb }, due: at("15T12:15") },
  { name: "SendSms2", window: "12:15-12:30", given: { phones: gb } },
  // The time that is asked for is the earliest: outside of the window, in it, in the past.
  { name: "SendSms2", given: { phones: gb, defDate: "20300115203000" }, due: at("15T20:30") },
  { name: "SendSms2", given: { phones: gb, defDate: "20300115220000" }, due: at("16T08:00") },
  { name: "SendSms2", given: { phones: nepal, defDate: "20300115220000" }, due: at("16T02:15") },
  {
    name: "SendSms2",
    window: "09:00-13:00",
    given: { phones: gb, defDate: "20200101000000" },
    due: at("15T13:00"),
  },
  // Other sends leave at once, also to several numbers.
  { name: "SendSms", window: "09:00-13:00", keeps: false },
  { name: "SendSms", window: "09:00-13:00", given: { phones: `${gb},${nepal}` }, keeps: false },
  { name: "SendSms", given: { phones: gb, defDate: "20300115220000" }, due: at("15T22:00"), keeps: false },
  { name: "SendBinarySms", window: "09:00-13:00", keeps: false },
  { name: "SendSmsXml", window: "09:00-13:00", keeps: false },
  { name: "SendMMS", window: "09:00-13:00", keeps: false },
])(
  "%#: $name in $window is due at $due",
  async ({ name, window = "21:00-08:00", given, due = noon, keeps = true }) => {
    const { accounts, outbox, desk } = caller.service.store;
    await accounts.changeCustomer(42, { quietHours: window });
    const answer = await answerOf(client, name, given ?? {});
    const { Result, TransactionID: id = "" } = answer as {
      readonly Result: string;
      readonly TransactionID?: string;
    };
    expect(Result).toBe("OK");
    expect((await outbox.statistics(42, id))?.dueAt).toBe(due);
    const [found] = await desk.candidates({ kind: "transaction", id }, undefined, 1);
    expect(await desk.message(found?.id ?? 0)).toMatchObject({
      quietHours: keeps ? `${window} ${serviceZone}` : undefined,
    });
    const status = JSON.stringify(await answerOf(client, "GetSmsStatus", { transaction: id }));
    expect(status.includes("SMSC_DEFERRED")).toBe(due > noon);
  },
);

test("without quiet hours nothing is kept", async () => {
  const { accounts, desk } = caller.service.store;
  await accounts.changeCustomer(42, { quietHours: undefined });
  const { TransactionID: id = "" } = (await answerOf(client, "SendSms2", { phones: gb })) as {
    readonly TransactionID?: string;
  };
  const [found] = await desk.candidates({ kind: "transaction", id }, undefined, 1);
  expect((await desk.message(found?.id ?? 0))?.quietHours).toBeUndefined();
});
