import { once } from "node:events";
import { printable } from "../domain/text/printable.js";

/** Writes to standard output, where a command writes its result. No other module of the commands does. */
export function print(text: string): void {
  process.stdout.write(printable(text));
}

/** As `print`; resolves when the buffer has space. */
export async function printInTurn(text: string): Promise<void> {
  if (!process.stdout.write(printable(text))) await once(process.stdout, "drain");
}

/** Writes to standard error, where a command writes warnings and failures. */
export function printError(text: string): void {
  process.stderr.write(printable(text));
}
