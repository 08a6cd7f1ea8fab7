import { afterEach, describe, expect, test } from "@jest/globals";
import {
  createLink,
  readReceipt,
  type SmppLink,
  type SmppLinkOptions,
  type SubmitResponse,
} from "#server/networks/smpp/index.js";
import { responseKeys, idKey } from "#server/domain/delivery/submitting/message-id.js";
import { eventually } from "../../eventually.js";
import { ManualClock } from "../../work/delivery/manual-clock.js";
import { submitSm } from "./pdus.js";
import { StormSmsc, type StormOptions } from "./storm-smsc.js";

/** Real milliseconds between two looks whether time has to pass. */
const look = 2;

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Run {
  readonly storm: StormSmsc;
  readonly link: SmppLink;
  /** Last response to each message. */
  readonly answers: readonly SubmitResponse[];
  /** Ids that receipts named. */
  readonly receipted: readonly string[];
}

/** True if a link only waits for its timers: messages in flight were dropped, and nothing more can be sent. */
function waitsForTime(link: SmppLink, swallowed: number, queued: number): boolean {
  const { binds } = link.state();
  const underWay = binds.reduce((sum, { window }) => sum + window.used, 0);
  const settled = binds.every(({ phase }) => phase === "bound" || phase === "waiting");
  const blocked = link.free === 0 || (queued === 0 && underWay > 0);
  return blocked && settled && underWay === swallowed;
}

/** Sends messages like the outbox: unsent ones are sent again, uncertain ones are not. */
async function send(
  count: number,
  stormOptions: StormOptions,
  linkOptions: Partial<SmppLinkOptions> = {},
): Promise<Run> {
  const clock = new ManualClock();
  const storm = await StormSmsc.listen({ ...stormOptions, now: () => clock.now() });
  const receipted: string[] = [];
  const queue = Array.from({ length: count }, (_, index) => index);
  const answers: SubmitResponse[] = [];
  let left = count;
  let pump = (): void => undefined;
  const link = createLink({
    name: "operator",
    host: "127.0.0.1",
    port: storm.port,
    systemId: "shop",
    password: "secret",
    onFree: () => {
      pump();
    },
    onDeliver: async (pdu) => {
      const id = readReceipt(pdu)?.messageId;
      if (id !== undefined) receipted.push(id);
      return 0;
    },
    log: quiet,
    clock,
    random: () => 1,
    ...linkOptions,
  });
  const timer = setInterval(() => {
    const late = answers.filter((answer) => answer.kind === "uncertain" && answer.reason === "timeout");
    if (waitsForTime(link, storm.counts.swallowed - late.length, queue.length)) clock.advance(100);
  }, look);
  closing.push(
    async () => {
      clearInterval(timer);
      const stopped = link.stop();
      clock.advance(60_000);
      await stopped;
    },
    () => storm.close(),
  );
  const take = async (index: number): Promise<void> => {
    const phone = `1202555${String(index).padStart(4, "0")}`;
    const answer = await link.submit(submitSm({ destination: { ton: 1, npi: 1, address: phone } }));
    answers[index] = answer;
    if (answer.kind === "unsent" || (answer.kind === "response" && answer.status === 0x58))
      queue.unshift(index);
    else left--;
    pump();
  };
  pump = () => {
    while (link.free > 0) {
      const index = queue.shift();
      if (index === undefined) return;
      void take(index);
    }
  };
  link.start();
  await eventually(() => left === 0);
  return { storm, link, answers, receipted };
}

const accepted = ({ answers }: Run): number =>
  answers.filter((answer) => answer.kind === "response" && answer.status === 0).length;

