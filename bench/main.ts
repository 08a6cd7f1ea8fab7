import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Row, verdict } from "./measure.js";
import { bindingRows } from "./parts/bindings.js";
import { clientRows } from "./parts/client.js";
import { codecRows } from "./parts/codec.js";
import { jsonRows } from "./parts/json.js";
import { listRows } from "./parts/lists.js";
import { smppRows } from "./parts/smpp.js";
import { bigFileRows } from "./product/big-file.js";
import { callRows } from "./product/calls.js";
import { deskRows } from "./product/desk.js";
import { gatewayRows } from "./product/gateway.js";
import { pageRows } from "./product/pages.js";
import { sendRows } from "./product/sends.js";
import { smppClientRows } from "./product/smpp-clients.js";
import { startRows } from "./product/start.js";

/**
 * `npm run bench [-- GROUP...] [-- --save]`: measures all groups or those named, prints a table for the product as it is
 * shipped and one for its parts, and keeps both with `--save`: see `resultsFile`.
 */
const groups = {
  product: {
    calls: callRows,
    sends: sendRows,
    gateway: gatewayRows,
    clients: smppClientRows,
    file: bigFileRows,
    desk: deskRows,
    pages: pageRows,
    start: startRows,
  },
  parts: {
    bindings: bindingRows,
    codec: codecRows,
    client: clientRows,
    json: jsonRows,
    smpp: smppRows,
    lists: listRows,
  },
};
type Group = () => Promise<readonly Row[]>;
const all: Readonly<Record<string, Group>> = { ...groups.product, ...groups.parts };

const wanted = process.argv.slice(2).filter((argument) => argument !== "--save");
const unknown = wanted.find((name) => all[name] === undefined);
if (unknown !== undefined) throw new Error(`no group ${unknown}; there are ${Object.keys(all).join(", ")}`);

if (process.send === undefined) await report();
else for (const name of wanted) process.send(await all[name]?.());

async function report(): Promise<void> {
  const sections = [
    `## The product as shipped\n\n${table(await measured(groups.product))}`,
    `## Parts\n\n${table(await measured(groups.parts))}`,
  ].join("\n");
  process.stdout.write(sections);
  if (process.argv.includes("--save")) writeFileSync(resultsFile(), `${heading()}${sections}`);
}

/** Results of the Node.js that the container runs are the latest ones; those of another have its major version in their name. */
function resultsFile(): string {
  const [major] = process.versions.node.split(".");
  const [, shipped] = /^FROM node:(\d+)/mu.exec(readFileSync("deploy/docker/Dockerfile", "utf8")) ?? [];
  return `bench/results/${major === shipped ? "latest" : `node-${major ?? ""}`}.md`;
}

async function measured(group: Readonly<Record<string, Group>>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const name of Object.keys(group)) {
    if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await inOwnProcess(name)));
  }
  return rows;
}

/** Each group has a process of its own: garbage and compiled code of another one would change its figures. */
async function inOwnProcess(name: string): Promise<readonly Row[]> {
  const child = fork(fileURLToPath(import.meta.url), [name], { serialization: "advanced" });
  const rows = once(child, "message") as Promise<[readonly Row[]]>;
  const ended = once(child, "exit").then(([code]) => {
    if (code !== 0) throw new Error(`group ${name} ended with ${code}`);
  });
  await Promise.race([rows, ended]);
  child.disconnect();
  await ended;
  return (await rows)[0];
}

function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const { must, goal, moonshot } = row.targets ?? {};
    const bounds = [must, goal, moonshot].map((bound) => (bound === undefined ? "" : bounded(row, bound)));
    const best = row.best === undefined ? "" : figure(row, row.best);
    return `| ${[row.name, figure(row), best, spread(row), ...bounds, verdict(row) ?? "", row.note ?? ""].join(" | ")} |`;
  });
  return [
    "| Measured | Median | Best third | Spread | Must | Goal | Moonshot | Reached | Figures |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

function heading(): string {
  return (
    "# Results\n\nWritten by `npm run bench -- --save`: ratios within one run on one machine, of the medians of interleaved rounds; beside them those of " +
    `the means of the lowest thirds. Spread is half the distance between the quartiles of the rounds. Node ${process.version}, ${process.arch}.\n\n`
  );
}

function figure({ unit, value: typical }: Row, value = typical): string {
  return unit === "x" ? value.toFixed(2) : `${value.toFixed(0)} ${unit}`;
}

function spread({ spread: part }: Row): string {
  return part === undefined ? "" : `${(part * 100).toFixed(0)} %`;
}

function bounded({ targets, unit }: Row, bound: number): string {
  return `${targets?.at === "least" ? ">=" : "<="} ${bound}${unit === "x" ? "" : ` ${unit}`}`;
}
