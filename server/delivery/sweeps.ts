import type { Store } from "../ports/store.js";

/** Milliseconds. */
export interface SweepTimes {
  /** A message that could not be sent for so long after it was due expires. */
  readonly validity: number;
  /** A message without a receipt for so long after it was sent becomes Unknown. */
  readonly receipt: number;
  /** A receipt that fits no message is forgotten after so long. */
  readonly unmatched: number;
}

/** Most rows that one commit of a sweep changes. */
const batch = 500;

async function untilFew(step: () => Promise<number>): Promise<void> {
  while ((await step()) >= batch);
}

/** Ends what time has ended. */
export async function runSweeps(
  { delivery }: Pick<Store, "delivery">,
  now: number,
  { validity, receipt, unmatched }: SweepTimes,
): Promise<void> {
  await untilFew(() => delivery.expire(now, validity, batch));
  await untilFew(() => delivery.giveUp(now - receipt, now, batch));
  await untilFew(() => delivery.forgetUnmatched(now - unmatched, batch));
}
