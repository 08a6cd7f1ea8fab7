/**
 * Milliseconds. Bounds a hang, nothing else: below the time-out of a test, so that the condition is named. Mutations, of
 * which many are such a hang, are given up earlier.
 */
const limit = Number(process.env["MESSENGER_PATIENCE"] ?? 50_000);

/** Resolves when a condition holds that something else brings about, another process or the other end of a connection. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + limit;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${limit} ms: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
