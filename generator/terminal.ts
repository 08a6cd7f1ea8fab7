/** How diagnostics look to a person: in colours, with the line of the contract. */
import { readFileSync } from "node:fs";
import { Diagnostics, renderDiagnostic, type Diagnostic } from "./diagnostics.js";
import { decodeXml } from "./read/decode.js";

/** What a stream shows. */
export interface Style {
  readonly colours: boolean;
  /** The line of the place, with a mark. */
  readonly frames: boolean;
  /** A line with the progress of a run, which is erased. */
  readonly progress: boolean;
}

/** Most characters of a line that are shown. */
const width = 100;
/** Characters before the place in a line that is cut. */
const before = 40;

/**
 * Colours on a terminal, unless NO_COLOR is set; FORCE_COLOR has them anywhere, 0 nowhere. Lines of the contract on a terminal and
 * wherever there are colours: programs that read the output of a pipe get two lines for each diagnostic. Progress on a terminal only.
 */
export function styleOf(
  { isTTY = false }: { readonly isTTY?: boolean },
  { FORCE_COLOR: forced, NO_COLOR: refused = "", TERM: terminal }: NodeJS.ProcessEnv,
): Style {
  const own = isTTY && refused === "" && terminal !== "dumb";
  const colours = forced === undefined ? own : !["0", "false"].includes(forced);
  return { colours, frames: isTTY || colours, progress: isTTY && terminal !== "dumb" };
}

/** Prints diagnostics in a style; reads each file of their places once. */
export class DiagnosticPrinter {
  readonly #style: Style;
  readonly #files = new Map<string, readonly string[]>();

  constructor(style: Style) {
    this.#style = style;
  }

  /** The place with the message, the hint, and the line of the place. */
  text(diagnostic: Diagnostic): string {
    const text = renderDiagnostic(diagnostic, (part, each) => this.#painted(part, each));
    return [text, ...this.#frame(diagnostic)].join("\n");
  }

  #painted(part: keyof typeof colours, text: string): string {
    return this.#style.colours ? `\u001b[${colours[part]}m${text}\u001b[0m` : text;
  }

  #frame({ file, line, column = 1 }: Diagnostic): readonly string[] {
    const found = line === undefined || !this.#style.frames ? undefined : this.#linesOf(file)[line - 1];
    if (line === undefined || found === undefined) return [];
    const { text, at } = excerpt(found, column - 1);
    const number = ` ${line} | `;
    const margin = `${" ".repeat(number.length - 2)}| `;
    const mark = this.#painted("error", "^");
    return [
      `  ${this.#painted("margin", number)}${text}`,
      `  ${this.#painted("margin", margin)}${" ".repeat(at)}${mark}`,
    ];
  }

  /** None for a document of a network, and for a file that cannot be read any more. */
  #linesOf(file: string): readonly string[] {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    const lines = readLines(file);
    this.#files.set(file, lines);
    return lines;
  }
}

/** Codes of a terminal: bold, red, yellow, dim. */
const colours = { place: 1, error: 31, warning: 33, margin: 2 } as const;

function readLines(file: string): readonly string[] {
  try {
    const text = decodeXml(readFileSync(file), file, new Diagnostics());
    return text?.split(/\r\n?|\n/) ?? [];
  } catch {
    return [];
  }
}

/** The part of a line around an index, one column for each code unit, and the index in it. */
function excerpt(line: string, index: number): { readonly text: string; readonly at: number } {
  const start = line.length <= width ? 0 : Math.max(0, Math.min(index - before, line.length - width));
  const shown = line
    .slice(start, start + width)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (char) => " ".repeat(char.length));
  const text = shown.trimEnd();
  const indent = start > 0 ? 0 : text.length - text.trimStart().length;
  const cut = Math.min(indent, index);
  return { text: text.slice(cut), at: index - start - cut };
}
