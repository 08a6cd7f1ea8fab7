import type { Command } from "commander";
import { marginReport, type MarginRow } from "../admin/margin.js";
import { type Statement, statementOf } from "../admin/statement.js";
import { type UsageInput, type UsageRow, usageReport } from "../admin/usage.js";
import type { Store } from "../ports/store.js";
import { csvText, printDone, printRows, tableText, withStore } from "./account-output.js";
import { type GlobalOptions, ofCustomer } from "./options.js";
import { print } from "./terminal.js";

interface UsageOptions extends UsageInput {
  readonly csv?: boolean;
}

/** The columns of a report: those of the wanted dimensions. */
function usageColumns(by: string): readonly (keyof UsageRow)[] {
  const wanted = (["day", "user", "prefix", "originator", "state"] as const).filter((name) =>
    by.split(",").some((given) => given.trim() === name),
  );
  return ["customer", ...wanted, "messages", "parts"];
}

function usageCommand(program: Command): void {
  program
    .command("usage")
    .description(
      "Count accepted messages by customer, from counters. Example: messenger usage --from 2030-01 --to 2030-01 --by prefix,state",
    )
    .option(...ofCustomer)
    .option("--user <name>", "only of this user")
    .option(
      "--from <day>",
      "first day of acceptance, UTC: 2030-01-15 or 2030-01 (default: the first one counted)",
    )
    .option("--to <day>", "last day of acceptance, UTC: 2030-01-15 or 2030-01 (default: today)")
    .option(
      "--by <dimensions>",
      "some of day, user, prefix (country calling code), originator, state",
      "state",
    )
    .option("--csv", "print CSV")
    .action(async ({ csv = false, ...input }: UsageOptions, command: Command) => {
      const rows = await withStore(command, (store) => usageReport(store, input), { isReport: true });
      const columns = usageColumns(input.by);
      if (csv && !command.optsWithGlobals<GlobalOptions>().json) print(csvText(columns, rows));
      else printRows(command, columns, rows);
    });
}

/** A statement as one table for a spreadsheet: `section` names the kind of line. */
interface StatementLine {
  readonly section: "balance" | "payment" | "usage" | "margin";
  readonly item: string;
  readonly kind?: string;
  readonly at?: string;
  readonly reference?: string | null;
  readonly prefix?: string | null;
  readonly state?: string | null;
  readonly messages?: number;
  readonly parts?: number;
  readonly amount?: string;
}

const lineColumns: readonly (keyof StatementLine)[] = [
  ...([
    "section",
    "item",
    "kind",
    "at",
    "reference",
    "prefix",
    "state",
    "messages",
    "parts",
    "amount",
  ] as const),
];
const amounts = ["opening", "added", "deducted", "charged", "refunded", "closing"] as const;

/** A statement for operators. */
interface OwnStatement extends Statement {
  /** What the messages cost and what is left; null without costs, absent unless it is asked for. */
  readonly margin?: MarginRow | null;
}

const margins = ["cost", "revenue", "margin"] as const;

function statementLines({ accounts, payments, usage, margin }: OwnStatement): readonly StatementLine[] {
  return [
    ...accounts.flatMap((account) =>
      amounts.map((item): StatementLine => {
        return { section: "balance", item, kind: account.kind, amount: account[item] };
      }),
    ),
    ...payments.map((payment): StatementLine => ({ section: "payment", item: "payment", ...payment })),
    ...usage.map((each): StatementLine => ({ section: "usage", item: "messages", ...each })),
    ...margins.flatMap((item): readonly StatementLine[] => {
      const amount = margin?.[item] ?? null;
      return amount === null ? [] : [{ section: "margin", item, amount }];
    }),
  ];
}

function statementText(statement: OwnStatement): string {
  const { customer, name, from, to, accounts, payments, usage, margin } = statement;
  return [
    `Statement of customer ${customer}, ${name}, ${from} to ${to} (UTC), in credits\n`,
    tableText(["kind", ...amounts], accounts),
    tableText(["at", "kind", "amount", "reference"], payments),
    tableText(["prefix", "state", "messages", "parts"], usage),
    ...(margin == null ? [] : [tableText(["parts", "unpriced", ...margins], [margin])]),
  ].join("\n");
}

function statementCommand(program: Command): void {
  program
    .command("statement <customer> <month>")
    .description(
      "Print the statement of a month in UTC: balances, payments, charges, refunds, usage. Example: messenger statement 42 2030-01",
    )
    .option("--csv", "print CSV")
    .option("--margin", "add what the messages cost and what is left, not for the customer")
    .action(
      async (
        customer: string,
        month: string,
        { csv = false, margin = false }: { readonly csv?: boolean; readonly margin?: boolean },
        command: Command,
      ) => {
        const read = async (store: Store): Promise<OwnStatement> => {
          const found = await statementOf(store, customer, month);
          if (!margin) return found;
          const [row = null] = await marginReport(store, { customer, from: month, to: month });
          return { ...found, margin: row };
        };
        const statement = await withStore(command, read, { isReport: true });
        const text = csv ? csvText(lineColumns, statementLines(statement)) : statementText(statement);
        printDone(command, statement, text.replace(/\r?\n$/u, ""));
      },
    );
}

/** Adds the commands that print what customers have used. They may run beside the server. */
export function billingCommands(program: Command): void {
  usageCommand(program);
  statementCommand(program);
}
