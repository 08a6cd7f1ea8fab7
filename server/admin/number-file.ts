import { phoneNumber, shownEntry } from "../domain/recipients/phone-number.js";
import { entrySeparators, unquoted } from "../domain/recipients/recipients.js";

/** A piece of a file of numbers. */
interface NumberPiece {
  /** Number of entries read. */
  readonly entries: number;
  /** Digits of plausible international numbers, in the order of the file. */
  readonly phones: readonly string[];
  /** The other entries, as `shownEntry` gives them. */
  readonly invalid: readonly string[];
}

/** Entries of one piece, which one commit writes. */
const pieceSize = 1000;

/** Code units of an unfinished entry that are stored: a longer one is not a number. */
const maxEntry = 1000;

const separator = new RegExp(`[${entrySeparators}]+`);

/** Invalid entries that a report names. */
const namedProblems = 20;

function pieceOf(entries: readonly string[]): NumberPiece {
  const numbers = entries.map((entry) => phoneNumber(entry));
  return {
    entries: entries.length,
    phones: numbers.filter((number) => number !== undefined),
    invalid: entries.filter((_, index) => numbers[index] === undefined).map(shownEntry),
  };
}

/** Splits a file into entries at line ends, commas, semicolons and tabs; yields them piece by piece. */
async function* numberPieces(file: AsyncIterable<Uint8Array>): AsyncGenerator<NumberPiece> {
  const decoder = new TextDecoder("utf-8");
  let rest = "";
  for await (const chunk of file) {
    const entries = (rest + decoder.decode(chunk, { stream: true })).split(separator);
    rest = (entries.pop() ?? "").trimStart().slice(0, maxEntry);
    for (let start = 0; start < entries.length; start += pieceSize) {
      const piece = entries.slice(start, start + pieceSize).map(unquoted);
      yield pieceOf(piece.filter((entry) => entry !== ""));
    }
  }
  const last = unquoted(rest + decoder.decode());
  if (last !== "") yield pieceOf([last]);
}

/** Result for the entries of a file of numbers: `entries` = `valid` + `invalid`. */
export interface NumberFile {
  readonly entries: number;
  readonly valid: number;
  /** Entries that are not plausible international numbers. */
  readonly invalid: number;
  /** The first of them, as `shownEntry` gives them. */
  readonly problems: readonly string[];
}

/**
 * Reads the numbers of a file, separated by line ends, commas, semicolons or tabs, and hands them to `add` piece by
 * piece: digits of plausible international numbers, in the order of the file. `progress` is called with the number of
 * entries read.
 */
export async function readNumbers(
  file: AsyncIterable<Uint8Array>,
  add: (phones: readonly string[]) => Promise<void>,
  progress: (entries: number) => void,
): Promise<NumberFile> {
  const problems: string[] = [];
  let [entries, valid] = [0, 0];
  for await (const piece of numberPieces(file)) {
    await add(piece.phones);
    problems.push(...piece.invalid.slice(0, namedProblems - problems.length));
    entries += piece.entries;
    valid += piece.phones.length;
    progress(entries);
  }
  return { entries, valid, invalid: entries - valid, problems };
}
