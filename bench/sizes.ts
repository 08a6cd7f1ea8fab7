import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contractOf, shapes } from "./shapes.js";

/**
 * `node dist/bench/sizes.js [LARGEST] [SHAPE...] [--save]`: what `messenger-gen` takes for contracts of 1,250 types or operations up to LARGEST
 * (default 20,000), each twice the one before, in each shape.
 */
const [first = "", ...named] = process.argv.slice(2).filter((argument) => argument !== "--save");
const largest = /^\d+$/.test(first) ? Number(first) : 20_000;
const wanted = /^\d+$/.test(first) ? named : [first, ...named].filter((name) => name !== "");
const sizes: number[] = [];
for (let size = 1_250; size <= largest; size *= 2) sizes.push(size);

interface Run {
  readonly seconds: number;
  readonly megabytes: number;
  /** Bytes of the output; 0 when the contract was refused. */
  readonly written: number;
  /** Why it was refused. */
  readonly refused: string | undefined;
}

/** Runs in the child when it ends. */
const report = `process.on("exit", () => {
  const { userCPUTime, maxRSS } = process.resourceUsage();
  require("node:fs").writeFileSync(process.env.MESSENGER_USAGE, JSON.stringify({ userCPUTime, maxRSS }));
});`;

const folder = mkdtempSync(join(tmpdir(), "messenger-sizes-"));
const preload = join(folder, "report.cjs");
writeFileSync(preload, report);

function generated(wsdl: string): Run {
  const path = join(folder, "service.wsdl");
  const out = join(folder, "out");
  const usage = join(folder, "usage.json");
  writeFileSync(path, wsdl);
  rmSync(out, { recursive: true, force: true });
  rmSync(usage, { force: true });
  const run = spawnSync(
    process.execPath,
    ["--require", preload, "bin/messenger-gen.js", path, "--out", out],
    {
      encoding: "utf8",
      env: { ...process.env, MESSENGER_USAGE: usage },
      maxBuffer: 1 << 26,
      timeout: 600_000,
    },
  );
  const text = readable(usage);
  if (text === undefined)
    return { seconds: NaN, megabytes: NaN, written: 0, refused: `ended by ${run.signal ?? "itself"}` };
  const { userCPUTime, maxRSS } = JSON.parse(text) as { userCPUTime: number; maxRSS: number };
  const refused = run.status === 0 ? undefined : (/MG\d{4}/.exec(run.stderr + run.stdout)?.[0] ?? run.stderr);
  const written = refused === undefined ? sizeOf(out) : 0;
  return { seconds: userCPUTime / 1e6, megabytes: maxRSS / 1024, written, refused };
}

function readable(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function sizeOf(out: string): number {
  const files = readdirSync(out, { recursive: true, encoding: "utf8" });
  return files
    .map((file) => statSync(join(out, file)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}

const smallest = generated(contractOf({ types: "", input: "" }));
const heading = ["Shape", ...sizes.map((size) => size.toLocaleString("en"))];
const lines = [`| ${heading.join(" | ")} |`, `| ${heading.map(() => "---").join(" | ")} |`];
process.stdout.write(`${lines.join("\n")}\n`);
try {
  for (const [name, shape] of Object.entries(shapes)) {
    if (wanted.length > 0 && !wanted.some((each) => name.includes(each))) continue;
    const cells = sizes.map((size) => cell(generated(contractOf(shape(size)))));
    lines.push(`| ${[name, ...cells].join(" | ")} |`);
    process.stdout.write(`${lines.at(-1) ?? ""}\n`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

function cell({ seconds, megabytes, written, refused }: Run): string {
  const cost = `${(seconds / smallest.seconds).toFixed(1)}x, ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`;
  return refused === undefined ? `${cost}, ${(written / 1e6).toFixed(1)} MB out` : `${refused}: ${cost}`;
}

if (process.argv.includes("--save")) {
  const text =
    "# Cost of the generator by size of the contract\n\nWritten by `node dist/bench/sizes.js --save`: user CPU time of the process as a ratio to that for a " +
    `contract of one operation (${smallest.seconds.toFixed(2)} s, ${smallest.megabytes.toFixed(0)} MB) in the same run, the same in seconds, peak resident memory, and size of the output. Node ${process.version}, ${process.arch}.\n\n`;
  writeFileSync("bench/results/sizes.md", `${text}${lines.join("\n")}\n`);
}
