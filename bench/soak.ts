import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryOf } from "./process-tree.js";
import { delivered, messengerGateway } from "./product/messenger-gateway.js";

/**
 * `node dist/bench/soak.js [MINUTES] [--save]`: sends without a pause for so many minutes (default 10), with a receipt for
 * each message, and reports the resident memory and the rate of each minute.
 */
const minutes = Number(process.argv.find((argument) => /^\d+$/u.test(argument)) ?? "10");
const batch = 2_000;
const file = "bench/results/soak.md";

interface Minute {
  readonly messages: number;
  /** MB. */
  readonly resident: number;
}

async function soak(): Promise<readonly Minute[]> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-soak-"));
  const gateway = await messengerGateway(join(folder, "own"), "receipts", batch);
  try {
    const found: Minute[] = [];
    for (let minute = 0; minute < minutes; minute++) {
      const end = performance.now() + 60_000;
      let messages = 0;
      for (; performance.now() < end; messages += batch) await delivered(gateway);
      found.push({ messages, resident: memoryOf(gateway.child, "now") });
      process.stdout.write(`${row(found.at(-1), minute)}\n`);
    }
    return found;
  } finally {
    await gateway.close();
    rmSync(folder, { recursive: true });
  }
}

function row(minute: Minute | undefined, index: number): string {
  const { messages = 0, resident = 0 } = minute ?? {};
  return `| ${index + 1} | ${messages} | ${resident.toFixed(0)} |`;
}

const found = await soak();
if (process.argv.includes("--save")) {
  const total = found.reduce((sum, { messages }) => sum + messages, 0);
  writeFileSync(
    file,
    `# Soak\n\nWritten by \`node dist/bench/soak.js ${minutes} --save\`: ${total} messages in ${minutes} minutes, 32 callers, each message on disk,\n` +
      `submitted over SMPP and confirmed by a receipt. Resident memory of the server at the end of each minute. Node ${process.version}.\n\n` +
      "| Minute | Messages | Memory, MB |\n| ---: | ---: | ---: |\n",
  );
  for (const [index, minute] of found.entries()) appendFileSync(file, `${row(minute, index)}\n`);
}
