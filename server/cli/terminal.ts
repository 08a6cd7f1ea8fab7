import { once } from "node:events";
import { printable } from "messenger-gen-runtime/host";

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

/** Shows how far something is on one line of a terminal; in a log only its beginning. */
export class Progress {
  readonly #text: string;
  readonly #isShown: boolean;

  /** @param text what is done, for example `Making a week of traffic` */
  constructor(text: string, isShown: boolean) {
    this.#text = printable(text);
    this.#isShown = isShown;
    if (isShown && !process.stderr.isTTY) process.stderr.write(`${this.#text} ...\n`);
  }

  /** @param share 0 to 1 */
  show(share: number): void {
    if (this.#isShown && process.stderr.isTTY)
      process.stderr.write(`\r${this.#text}: ${Math.round(share * 100)} %`);
  }

  /** Removes the line. */
  end(): void {
    if (this.#isShown && process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  }
}
