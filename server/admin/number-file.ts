import { normaliseNumber, parseRecipients } from "../domain/recipients.js";

/** A piece of a file of numbers. */
export interface NumberPiece {
  /** Entries that were looked at. */
  readonly entries: number;
  /** Digits of plausible international numbers, in the order of the file. */
  readonly phones: readonly string[];
  /** The entries that are none, cut to 20 characters. */
  readonly invalid: readonly string[];
}

/** Entries of one piece: what one commit may write. */
const pieceSize = 1000;

/** Longest entry that is looked at as a number. */
const maxEntry = 100;

const shownEntry = 20;

function numberOf(entry: string): string | undefined {
  const parsed = parseRecipients(normaliseNumber(entry));
  return parsed.kind === "numbers" ? parsed.accepted[0] : undefined;
}

function pieceOf(entries: readonly string[]): NumberPiece {
  const numbers = entries.map(numberOf);
  return {
    entries: entries.length,
    phones: numbers.filter((number) => number !== undefined),
    invalid: entries
      .filter((_, index) => numbers[index] === undefined)
      .map((entry) => entry.slice(0, shownEntry)),
  };
}

/** Reads the numbers of a file, separated by line ends, commas, semicolons, tabs or spaces, piece by piece. */
export async function* numberPieces(file: AsyncIterable<Uint8Array>): AsyncGenerator<NumberPiece> {
  const decoder = new TextDecoder("utf-8");
  let rest = "";
  for await (const chunk of file) {
    const entries = (rest + decoder.decode(chunk, { stream: true })).split(/[\s,;]+/u);
    rest = (entries.pop() ?? "").slice(0, maxEntry);
    for (let start = 0; start < entries.length; start += pieceSize) {
      yield pieceOf(entries.slice(start, start + pieceSize).filter((entry) => entry !== ""));
    }
  }
  const last = (rest + decoder.decode()).trim();
  if (last !== "") yield pieceOf([last]);
}
