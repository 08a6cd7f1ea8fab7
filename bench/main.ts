import { writeFileSync } from "node:fs";
import { clientRows } from "./client.js";
import { codecRows } from "./codec.js";
import { gatewayRows } from "./gateway.js";
import { httpRows } from "./http.js";
import { listRows } from "./lists.js";
import { reached, type Row } from "./measure.js";
import { sendingRows } from "./sending.js";
import { smppRows } from "./smpp.js";
import { startRows } from "./start.js";

/** `npm run bench [-- --save]`: measures, prints the table with the goals beside it, and keeps it with `--save`. */
const rows = [
  ...(await httpRows()),
  ...(await codecRows()),
  ...(await clientRows()),
  ...(await startRows()),
  ...(await sendingRows()),
  ...(await smppRows()),
  ...(await listRows()),
  ...(await gatewayRows()),
];
const table = render(rows);
process.stdout.write(table);
if (process.argv.includes("--save")) writeFileSync("bench/results/latest.md", `${heading()}${table}`);

function render(all: readonly Row[]): string {
  const lines = all.map(
    (row) => `| ${[row.name, figure(row), goal(row), verdict(row), row.note ?? ""].join(" | ")} |`,
  );
  return [
    "| Measured | Value | Goal | Reached | Figures |",
    "| --- | --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

function heading(): string {
  return (
    "# Results\n\nWritten by `npm run bench -- --save`. Ratios of CPU time in one run on one machine; medians of " +
    `interleaved rounds. Node ${process.version}, ${process.arch}.\n\n`
  );
}

function figure({ value, unit }: Row): string {
  return unit === "x" ? value.toFixed(2) : `${value.toFixed(0)} ${unit}`;
}

function goal(row: Row): string {
  if (row.goal === undefined) return "";
  const { at, value } = row.goal;
  return `${at === "most" ? "<=" : ">="} ${row.unit === "x" ? value : `${value} ${row.unit}`}`;
}

function verdict(row: Row): string {
  const good = reached(row);
  return good === undefined ? "" : good ? "yes" : "no";
}
