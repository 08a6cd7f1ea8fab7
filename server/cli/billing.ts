import type { Command } from "commander";
import type { Use } from "../actions/action.js";
import { showStatement, type Statement } from "../actions/statement.js";
import { usage } from "../actions/usage.js";
import type { Store } from "../ports/store.js";
import { csvText, printDone, tableText, withStore } from "./account-output.js";
import { addEntries } from "./action-commands.js";

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

const margins = ["cost", "revenue", "margin"] as const;

function statementLines({ accounts, payments, usage, margin }: Statement): readonly StatementLine[] {
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

function statementText(statement: Statement): string {
  const { customer, name, from, to, accounts, payments, usage, margin } = statement;
  return [
    `Statement of customer ${customer}, ${name}, ${from} to ${to} (UTC), in credits\n`,
    tableText(["kind", ...amounts], accounts),
    tableText(["at", "kind", "amount", "reference"], payments),
    tableText(["prefix", "state", "messages", "parts"], usage),
    ...(margin == null ? [] : [tableText(["parts", "unpriced", ...margins], [margin])]),
  ].join("\n");
}

/** Adds the commands that print what customers have used and paid. They may run beside the server. */
export function billingCommands(program: Command): void {
  addEntries(program, [usage]);
  const { name, help, filters } = showStatement;
  program
    .command(`${name} <customer> <month>`)
    .description(help)
    .option("--csv", "print CSV")
    .option("--margin", filters["margin"]?.meaning)
    .action(
      async (
        customer: string,
        month: string,
        { csv = false, margin = false }: { readonly csv?: boolean; readonly margin?: boolean },
        command: Command,
      ) => {
        const given = { customer, month, margin: margin ? "on" : undefined };
        const read = (store: Store, use: Use) => showStatement.row(store, given, use);
        const statement = await withStore(command, read, { isReport: true });
        const text = csv ? csvText(lineColumns, statementLines(statement)) : statementText(statement);
        printDone(command, statement, text.replace(/\r?\n$/u, ""));
      },
    );
}
