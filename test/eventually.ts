/**
 * Milliseconds. Bounds a hang, nothing else: below the time-out of a test, so that the condition is named. Mutations, of
 * which many are such a hang, are given up earlier.
 */
const limit = Number(process.env["MESSENGER_PATIENCE"] ?? 150_000);

/**
 * Waits until something holds that others have still to bring about, another process or the other end of a connection: the
 * very thing that is asserted next, for nothing that was seen says that another thing has arrived, too.
 */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + limit;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${limit} ms: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
