import { matcherOf } from "messenger-gen-runtime/xsd";
import { toExpression } from "./patterns.js";

/**
 * A short text that a pattern of XML Schema matches; undefined when none is found. The model has checked the syntax.
 * @param least how often a part occurs that may occur so often
 */
export function patternSample(pattern: string, least = 0): string | undefined {
  const expression = toExpression(pattern);
  if (expression === undefined) return undefined;
  const sample = new SampleReader(pattern, least).alternatives();
  return matcherOf(new RegExp(`^${expression}$`, "v"))(sample) === undefined ? sample : undefined;
}

/** Longest sample of a repeated part. */
const longest = 1000;

/** Builds a sample of a pattern from the first alternatives, with the minimum counts. */
class SampleReader {
  readonly #pattern: string;
  readonly #wanted: number;
  #at = 0;

  constructor(pattern: string, wanted: number) {
    this.#pattern = pattern;
    this.#wanted = wanted;
  }

  alternatives(): string {
    const samples = [this.#branch()];
    while (this.#pattern[this.#at] === "|") {
      this.#at++;
      samples.push(this.#branch());
    }
    return samples.find((sample) => sample !== "") ?? "";
  }

  #branch(): string {
    let sample = "";
    while (this.#at < this.#pattern.length && !"|)".includes(this.#pattern[this.#at] ?? "")) {
      const atom = this.#atom();
      sample += atom.repeat(Math.min(this.#least(), Math.ceil(longest / Math.max(atom.length, 1))));
    }
    return sample;
  }

  #atom(): string {
    if (this.#pattern[this.#at] !== "(") return memberOf(this.#single());
    this.#at++;
    const sample = this.alternatives();
    this.#at++;
    return sample;
  }

  /** The text of a class, an escape or a character. */
  #single(): string {
    const start = this.#at;
    const char = this.#pattern[start];
    if (char === "[") this.#skipClass();
    else if (char === "\\") this.#skipEscape();
    else this.#at += String.fromCodePoint(this.#pattern.codePointAt(start) ?? 0).length;
    return this.#pattern.slice(start, this.#at);
  }

  #skipEscape(): void {
    const letter = this.#pattern[this.#at + 1];
    this.#at = letter === "p" || letter === "P" ? this.#pattern.indexOf("}", this.#at) + 1 : this.#at + 2;
  }

  #skipClass(): void {
    let depth = 0;
    do {
      const char = this.#pattern[this.#at];
      if (char === "\\") this.#skipEscape();
      else {
        if (char === "[") depth++;
        if (char === "]") depth--;
        this.#at++;
      }
    } while (depth > 0);
  }

  /** How often the atom before occurs: as often as it has to, or as wanted. */
  #least(): number {
    const quantifier = /^(?:[?*+]|\{([0-9]+)(,([0-9]*))?\})/.exec(
      this.#pattern.slice(this.#at, this.#at + 40),
    );
    if (quantifier === null) return 1;
    const [text, least, more, most = ""] = quantifier;
    this.#at += text.length;
    const minimum = least === undefined ? (text === "+" ? 1 : 0) : Number(least);
    const isOpen = text === "*" || text === "+" || (more !== undefined && most === "");
    const maximum = isOpen ? Infinity : text === "?" ? 1 : Number(most === "" ? minimum : most);
    return Math.min(maximum, Math.max(minimum, this.#wanted));
  }
}

const favourites = "a1AxX0 -_.";

/** A character of a class, the first that is easy to read. */
function memberOf(single: string): string {
  const expression = new RegExp(`^${toExpression(single) ?? "[^]"}$`, "v");
  for (const char of favourites) if (expression.test(char)) return char;
  for (let code = 0x20; code < 0x10000; code = code === 0xd7ff ? 0xe000 : code + 1) {
    const char = String.fromCharCode(code);
    if (expression.test(char)) return char;
  }
  return "";
}
