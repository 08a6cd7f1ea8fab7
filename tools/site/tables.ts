import type { Command } from "commander";
import { jsonErrorTable, problemTable } from "messenger-gen-runtime/json";
import { program } from "#generator/cli.js";
import { initialOf, type OptionRow } from "#generator/option-row.js";
import { contractRows } from "#generator/option-table.js";
import { effects } from "#generator/compare/content-rules.js";
import { ruleTable } from "#generator/compare/rules.js";
import { mm7Words, receiptWords, smppWords } from "#server/domain/delivery/outcomes/network-codes.js";
import { statusCodes } from "#server/networks/mm7/documents/submit-response.js";
import { pduProblems } from "#server/networks/smpp/codec/pdu-error.js";
import { statusRows } from "#server/networks/smpp/session/status-table.js";
import { problems as operatorProblems } from "#server/faces/operators/problems.js";
import { metricTable } from "#server/monitoring/catalogue.js";
import { storeErrorTable } from "#server/storage/errors.js";

type Rows = readonly (readonly string[])[];

const code = (text: string): string => `\`${text}\``;

/**
 * Tables that the code has, by the names of their marks. A page has `<!-- made: NAME -->` in the place of the table, which the site
 * makes, and a link to the source of the table for readers of the file.
 */
const tables: Readonly<Record<string, () => string>> = {
  rules: () =>
    table(
      ["Code", "Change", "Effect", "Hint"],
      Object.entries(ruleTable).map(([name, { message, effect, hint }]) => [
        ...[code(name), code(message), effects[effect], hint],
      ]),
    ),
  "database errors": () =>
    table(
      ["Code", "Text", "Hint", "Retry"],
      Object.entries(storeErrorTable).map(([name, { text, hint, retry }]) => [
        ...[code(name), text, hint, retry ? "yes" : "no"],
      ]),
    ),
  metrics: () =>
    table(
      ["Metric", "Kind", "Labels", "Meaning"],
      Object.entries(metricTable).map(([name, { kind, labels, help }]) => [
        ...[code(name), kind, labels.join(", "), help],
      ]),
    ),
  "SMPP status": () =>
    table(
      ["Code", "Name", "In words", "Who acts"],
      statusRows.map(({ status, name }) => [
        ...[code(`0x${status.toString(16).toUpperCase().padStart(2, "0")}`), name],
        ...[smppWords[name]?.text ?? "", smppWords[name]?.who ?? ""],
      ]),
    ),
  "states of receipts": () =>
    table(
      ["State", "In words"],
      Object.entries(receiptWords).map(([state, text]) => [code(state), text]),
    ),
  "MM7 status": () =>
    table(
      ["StatusCode", "In words", "Who acts"],
      [...statusCodes.keys()].map((status) => [
        ...[code(String(status)), mm7Words[status]?.text ?? "", mm7Words[status]?.who ?? ""],
      ]),
    ),
  "problems of the operators' API": () =>
    table(
      ["Code", "Status", "Title"],
      Object.entries(operatorProblems).map(([name, { status, title }]) => [
        ...[code(name), String(status), title],
      ]),
    ),
  "problems of PDUs": () =>
    table(
      ["Code", "Problem", "Hint"],
      Object.values(pduProblems).map(({ code: name, text, hint }) => [code(name), text, hint]),
    ),
  "JSON errors": () =>
    table(
      ["Code", "Status", "Meaning"],
      Object.entries(jsonErrorTable).map(([name, { status, meaning }]) => [
        ...[code(name), String(status), meaning],
      ]),
    ),
  problems: () =>
    table(
      ["Code", "Status", "Title"],
      Object.entries(problemTable)
        .filter(([name]) => !Object.hasOwn(jsonErrorTable, name))
        .map(([name, { status, title }]) => [code(name), String(status), title]),
    ),
  "options of a contract": () =>
    table(
      ["Option", "Value", "Default", "Meaning"],
      Object.entries(contractRows).map(([name, row]) => [
        code(name),
        row.wanted,
        shownInitial(row),
        row.help,
      ]),
    ),
  "options of messenger-gen": () => options(program()),
  ...Object.fromEntries(
    ["scaffold", "call", "explore", "gateway", "mock", "diff"].map((name) => [
      `options of ${name}`,
      () => options(subcommand(name)),
    ]),
  ),
};

export const tableNames: readonly string[] = Object.keys(tables);

/** A page with its tables in the place of their marks. */
export function withTables(markdown: string): string {
  return markdown.replaceAll(
    /^<!-- made: (.+) -->$(?:\n\n_The table stands here .+_$)?/gmu,
    (_, name: string) => {
      const made = Object.hasOwn(tables, name) ? tables[name] : undefined;
      if (made === undefined) throw new Error(`there is no table ${name}`);
      return made();
    },
  );
}

function table(head: readonly string[], rows: Rows): string {
  const cells = [head, head.map(() => "---"), ...rows];
  return cells.map((row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`).join("\n");
}

function shownInitial(row: OptionRow): string {
  const initial = initialOf(row);
  if (initial === undefined) return row.standard === false ? code("false") : "none";
  return initial === row.otherwise ? initial : code(initial);
}

function subcommand(name: string): Command {
  const found = program().commands.find((each) => each.name() === name);
  if (found === undefined) throw new Error(`messenger-gen has no command ${name}`);
  return found;
}

/** The options of a command; those that it shares with `messenger-gen` itself stand with that. */
function options(command: Command): string {
  const rowsOf = ({ options: all }: Command): Rows =>
    all
      .filter(({ long }) => long !== "--version")
      .map(({ flags, description }) => [code(flags), description]);
  const own = command.parent === null ? [] : rowsOf(command.parent).map((row) => row.join(" "));
  const rows = rowsOf(command).filter((row) => command.name() === "diff" || !own.includes(row.join(" ")));
  return table(["Option", "Meaning"], rows);
}
