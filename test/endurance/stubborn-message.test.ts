import { afterEach, describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { Exchange } from "../work/delivery/exchange.js";
import { chanceOf } from "#server/demo/messages.js";
import { accept, answering, many, refusals, type Submit } from "../work/delivery/habits.js";
import type { SmscConnection, TestSmsc } from "../networks/smpp/test-smsc.js";
import { eventually } from "../eventually.js";

/** All of it with MESSENGER_ENDURANCE=full; a run each with half the messages otherwise. */
const isFull = process.env["MESSENGER_ENDURANCE"] === "full";
const runs = isFull ? 100 : 1;
const messages = isFull ? 1_000 : 500;
const lifetime = 120 * 60_000;
const stubborn = "12025559999";

const exchanges: Exchange[] = [];

afterEach(async () => {
  for (const exchange of exchanges.splice(0)) await exchange.close();
});

type Refuse = (pdu: Submit, connection: SmscConnection) => void;

/** A link at work, and the numbers whose messages its SMSC has accepted. */
interface Lane {
  readonly exchange: Exchange;
  readonly smsc: TestSmsc;
  readonly accepted: ReadonlySet<string>;
  readonly transactionId: string;
}

/** A link to an SMSC whose responses are up to 3 ms late by chance, with messages that wait for it. */
async function lane(
  seed: number,
  recipients: readonly string[],
  refusalOf: (phone: string) => Refuse | undefined,
): Promise<Lane> {
  const exchange = await Exchange.open();
  exchanges.push(exchange);
  const random = chanceOf(seed);
  const accepted = new Set<string>();
  const smsc = await exchange.smsc(
    answering((pdu, connection) => {
      const phone = pdu.destination.address;
      const refuse = refusalOf(phone);
      setTimeout(() => {
        if (refuse !== undefined) refuse(pdu, connection);
        else {
          accepted.add(phone);
          accept(pdu, connection, phone);
        }
      }, random() * 3);
    }),
  );
  await exchange.addLink("a", smsc.port);
  return { exchange, smsc, accepted, transactionId: await exchange.send({ recipients }) };
}

/**
 * Runs two links side by side, so that both have the same share of the machine; returns how many messages the one that is
 * refused some has got rid of when the other has none left, as a share of all.
 */
async function shareOf(
  seed: number,
  good: readonly string[],
  first: readonly string[],
  refusalOf: (phone: string) => Refuse | undefined,
): Promise<number> {
  const alone = await lane(seed, good, () => undefined);
  const refused = await lane(seed, [...first, ...good], refusalOf);
  for (const { exchange } of [alone, refused]) exchange.start({ now: Date.now });
  await eventually(() => alone.accepted.size === good.length);
  const share = refused.accepted.size / good.length;
  await eventually(() => refused.accepted.size === good.length);
  expect(refused.smsc.received("bind_transceiver")).toHaveLength(1);
  const states = await refused.exchange.states(refused.transactionId);
  expect(states.filter((state) => state === RecipientState.Failed)).toEqual([]);
  for (const exchange of exchanges.splice(0)) await exchange.close();
  return share;
}

/** A hundred runs for the most frequent refusals, a tenth of them for the others. */
const often: ReadonlySet<string> = new Set(["0x14", "0x58", "0x03", "generic_nack 0x03"]);
const cases = refusals.map((each) => ({ ...each, runs: often.has(each.name) ? runs : Math.ceil(runs / 10) }));

describe.each(cases)("a message that is always refused with $name", ({ name, refuse, runs: count }) => {
  test(
    `does not double the time of ${messages} messages behind it, in ${count} runs`,
    async () => {
      const shares: number[] = [];
      for (let seed = 1; seed <= count; seed++) {
        const refusalOf = (phone: string): Refuse | undefined => (phone === stubborn ? refuse : undefined);
        shares.push(await shareOf(seed, many(messages), [stubborn], refusalOf));
      }
      process.stdout.write(`${name}: at least ${Math.min(...shares).toFixed(2)} of the rate\n`);
      expect(Math.min(...shares)).toBeGreaterThan(0.5);
    },
    lifetime,
  );
});

test(
  "throttling of 3 % leaves 80 % of the rate in most runs",
  async () => {
    const throttle: Refuse = (pdu, connection) => {
      connection.refuse(pdu, 0x58);
    };
    const shares: number[] = [];
    for (let seed = 1; seed <= Math.max(3, runs / 5); seed++) {
      const random = chanceOf(seed);
      const refusalOf = (): Refuse | undefined => (random() < 0.03 ? throttle : undefined);
      shares.push(await shareOf(seed, many(4 * messages), [], refusalOf));
    }
    shares.sort((a, b) => a - b);
    const [least = 0, median = 0] = [shares[0], shares[Math.floor(shares.length / 2)]];
    process.stdout.write(`3 % throttled: ${median.toFixed(2)} of the rate, at least ${least.toFixed(2)}\n`);
    // A busy machine holds back the writer of either link for longer than the throttling does.
    expect(median).toBeGreaterThan(0.8);
    expect(least).toBeGreaterThan(0.5);
  },
  lifetime,
);
