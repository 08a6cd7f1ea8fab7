import type { Mutation } from "./mutation.js";
import type { Verdict } from "./verdicts.js";

const words: Readonly<Record<Verdict["outcome"], string>> = {
  failed: "failed as it should",
  survived: "SURVIVED",
  "did not end": "DID NOT END",
  unusable: "UNUSABLE",
};

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

export function mutationText({ file, find, replace }: Mutation): string {
  return `${file}: ${oneLine(find)} -> ${oneLine(replace) || "(nothing)"}`;
}

/** A row of the table: the result of the test, its seconds, the test, the mutation. */
export function verdictText({ row, mutation, outcome, seconds }: Verdict): string {
  return `${words[outcome].padEnd(20)}${seconds.toFixed(1).padStart(5)} s  ${row.name}\n${" ".repeat(29)}${mutationText(mutation)}`;
}

/** How many there are of each. */
export function totalsText(verdicts: readonly Verdict[], seconds: number): string {
  const rows = new Set(verdicts.map(({ row }) => row)).size;
  const count = (wanted: Verdict["outcome"]): number =>
    verdicts.filter(({ outcome }) => outcome === wanted).length;
  return [
    `${rows} rows, ${verdicts.length} mutations: ${count("failed")} failed as they should`,
    `${count("survived")} survived, ${count("did not end")} did not end, ${count("unusable")} unusable, ${seconds.toFixed(0)} s`,
  ].join(", ");
}
