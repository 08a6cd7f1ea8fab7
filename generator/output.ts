import { printable } from "messenger-gen-runtime/host";

/**
 * Writes a result to standard output. Text of contracts and of services steers no terminal: its controls and marks of direction are
 * written as escapes, in the form of JSON. Diagnostics are written apart, in colours; their values are escaped when they are filled in.
 */
export function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}

/** As `print`, to standard error: messages for the person who runs a command. */
export function printError(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}
