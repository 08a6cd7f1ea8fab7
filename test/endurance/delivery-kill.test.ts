import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { keptAttempts } from "#server/domain/delivery/settling/failed-attempt.js";
import { plainMessage } from "#server/domain/delivery/submitting/submission.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { newTransactionId } from "#server/transaction-id.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { messenger } from "../cli/messenger.js";
import { StormSmsc } from "../networks/smpp/storm-smsc.js";
import { eventually } from "../eventually.js";
import { detailsOf } from "../storage/fixtures.js";

/** All of it with MESSENGER_ENDURANCE=full; a tenth otherwise. */
const scale = process.env["MESSENGER_ENDURANCE"] === "full" ? 1 : 0.1;
const kills = 20 * scale;
const losses = 50 * scale;
const messages = 10_000 * scale;
const window = 10;
const lifetime = 20 * 60_000;

/** Messages a second over one link. */
const rate = 200;

/** Half of the messages go where a loss is held, half where it is sent again. */
const prefixes = { hold: "1202", resend: "4420" } as const;
type Policy = keyof typeof prefixes;
const half = messages / 2;

const phonesOf = (policy: Policy): readonly string[] =>
  Array.from({ length: half }, (_, index) => `${prefixes[policy]}${5_500_000 + index}`);

async function storm(seed: number): Promise<StormSmsc> {
  return StormSmsc.listen({
    ...{ seed, lifetime, drop: losses / 2 / half, outOfOrder: 8 },
    ...{ receipts: "mixed", doubled: 0.1, receiptIds: "decimal" },
  });
}

function writeConfig(path: string, storms: Readonly<Record<Policy, StormSmsc>>): void {
  const policies: readonly Policy[] = ["hold", "resend"];
  const links = policies.map((name) => ({
    ...{ name, url: `smpp://messenger@127.0.0.1:${storms[name].port}`, password: "secret" },
    settings: { window, rate, drain: 2 },
  }));
  const routes = policies.map((name) => ({ prefix: prefixes[name], link: name, uncertain: name }));
  writeFileSync(path, JSON.stringify({ links, routes }));
  chmodSync(path, 0o600);
}

async function accept({ accounts, outbox }: Store): Promise<readonly string[]> {
  await accounts.addCustomer({ id: 42, name: "Example Ltd", payment: "postpaid", limit: undefined }, 0);
  const at = Date.now();
  const all = [...phonesOf("hold"), ...phonesOf("resend")];
  const ids: string[] = [];
  for (let start = 0; start < all.length; start += 500) {
    const transactionId = newTransactionId(at);
    const recipients = all.slice(start, start + 500);
    await outbox.submit({
      ...{ transactionId, customerId: 42, userName: "api", operation: "SendSms", originator: "Shop" },
      ...{ text: "Hello", parts: 1 },
      ...plainMessage,
      ...{ at, dueAt: at, clientTransaction: undefined, recipients, refused: [] },
      charge: { kind: "SMS", amount: 1000 * recipients.length },
    });
    ids.push(transactionId);
  }
  return ids;
}

/** State of every message by its number. */
async function statesOf({ outbox }: Store, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await Promise.all(ids.map((id) => detailsOf(outbox, 42, id)));
  return new Map(rows.flat().map(({ phone, state }) => [phone, state]));
}

const { Delivered, Submitting } = RecipientState;

/** A message has ended when it is delivered, or uncertain and held. */
async function isOver(store: Store, ids: readonly string[]): Promise<boolean> {
  const queues = await store.links.queues();
  const busy = queues.some(
    ({ waiting, underWay, withoutReceipt }) => waiting + underWay + withoutReceipt > 0,
  );
  return !busy && (await statesOf(store, ids)).size === messages;
}

/** The attempts of each message are counted with the same commits that store the failed ones. */
async function expectAttempts({ desk }: Store, ids: readonly string[]): Promise<void> {
  let repeated = 0;
  for (const id of ids)
    for (const { id: message } of await desk.candidates({ kind: "transaction", id }, undefined, 500)) {
      const { attempts = 0, deferrals = 0, state, failedAttempts = [] } = (await desk.message(message)) ?? {};
      const failed = attempts + deferrals - (state === Submitting ? 0 : 1);
      repeated += failed;
      const numbers = Array.from({ length: failed }, (_, index) => index + 1);
      expect(failedAttempts.map(({ number }) => number)).toEqual(numbers.slice(-keptAttempts));
    }
  expect(repeated).toBeGreaterThanOrEqual(window);
}

