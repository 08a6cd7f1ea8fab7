import type { Command } from "commander";
import type { Store } from "../ports/store.js";
import { openStore } from "../storage/index.js";
import { table } from "./table.js";

interface Globals {
  readonly database: string;
  readonly json: boolean;
}

/** Opens the store that the command line names, uses it, and closes it. */
export async function withStore<T>(command: Command, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(command.optsWithGlobals<Globals>().database);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Prints what was done: a sentence, or the row as JSON. */
export function printDone(command: Command, row: object, sentence: string): void {
  const { json } = command.optsWithGlobals<Globals>();
  process.stdout.write(json ? `${JSON.stringify(row)}\n` : `${sentence}\n`);
}

type CardValue = string | number | boolean | readonly string[] | null;

function shown(value: CardValue): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return typeof value === "object" ? (value?.join(", ") ?? "-") : String(value);
}

/** Prints one thing: a line per field, or the row as JSON. */
export function printCard(command: Command, card: Readonly<Record<string, CardValue>>): void {
  const fields = Object.entries(card);
  printDone(command, card, fields.map(([key, value]) => `${key.padEnd(20)}${shown(value)}`).join("\n"));
}

/** Prints rows: a table, or a JSON array. */
export function printRows<Row extends object>(
  command: Command,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): void {
  const { json } = command.optsWithGlobals<Globals>();
  process.stdout.write(json ? `${JSON.stringify(rows)}\n` : table(columns, rows));
}
