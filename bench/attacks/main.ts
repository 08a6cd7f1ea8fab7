/** `node dist/bench/attacks/main.js [part of a name] [--save]`: what attacks do to other callers and to the memory. */
import { writeFileSync } from "node:fs";
import { type Attack, damageOf, type Times } from "./attack.js";
import { messages } from "./messages.js";

const one = ["127.0.0.1"];
const times: Times = { attack: 8_000, after: 1_000 };

const attacks: readonly (readonly [string, Attack, Times])[] = [
  ["nothing", { addresses: one, connections: 0 }, times],
  ["250 bodies that stop", { addresses: one, connections: 250 }, { attack: 20_000, after: 10_000 }],
  [
    "1,000 bodies that stop, from 4 addresses",
    { addresses: ["127.0.0.3", "127.0.0.4", "127.0.0.5", "127.0.0.6"], connections: 1_000 },
    { attack: 40_000, after: 10_000 },
  ],
  ...Object.keys(messages).map(
    (message) =>
      [`128 connections: ${message}`, { addresses: one, connections: 128, message }, times] as const,
  ),
];

const [part = ""] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const lines = [
  "| Attack | Worst wait of others | Median | Calls | Failed | Memory, most | Memory, after |",
  "| --- | --- | --- | --- | --- | --- | --- |",
];
for (const [name, attack, duration] of attacks.filter(([each]) => each.includes(part))) {
  const { worst, median, calls, failed, peak, after } = await damageOf(attack, duration);
  const times = [worst, median].map((time) => `${time.toFixed(0)} ms`);
  const memory = [peak, after].map((size) => `${size.toFixed(0)} MB`);
  lines.push(`| ${[name, ...times, calls, failed, ...memory].join(" | ")} |`);
  process.stdout.write(`${lines.at(-1) ?? ""}\n`);
}
if (process.argv.includes("--save"))
  writeFileSync(
    "bench/results/attacks.md",
    "# Attacks\n\nWritten by `node dist/bench/attacks/main.js --save`. Another address makes small SOAP calls during each " +
      `attack. Node ${process.version}, ${process.arch}.\n\n${lines.join("\n")}\n`,
  );
