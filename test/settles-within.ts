/** Turns of the event loop behind the time: a busy machine makes them longer, and what is tested has one for each of its steps. */
const turns = 200;

const sleep = (time: number): Promise<boolean> => new Promise((resolve) => setTimeout(resolve, time, false));

/**
 * Whether a promise settles within a time that is promised, as this process counts it: a timer, and some turns of the event loop in
 * which others that are due as well are served. A wall time that is asserted fails on a busy machine.
 */
export async function settlesWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  if (await Promise.race([settled, sleep(milliseconds)])) return true;
  for (let turn = 0; turn < turns; turn++) if (await Promise.race([settled, sleep(5)])) return true;
  return false;
}
