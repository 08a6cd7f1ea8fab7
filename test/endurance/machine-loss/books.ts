import { expect } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { eventually } from "../../eventually.js";
import { type ChargedMessage, chargedMessages, chargedRecipients } from "../smpp-books.js";
import { sender } from "./files.js";
import type { Load } from "./load.js";
import type { ServiceOnCluster } from "./service.js";

const { Delivered, Submitting } = RecipientState;

/** Until nothing waits, neither messages nor callbacks. */
async function untilQuiet(store: Store, refusals: ReadonlyMap<unknown, number>): Promise<void> {
  let left: unknown;
  const isQuiet = async (): Promise<boolean> => {
    const queues = await store.links.queues();
    const busy = queues.filter(
      ({ waiting, underWay, withoutReceipt }) => waiting + underWay + withoutReceipt > 0,
    );
    const callbacks = await store.callbacks.list({ customerId: undefined, failed: false }, 3);
    left = { busy, callbacks };
    return busy.length + callbacks.length === 0;
  };
  await eventually(isQuiet).catch((cause: unknown) => {
    throw new Error(`still not quiet: ${JSON.stringify({ left, refusals: [...refusals] })}`, { cause });
  });
}

/** Messages of customers that have callbacks, with another number of them than one. */
function withoutCallback(
  messages: readonly ChargedMessage[],
  ids: ReadonlyMap<number, ReadonlySet<string>>,
): readonly ChargedMessage[] {
  return messages.filter(({ state, number }) => state === Delivered && ids.get(number)?.size !== 1);
}

/** Files that were acknowledged and are not there in full, and those that are there in part or twice. */
function wrongFiles({ files }: Load["files"], stored: readonly ChargedMessage[]): readonly unknown[] {
  const transactions = new Map<string, string[]>();
  for (const { phone, id } of stored) transactions.set(phone, [...(transactions.get(phone) ?? []), id]);
  return files.filter(({ phones, transaction }) => {
    const found = new Set(phones.flatMap((phone) => transactions.get(phone) ?? [undefined]));
    const isOnce = phones.every((phone) => (transactions.get(phone)?.length ?? 0) <= 1);
    return !isOnce || found.size !== 1 || (transaction !== undefined && !found.has(transaction));
  });
}

/** Nothing that was acknowledged is lost, nothing that was refused is stored, nothing is sent twice, and the books are exact. */
export async function expectExact(load: Load, { cluster, smsc, receiver }: ServiceOnCluster): Promise<void> {
  const { oneShots, callers, smpp } = load;
  const store = await openPostgresStore(cluster.url);
  try {
    await untilQuiet(store, smsc.refusals);
    const [stored, submitted] = [await chargedMessages(store, 42), await chargedMessages(store, 43)];
    const ofFiles = await chargedRecipients(store, sender.customer);
    const byPhone = new Map([...stored.values()].map((each) => [each.phone, each]));
    const answers = callers.flatMap((caller) => caller.answers);
    const all = [...stored.values(), ...submitted.values(), ...ofFiles];
    const sent = smsc.accepted.map(({ phone }) => phone);
    const seen = new Set<string>();
    expect({
      unexpected: oneShots.unexpected,
      refused: answers.filter(({ result }) => result !== "OK"),
      lost: oneShots.of("accepted").filter(({ phone, detail }) => stored.get(detail)?.phone !== phone),
      lostOfCallers: answers.filter(({ phone, transaction }) => stored.get(transaction)?.phone !== phone),
      lostOfSmpp: [...smpp.answered].filter(([id, phone]) => submitted.get(id)?.phone !== phone),
      wrongFiles: wrongFiles(load.files, ofFiles),
      storedThoughRefused: oneShots.of("unavailable").filter(({ phone }) => byPhone.has(phone)),
      storedTwice: stored.size - byPhone.size,
      sentTwice: sent.filter((phone) => seen.size === seen.add(phone).size),
      withoutCallback: withoutCallback([...stored.values(), ...ofFiles], receiver.ids),
      // Messages that are not delivered are uncertain and held for a decision.
      otherStates: all.filter(({ state }) => state !== Delivered && state !== Submitting),
    }).toEqual({
      ...{ unexpected: [], refused: [], lost: [], lostOfCallers: [], lostOfSmpp: [], wrongFiles: [] },
      ...{ storedThoughRefused: [], storedTwice: 0, sentTwice: [], withoutCallback: [], otherStates: [] },
    });
    const uncertain = all.filter(({ state }) => state === Submitting).length;
    console.info(`${uncertain} of ${all.length} messages uncertain, ${receiver.posts} callbacks`);
  } finally {
    await store.close();
  }
}
