import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { gatewayContext } from "#server/work/delivery/gateway-context.js";
import { noCounts } from "#server/work/delivery/link-runner.js";
import { containedObserver } from "#server/work/delivery/observer.js";
import type { Receipt } from "#server/domain/delivery/claiming/attempt.js";
import type { Link } from "#server/domain/delivery/routing/link.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { keepingLog } from "../../host/greeter/server.js";
import { noon, openAccount, temporaryFolder } from "../../storage/fixtures.js";
import { RecipientState } from "#server/domain/recipient-state.js";

const folder = temporaryFolder();
let store: Store;

beforeAll(async () => {
  store = await openStore(`sqlite:${folder.path}/messenger.db`);
  await openAccount(store);
});
afterAll(async () => {
  await store.close();
  folder.remove();
});

function context(observer: Parameters<typeof containedObserver>[0]) {
  const log = keepingLog();
  const link: Link = {
    ...{ id: 1, name: "north", kind: "smpp", url: "smpp://127.0.0.1:2775", password: "", network: "north" },
    ...{ settings: {}, started: true, ofFile: false },
  };
  const make = gatewayContext({
    ...{ store, now: () => noon, log, maySend: () => true, onChange: () => undefined },
    ...{ owner: () => "p", lease: 0 },
    observer: containedObserver(observer, log),
  });
  return { log, counts: noCounts(), make, link };
}

const receipt = (messageId: string, change: Partial<Receipt> = {}): Receipt => ({
  ...{ messageId, phone: "12025550101", state: RecipientState.Delivered, at: noon, code: undefined },
  ...change,
});

test("a receipt that the store refuses leaves those of the same turn alone", async () => {
  const { counts, make, link } = context(undefined);
  const gateway = make(link, counts);
  const answers = await Promise.allSettled([
    gateway.receipt(receipt("1")),
    gateway.receipt(receipt("2", { at: "noon" as unknown as number })),
    gateway.receipt(receipt("3")),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(counts.unmatchedReceipts).toBe(2);
});

test("an observer that throws is logged, and the receipt is acknowledged", async () => {
  const broken = (): never => {
    throw new Error("observer");
  };
  const observer = { answered: broken, reported: broken, matched: broken, received: broken, ignored: broken };
  const { counts, make, link, log } = context(observer);
  await make(link, counts).receipt(receipt("4"));
  await make(link, counts).incoming({ from: "12025550101", to: "Shop", text: "Hello" });
  const events = log.lines.map(({ event }) => event);
  expect(events.filter((event) => event === "observer of delivery failed")).toHaveLength(2);
});
