import { describe, expect, test } from "@jest/globals";
import { maskedNumber } from "#server/domain/recipients/recipients.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { deliveryObserver } from "#server/monitoring/delivery-observer.js";
import type { DeliveryObserver } from "#server/work/delivery/observer.js";
import { Metrics } from "#server/monitoring/metrics.js";
import type { Outcome } from "#server/domain/delivery/outcomes/outcome.js";
import { keepingLog } from "../host/greeter/server.js";
import { parseExposition } from "./exposition.js";
import type { OutgoingMessage } from "#server/domain/delivery/claiming/attempt.js";

test.each([
  { phone: "12025550101", want: "*01" },
  { phone: "12345", want: "*45" },
  { phone: "1234", want: "*" },
  { phone: "", want: "*" },
])("$phone is written $want", ({ phone, want }) => {
  expect(maskedNumber(phone)).toBe(want);
});

const message: OutgoingMessage = {
  ...{ id: 1, transactionId: "t1", customerId: 42, phone: "12025550101", originator: "Shop", text: "secret" },
  ...{ dataCoding: 0, parts: 2, validUntil: 0, attempt: 3, deferrals: 0 },
};

async function observed(tell: (observer: ReturnType<typeof deliveryObserver>) => void) {
  const log = keepingLog();
  const metrics = new Metrics();
  tell(deliveryObserver(metrics, log));
  const samples = parseExposition(await metrics.print()).flatMap((family) => family.samples);
  return { lines: log.lines, samples };
}

describe("an answer", () => {
  const outcomes: readonly Outcome[] = [
    { kind: "accepted", messageId: "secret" },
    { kind: "refused", code: "2004" },
    { kind: "later", code: "58", delay: 1, counts: false },
    { kind: "later", code: "8", delay: 1, counts: true },
    { kind: "uncertain", code: "timeout" },
    { kind: "unsent" },
  ];
  test.each(outcomes)("$kind $code", async (outcome) => {
    const { lines, samples } = await observed((observer) => {
      observer.answered("l", { message, part: 2, outcome, milliseconds: 12.4 });
    });
    const code = "code" in outcome ? outcome.code : "";
    const who = { link: "l", transaction: "t1", customer: 42, to: "*01" };
    const fields = { ...who, part: 2, attempt: 3, outcome: outcome.kind, code, ms: 12 };
    expect(lines).toEqual([{ level: "info", event: "submit", fields }]);
    const named = (name: string) =>
      samples.filter((sample) => sample.name === name).map(({ value }) => value);
    expect(samples[0]?.labels).toEqual({ link: "l", outcome: outcome.kind, code });
    expect(named("messenger_link_throttles_total")).toEqual(code === "58" ? [1] : []);
    expect(named("messenger_link_answer_seconds_sum")).toEqual(outcome.kind === "unsent" ? [] : [0.0124]);
  });
});

test("a receipt and a message that came in", async () => {
  const { lines, samples } = await observed((observer) => {
    const receipt = {
      messageId: "secret",
      phone: "12025550101",
      state: RecipientState.Delivered,
      at: 0,
    } as const;
    observer.reported("l", { ...receipt, code: "x".repeat(100) }, "unmatched");
    observer.matched("l", 2);
    observer.received(
      "l",
      {
        ...{ from: "12025550101", to: "4242", text: "secret" },
        place: { reference: "r", number: 2, total: 3 },
      },
      "delivered",
    );
  });
  expect(lines).toMatchObject([
    {
      event: "receipt",
      fields: { link: "l", to: "*01", status: "SMSC_DELIVERED", code: "x".repeat(32), effect: "unmatched" },
    },
    { event: "incoming", fields: { link: "l", from: "*01", to: "*", part: 2, parts: 3 } },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/secret|1202555/);
  expect(samples).toMatchObject([
    { labels: { link: "l", effect: "unmatched" }, value: 1 },
    { labels: { link: "l", effect: "matched" }, value: 2 },
    { labels: { link: "l", effect: "delivered" }, value: 1 },
  ]);
});

const part = { ...{ from: "12025550101", to: "12025550142", text: "secret" }, place: undefined };
const receiptOf = {
  ...{ messageId: "secret", phone: "12025550101", at: 0 },
  state: RecipientState.Delivered,
} as const;

test.each<{ name: string; tell: (observer: DeliveryObserver) => void; want: string; lines: number }>([
  ...(["delivered", "kept", "stray", "repeated"] as const).map((effect) => ({
    name: `incoming messages: ${effect}`,
    tell: (observer: DeliveryObserver) => {
      observer.received("l", part, effect);
    },
    ...{
      delivered: { want: "incoming", lines: 1_000 },
      kept: { want: "incoming part", lines: 10 },
      stray: { want: "message for an unassigned number", lines: 10 },
      repeated: { want: "incoming repeated", lines: 10 },
    }[effect],
  })),
  ...(["changes", "repeats", "contradicts", "unmatched"] as const).map((effect) => ({
    name: `receipts: ${effect}`,
    tell: (observer: DeliveryObserver) => {
      observer.reported("l", receiptOf, effect);
    },
    ...{ want: "receipt", lines: effect === "changes" ? 1_000 : 10 },
  })),
])("a thousand $name: $lines lines", async ({ tell, want, lines: count }) => {
  const { lines, samples } = await observed((observer) => {
    for (let times = 0; times < 1_000; times++) tell(observer);
  });
  expect(lines).toHaveLength(count);
  expect(lines[0]).toMatchObject({
    event: want,
    fields: { link: "l", to: expect.stringMatching(/^\*\d\d$/) },
  });
  expect(samples.map(({ value }) => value)).toEqual([1_000]);
  expect(JSON.stringify(lines)).not.toMatch(/secret|1202555/);
});

test("lines of one link do not use up those of another", async () => {
  const { lines } = await observed((observer) => {
    for (let times = 0; times < 1_000; times++) observer.received("l", part, "stray");
    observer.received("m", part, "stray");
  });
  expect(lines.map(({ fields }) => fields["link"])).toEqual([...Array.from({ length: 10 }, () => "l"), "m"]);
});
