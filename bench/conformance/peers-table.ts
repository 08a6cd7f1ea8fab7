/** Results of the other generators and of this one as a page of Markdown. */
import { median } from "../measure.js";
import { timeLimitMs } from "./peer-process.js";
import { peers, type PeerResult } from "./peers.js";
import { totalsOf } from "./report.js";
import type { Verdict } from "./verdict.js";

export function peersPage(results: readonly PeerResult[], verdicts: readonly Verdict[]): string {
  const rows = [ourRow(verdicts), ...peers.map(({ name, version }) => peerRow(name, version, results))];
  const { entries, core } = totalsOf(verdicts);
  const head = [
    "Generator",
    "Usable",
    `Of the ${core} core contracts`,
    "Refused",
    "Wrong",
    "CPU in ms: median, p95, maximum",
    "MB: median, maximum",
  ];
  const reasons = peers.map(({ name }) => reasonsOf(name, results));
  return [
    "# Comparison with other generators",
    "",
    `Written by \`npm run conformance -- FOLDER --peers --save\` for ${entries} published contracts. The core contracts are those that two`,
    "other tools accept. _Usable_, other generators: the command succeeds, the output compiles with `strict` alone and contains the name of",
    "every operation. _Usable_, messenger-gen: the same with stricter settings, and all calls and messages are correct. _Refused_: the command",
    `fails or exceeds ${timeLimitMs / 1000} s. _Wrong_: it succeeds, but the output is not usable.`,
    "",
    ...table([head, ...rows]),
    "",
    `- messenger-gen: refused with ${refusals(verdicts)}`,
    ...reasons,
    "",
  ].join("\n");
}

function table(rows: readonly (readonly (string | number)[])[]): readonly string[] {
  const [head = [], ...others] = rows.map((row) => `| ${row.join(" | ")} |`);
  const [first = []] = rows;
  return [head, `|${" --- |".repeat(first.length)}`, ...others].flat();
}

function ourRow(verdicts: readonly Verdict[]): readonly (string | number)[] {
  const { usable, usableCore, partial, refused, wrong } = totalsOf(verdicts);
  return ["messenger-gen", usable, usableCore, refused + partial, wrong, ...costs(verdicts)];
}

function peerRow(
  name: string,
  version: string,
  results: readonly PeerResult[],
): readonly (string | number)[] {
  const own = results.filter(({ peer }) => peer === name);
  const usable = own.filter(isUsable);
  const refused = own.filter(({ end }) => end !== "well").length;
  const core = usable.filter((result) => result.core).length;
  return [
    `${name} ${version}`,
    usable.length,
    core,
    refused,
    own.length - usable.length - refused,
    ...costs(own),
  ];
}

function isUsable({ end, compiles, complete }: PeerResult): boolean {
  return end === "well" && compiles && complete;
}

type Cost = Readonly<Record<"milliseconds" | "megabytes", number | undefined>>;

function costs(runs: readonly Cost[]): readonly string[] {
  const sorted = (key: keyof Cost): number[] => runs.flatMap((run) => run[key] ?? []).sort((a, b) => a - b);
  const [times, sizes] = [sorted("milliseconds"), sorted("megabytes")];
  const shown = (values: readonly number[], at: number): string => (values.at(at) ?? NaN).toFixed(0);
  return [
    `${median(times).toFixed(0)}, ${shown(times, Math.floor(times.length * 0.95))}, ${shown(times, -1)}`,
    `${median(sizes).toFixed(0)}, ${shown(sizes, -1)}`,
  ];
}

function refusals(verdicts: readonly Verdict[]): string {
  const counts = new Map<string, number>();
  for (const code of verdicts.flatMap(({ codes }) => codes)) counts.set(code, (counts.get(code) ?? 0) + 1);
  const shown = [...counts].sort(([, a], [, b]) => b - a).map(([code, count]) => `${code} (${count})`);
  return shown.length === 0 ? "nothing." : `${shown.join(", ")}.`;
}

function reasonsOf(name: string, results: readonly PeerResult[]): string {
  const own = results.filter(({ peer }) => peer === name);
  const count = (test: (result: PeerResult) => boolean): number => own.filter(test).length;
  const ended = own.filter(({ end }) => end === "well");
  const broken = ended.filter(({ compiles }) => !compiles).length;
  const lost = ended.filter(({ compiles, complete }) => compiles && !complete).length;
  return (
    `- ${name}: ${count(({ end }) => end === "with an error")} failed, ${count(({ end }) => end === "not in time")} exceeded the time limit; ` +
    `of the others, the output of ${broken} does not compile and that of ${lost} lacks operations.`
  );
}
