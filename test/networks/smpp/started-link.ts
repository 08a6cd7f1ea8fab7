import { afterEach } from "@jest/globals";
import { createLink, type SmppLink, type SmppLinkOptions } from "#server/networks/smpp/index.js";
import type { Pdu } from "#server/networks/smpp/codec/pdu.js";
import { eventually } from "../../eventually.js";
import { ManualClock } from "../../work/delivery/manual-clock.js";
import { type Habit, type SmscConnection, TestSmsc, wellBehaved } from "./test-smsc.js";

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

export interface Setting {
  readonly smsc: TestSmsc;
  readonly link: SmppLink;
  readonly clock: ManualClock;
  /** How often `onFree` was called. */
  readonly freed: () => number;
}

/** A started link to an SMSC of some habit. */
export async function start(habit?: Habit, options: Partial<SmppLinkOptions> = {}): Promise<Setting> {
  const smsc = await TestSmsc.listen(habit);
  const clock = new ManualClock();
  let freed = 0;
  const link = createLink({
    name: "operator",
    host: "127.0.0.1",
    port: smsc.port,
    systemId: "shop",
    password: "secret",
    onFree: () => {
      freed++;
    },
    onDeliver: async () => 0,
    log: quiet,
    clock,
    random: () => 0,
    ...options,
  });
  closing.push(async () => {
    const stopped = link.stop();
    clock.advance(120_000);
    await smsc.close();
    await stopped;
  });
  link.start();
  return { smsc, link, clock, freed: () => freed };
}

/** A link that may send. */
export async function bound(habit?: Habit, options?: Partial<SmppLinkOptions>): Promise<Setting> {
  const setting = await start(habit, options);
  await eventually(() => setting.freed() > 0);
  return setting;
}

/** Binds, but leaves messages to the test. */
export const silent: Habit = (pdu, connection) => {
  if (pdu.command !== "submit_sm") wellBehaved()(pdu, connection);
};

/** The states of its binds. */
export const phases = ({ link }: Setting): readonly string[] => link.state().binds.map(({ phase }) => phase);

/** Accepts a message. */
export function answer(connection: SmscConnection, pdu: Pdu, messageId: string): void {
  connection.send({ command: "submit_sm_resp", messageId, tlvs: [] }, 0, pdu.sequence);
}
