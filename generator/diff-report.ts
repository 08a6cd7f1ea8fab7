import type { ContractChange } from "./diff.js";

export const diffFormats = ["text", "json", "markdown"] as const;
export type DiffFormat = (typeof diffFormats)[number];

/** Which changes a command fails for. */
export const failLevels = ["callers", "servers", "any", "never"] as const;
export type FailLevel = (typeof failLevels)[number];

type Changes = readonly ContractChange[];

/** True if a change is of the level or above: changes that break callers are above those that break servers. */
export function fails(changes: Changes, level: FailLevel): boolean {
  if (level === "never") return false;
  return changes.some(
    ({ breaksCallers, breaksServers }) =>
      level === "any" || breaksCallers || (level === "servers" && breaksServers),
  );
}

/** The changes as text, JSON or Markdown, without a line break at the end. */
export function printChanges(changes: Changes, format: DiffFormat): string {
  return printers[format](changes);
}

const printers: Readonly<Record<DiffFormat, (changes: Changes) => string>> = {
  text: (changes) => [...changes.map(textOf), summaryOf(changes)].join("\n"),
  json: (changes) => JSON.stringify({ changes }, undefined, 2),
  markdown: markdownOf,
};

/** Two lines: `new.wsdl:12:5 breaks callers MD3002: message` and the hint. */
function textOf(change: ContractChange): string {
  const { code, message, hint } = change;
  const place = change.new ?? change.old ?? "";
  const uses = usesOf(change);
  return `${place} ${levelOf(change)} ${code}: ${message}\n  ${uses === "" ? "" : `In ${uses}. `}${hint}`;
}

function levelOf({ breaksCallers, breaksServers }: ContractChange): string {
  if (breaksCallers) return breaksServers ? "breaks callers and servers" : "breaks callers";
  return breaksServers ? "breaks servers" : "breaks neither";
}

/** Operations of a change that are named; the others are counted. */
const named = 3;

/** `requests of Send, Find and 3 more`; empty for a change outside messages. */
function usesOf({ operations, directions }: ContractChange): string {
  if (operations.length === 0) return "";
  const kinds = directions.map((direction) => `${direction}s`).join(" and ");
  const shown = operations.length > named + 1 ? operations.slice(0, named) : operations;
  const more = operations.length - shown.length;
  const names = more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
  return kinds === "" ? names : `${kinds} of ${names}`;
}

function summaryOf(changes: Changes): string {
  if (changes.length === 0) return "no changes";
  const count = (matches: (change: ContractChange) => boolean): number => changes.filter(matches).length;
  const callers = count(({ breaksCallers }) => breaksCallers);
  const servers = count(({ breaksServers }) => breaksServers);
  const neither = count(({ breaksCallers, breaksServers }) => !breaksCallers && !breaksServers);
  const all = changes.length === 1 ? "1 change" : `${changes.length} changes`;
  return `${all}: ${callers} of callers, ${servers} of servers, ${neither} of neither`;
}

function markdownOf(changes: Changes): string {
  const sections = [
    ["Breaks callers", changes.filter(({ breaksCallers }) => breaksCallers)],
    [
      "Breaks servers only",
      changes.filter(({ breaksCallers, breaksServers }) => breaksServers && !breaksCallers),
    ],
    [
      "Breaks neither",
      changes.filter(({ breaksCallers, breaksServers }) => !breaksCallers && !breaksServers),
    ],
  ] as const;
  const shown = sections.filter(([, own]) => own.length > 0);
  return [
    `${summaryOf(changes)}.`,
    ...shown.flatMap(([title, own]) => ["", `## ${title}`, "", ...tableOf(own)]),
  ].join("\n");
}

function tableOf(changes: Changes): readonly string[] {
  const rows = changes.map((change) =>
    [change.code, change.message, usesOf(change), change.new ?? change.old ?? "", change.hint].map(cellOf),
  );
  const table = [["Code", "Change", "In", "Place", "Hint"], ["---", "---", "---", "---", "---"], ...rows];
  return table.map((cells) => `| ${cells.join(" | ")} |`);
}

/** A text of a contract may contain characters that mean something in Markdown. */
function cellOf(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, (character) => (character === "<" ? "&lt;" : `\\${character}`));
}