/** Waits until everything is over, as long as something moves. */
async function untilOver(store: Store, ids: readonly string[]): Promise<void> {
  const queues = async (): Promise<string> => JSON.stringify(await store.links.queues());
  while (!(await isOver(store, ids))) {
    const before = await queues();
    await eventually(async () => (await queues()) !== before || (await isOver(store, ids)));
    await sleep(200);
  }
}

/** How often each number was accepted. */
function copies({ accepted }: StormSmsc): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { phone } of accepted) counts.set(phone, (counts.get(phone) ?? 0) + 1);
  return counts;
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Waits until that many messages have been accepted and the windows are full, and then until the burst of the rate is
 * used up.
 */
async function untilFull(storms: readonly StormSmsc[], wanted: number): Promise<void> {
  const accepted = (): number => storms.reduce((sum, storm) => sum + storm.accepted.length, 0);
  while (accepted() < wanted) {
    const before = accepted();
    await eventually(() => accepted() > before);
  }
  for (const storm of storms) storm.silence(true);
  await eventually(() =>
    storms.every((storm) => storm.unanswered >= window || storm.accepted.length >= half),
  );
  await sleep((10 * window * 1_000) / rate);
}

interface Serving {
  readonly config: string;
  readonly database: string;
  readonly storms: readonly StormSmsc[];
  /** Resolves when all messages are over. */
  readonly over: () => Promise<void>;
}

/** Runs servers one after the other and kills each with full windows; the last one runs until everything is over. */
async function runServers({ config, database, storms, over }: Serving): Promise<void> {
  for (let round = 0; round <= kills; round++) {
    const server = messenger([
      ...["serve", "--database", database, "--config", config, "--port", "0", "--log-level", "error"],
    ]);
    await server.until(/listens at/);
    if (round < kills) await untilFull(storms, (messages * (round + 1)) / (kills + 1));
    else await over();
    server.process.kill(round < kills ? "SIGKILL" : "SIGTERM");
    await server.ended();
    for (const storm of storms) storm.silence(false);
  }
}

test(
  `${messages} messages, ${kills} kills, ${losses} lost connections: each has one final state, and only uncertain messages may be doubled`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "messenger-storm-"));
    const storms = { hold: await storm(1), resend: await storm(2) };
    const database = `sqlite:${join(folder, "messenger.db")}`;
    const config = join(folder, "config.json");
    writeConfig(config, storms);
    const store = await openStore(database);
    try {
      const ids = await accept(store);
      await runServers({
        ...{ config, database, storms: Object.values(storms) },
        over: () => untilOver(store, ids),
      });
      const states = await statesOf(store, ids);

      const held = phonesOf("hold").filter((phone) => states.get(phone) === Submitting);
      const lossesOf = ({ counts }: StormSmsc): number => counts.drops + kills;
      expect(held.length).toBeGreaterThanOrEqual(window);
      expect(held.length).toBeLessThanOrEqual(window * lossesOf(storms.hold));
      const onHold = copies(storms.hold);
      for (const phone of phonesOf("hold")) {
        const state = states.get(phone);
        expect([Delivered, Submitting]).toContain(state);
        expect(onHold.get(phone) ?? 0).toBeLessThanOrEqual(1);
        if (state === Delivered) expect(onHold.get(phone)).toBe(1);
      }
      await expectAttempts(store, ids);
      expect((await store.links.uncertain(messages)).map(({ phone }) => phone).sort()).toEqual(held);

      const onResend = copies(storms.resend);
      for (const phone of phonesOf("resend")) {
        expect(states.get(phone)).toBe(Delivered);
        expect(onResend.get(phone) ?? 0).toBeGreaterThanOrEqual(1);
      }
      expect(storms.resend.doubledMessages).toBeLessThanOrEqual(window * lossesOf(storms.resend));
      expect(storms.hold.doubledMessages).toBe(0);
    } finally {
      await store.close();
      for (const smsc of Object.values(storms)) await smsc.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  lifetime,
);