describe("a link in a storm", () => {
  test("responses in any order find their messages", async () => {
    const run = await send(300, { seed: 1, outOfOrder: 7, refuses: (phone) => phone.endsWith("7") });
    const wanted = new Map(run.storm.accepted.map(({ id, phone }) => [phone, id]));
    run.answers.forEach((answer, index) => {
      const phone = `1202555${String(index).padStart(4, "0")}`;
      expect(answer).toMatchObject(
        phone.endsWith("7")
          ? { kind: "response", status: 0x0b, messageId: "" }
          : { kind: "response", status: 0, messageId: wanted.get(phone) },
      );
    });
  });

  test("messages accepted before the connection was lost are uncertain, and none is doubled", async () => {
    const run = await send(300, { seed: 2, drop: 0.01 }, { window: 10 });
    const uncertain = run.answers.filter(({ kind }) => kind === "uncertain").length;
    expect(run.storm.counts.drops).toBeGreaterThan(0);
    expect(uncertain).toBeGreaterThanOrEqual(run.storm.counts.drops);
    expect(uncertain).toBeLessThanOrEqual(run.storm.counts.drops * 10);
    expect(accepted(run) + uncertain).toBe(300);
    expect(run.storm.doubledMessages).toBe(0);
  });

  test("a message without a response is uncertain, and the bind is renewed without losing the others", async () => {
    const run = await send(100, { seed: 3, swallow: 0.1 }, { window: 4, timers: { response: 150 } });
    const uncertain = run.answers.filter(({ kind }) => kind === "uncertain");
    expect(run.storm.counts.swallowed).toBeGreaterThan(4);
    expect(uncertain.map((answer) => answer.kind === "uncertain" && answer.reason)).toEqual(
      uncertain.map(() => "timeout"),
    );
    expect(uncertain).toHaveLength(run.storm.counts.swallowed);
    expect(accepted(run)).toBe(100 - uncertain.length);
    await eventually(() => (run.link.state().binds[0]?.connects ?? 0) > 1);
  });

  test("octets that are not a PDU end the connection and not the link", async () => {
    const run = await send(200, { seed: 4, garbage: 0.005 });
    expect(run.storm.counts.garbage).toBeGreaterThan(0);
    expect(run.answers.every(({ kind }) => kind !== "unsent")).toBe(true);
    expect(run.storm.doubledMessages).toBe(0);
  });

  test("throttling slows the bind down and loses nothing", async () => {
    const run = await send(120, { seed: 5, throttleAbove: 50 });
    expect(accepted(run)).toBe(120);
    expect(run.storm.counts.throttled).toBeGreaterThan(0);
    expect(run.storm.doubledMessages).toBe(0);
    expect(run.link.state().binds[0]?.rate.limit).toBeLessThan(60);
  });

  test.each(["same", "decimal", "upperCase"] as const)(
    "receipts before and after the responses, twice, with ids as %s, in single octets",
    async (receiptIds) => {
      const run = await send(100, { seed: 6, receipts: "mixed", doubled: 0.3, receiptIds, byOctet: true });
      await eventually(() => run.storm.confirmed.size === 100);
      const keys = new Map(run.answers.flatMap((answer, index) => keysOf(answer).map((key) => [key, index])));
      const matched = run.receipted.map((id) => {
        const key = responseKeys(id, "auto").find((each) => keys.has(each));
        return key === undefined ? undefined : keys.get(key);
      });
      expect(matched).not.toContain(undefined);
      expect(new Set(matched).size).toBe(100);
      expect(run.receipted.length).toBeGreaterThan(100);
    },
  );

  test("everything at once on three transmitters and receivers", async () => {
    const run = await send(
      400,
      { seed: 7, drop: 0.004, garbage: 0.002, outOfOrder: 5, receipts: "mixed", doubled: 0.1 },
      { mode: "transmitter+receiver", binds: 3, window: 5 },
    );
    const uncertain = run.answers.filter(({ kind }) => kind === "uncertain").length;
    expect(accepted(run) + uncertain).toBe(400);
    expect(run.storm.doubledMessages).toBe(0);
    await eventually(() => run.storm.confirmed.size === run.storm.accepted.length);
  });
});

const keysOf = (answer: SubmitResponse): readonly string[] =>
  answer.kind === "response" ? [idKey(answer.messageId)] : [];
