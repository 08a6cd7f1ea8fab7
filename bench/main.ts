import { writeFileSync } from "node:fs";
import { type Row, verdict } from "./measure.js";
import { bindingRows } from "./parts/bindings.js";
import { clientRows } from "./parts/client.js";
import { codecRows } from "./parts/codec.js";
import { listRows } from "./parts/lists.js";
import { smppRows } from "./parts/smpp.js";
import { bigFileRows } from "./product/big-file.js";
import { callRows } from "./product/calls.js";
import { gatewayRows } from "./product/gateway.js";
import { sendRows } from "./product/sends.js";
import { startRows } from "./product/start.js";

/**
 * `npm run bench [-- GROUP...] [-- --save]`: measures all groups or those named, prints a table for the product as it is
 * shipped and one for its parts, and keeps both with `--save`.
 */
const groups = {
  product: {
    calls: callRows,
    sends: sendRows,
    gateway: gatewayRows,
    file: bigFileRows,
    start: startRows,
  },
  parts: { bindings: bindingRows, codec: codecRows, client: clientRows, smpp: smppRows, lists: listRows },
};
const names = Object.values(groups).flatMap((group) => Object.keys(group));
const wanted = process.argv.slice(2).filter((argument) => argument !== "--save");
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`no group ${unknown}; there are ${names.join(", ")}`);

const sections = [
  `## The product as shipped\n\n${table(await measured(groups.product))}`,
  `## Parts\n\n${table(await measured(groups.parts))}`,
].join("\n");
process.stdout.write(sections);
if (process.argv.includes("--save")) writeFileSync("bench/results/latest.md", `${heading()}${sections}`);

async function measured(
  group: Readonly<Record<string, () => Promise<readonly Row[]>>>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(group)) {
    if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await measure()));
  }
  return rows;
}

function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const { must, goal, moonshot } = row.targets ?? {};
    const bounds = [must, goal, moonshot].map((bound) => (bound === undefined ? "" : bounded(row, bound)));
    return `| ${[row.name, figure(row), spread(row), ...bounds, verdict(row) ?? "", row.note ?? ""].join(" | ")} |`;
  });
  return [
    "| Measured | Value | Spread | Must | Goal | Moonshot | Reached | Figures |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

function heading(): string {
  return (
    "# Results\n\nWritten by `npm run bench -- --save`: ratios within one run on one machine, from the mean of the lowest third of " +
    `interleaved rounds. Spread is half the distance between the quartiles of the rounds. Node ${process.version}, ${process.arch}.\n\n`
  );
}

function figure({ value, unit }: Row): string {
  return unit === "x" ? value.toFixed(2) : `${value.toFixed(0)} ${unit}`;
}

function spread({ spread: part }: Row): string {
  return part === undefined ? "" : `${(part * 100).toFixed(0)} %`;
}

function bounded({ targets, unit }: Row, bound: number): string {
  return `${targets?.at === "least" ? ">=" : "<="} ${bound}${unit === "x" ? "" : ` ${unit}`}`;
}
