/**
 * Milliseconds. Limits a hang only: below the time-out of a test, so that the failure names the condition. Mutations,
 * many of which hang, are ended earlier.
 */
const limit = Number(process.env["MESSENGER_PATIENCE"] ?? 150_000);

/**
 * Waits for a condition that another process or the other end of a connection brings about. Wait for exactly the
 * condition that is asserted next: an earlier observation does not imply it.
 */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + limit;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${limit} ms: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
