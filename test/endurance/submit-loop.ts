import { openStore } from "#server/storage/index.js";
import { submission } from "../storage/fixtures.js";

/** Submits in an endless loop, 16 at once, and prints every acknowledged transaction id. Arguments: URL, prefix. */
const [url = "", prefix = ""] = process.argv.slice(2);
const { outbox } = await openStore(url);
let last = 0;

async function submitWithoutEnd(): Promise<never> {
  for (;;) {
    last += 1;
    const id = `${prefix}-${last}`;
    const outcome = await outbox.submit(submission(id, { at: Date.now(), dueAt: Date.now() }));
    if (outcome.kind === "accepted") process.stdout.write(`${id}\n`);
  }
}

await Promise.all(Array.from({ length: 16 }, submitWithoutEnd));
