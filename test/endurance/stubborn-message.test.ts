import { afterEach, describe, expect, test } from "@jest/globals";
import { RecipientState } from "../../server/domain/recipient-state.js";
import { Exchange } from "../delivery/exchange.js";
import { accept, answering, many, refusals, seeded, type Submit } from "../delivery/habits.js";
import type { SmscConnection } from "../delivery/smpp/test-smsc.js";
import { eventually } from "../eventually.js";

/** All of it with MESSENGER_ENDURANCE=full; a tenth otherwise. */
const runs = process.env["MESSENGER_ENDURANCE"] === "full" ? 100 : 10;
const messages = 1_000;
const lifetime = 120 * 60_000;
const stubborn = "12025559999";

let exchange: Exchange | undefined;

afterEach(async () => {
  await exchange?.close();
  exchange = undefined;
});

type Refuse = (pdu: Submit, connection: SmscConnection) => void;

/** Milliseconds until an SMSC has accepted all messages, each response up to 3 ms late by chance. */
async function timeOf(
  seed: number,
  { recipients, refuse }: { recipients: readonly string[]; refuse: (phone: string) => Refuse | undefined },
): Promise<number> {
  const open = await Exchange.open();
  exchange = open;
  const random = seeded(seed);
  const accepted = new Set<string>();
  const smsc = await open.smsc(
    answering((pdu, connection) => {
      const phone = pdu.destination.address;
      const respond =
        refuse(phone) ??
        ((): void => {
          accepted.add(phone);
          accept(pdu, connection, phone);
        });
      setTimeout(() => {
        respond(pdu, connection);
      }, random() * 3);
    }),
  );
  await open.addLink("a", smsc.port);
  const sent = await open.send({ recipients });
  const begun = performance.now();
  open.start({ now: Date.now });
  const wanted = recipients.filter((phone) => phone !== stubborn).length;
  await eventually(() => accepted.size === wanted);
  const time = performance.now() - begun;
  expect(smsc.received("bind_transceiver")).toHaveLength(1);
  const states = await open.states(sent);
  expect(states.filter((state) => state === RecipientState.Failed)).toEqual([]);
  await open.close();
  exchange = undefined;
  return time;
}

/** A hundred runs for each of the most frequent refusals; what holds for them holds for the others, a tenth of the runs. */
const often: ReadonlySet<string> = new Set(["0x14", "0x58", "0x03", "generic_nack 0x03"]);
const cases = refusals.map((each) => ({ ...each, runs: often.has(each.name) ? runs : Math.ceil(runs / 10) }));

describe.each(cases)("a message that is always answered with $name", ({ refuse, runs: count }) => {
  test(
    `does not double the time of ${messages} messages behind it, in ${count} runs`,
    async () => {
      const ratios: number[] = [];
      for (let seed = 1; seed <= count; seed++) {
        const good = many(messages);
        const alone = await timeOf(seed, { recipients: good, refuse: () => undefined });
        const behind = await timeOf(seed, {
          recipients: [stubborn, ...good],
          refuse: (phone) => (phone === stubborn ? refuse : undefined),
        });
        ratios.push(behind / alone);
      }
      process.stdout.write(`ratio of times: at most ${Math.max(...ratios).toFixed(2)}\n`);
      expect(Math.max(...ratios)).toBeLessThan(2);
    },
    lifetime,
  );
});

test(
  "throttling of 3 % leaves 80 % of the rate",
  async () => {
    const recipients = many(4 * messages);
    const ratios: number[] = [];
    for (let seed = 1; seed <= runs / 10; seed++) {
      const random = seeded(seed);
      const throttle: Refuse = (pdu, connection) => {
        connection.refuse(pdu, 0x58);
      };
      const alone = await timeOf(seed, { recipients, refuse: () => undefined });
      const throttled = await timeOf(seed, {
        recipients,
        refuse: () => (random() < 0.03 ? throttle : undefined),
      });
      ratios.push(alone / throttled);
    }
    process.stdout.write(`share of the rate: at least ${Math.min(...ratios).toFixed(2)}\n`);
    expect(Math.min(...ratios)).toBeGreaterThan(0.8);
  },
  lifetime,
);
