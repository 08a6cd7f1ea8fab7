/**
 * The defect of a regular expression of XSD 1.0 part 2, appendix F; undefined if it is valid. Its syntax differs from that of
 * JavaScript: no anchors, no groups that do not capture, classes that subtract, `\i` and `\c` for names.
 */
export function patternProblem(pattern: string): string | undefined {
  try {
    new PatternReader(pattern).read();
    return undefined;
  } catch (problem) {
    if (problem instanceof PatternProblem) return problem.message;
    throw problem;
  }
}

class PatternProblem extends Error {}

const singleEscapes = "nrt\\|.?*+(){}-[]^$";
const classEscapes = "sSiIcCdDwW";
const property =
  /\\[pP]\{(?:Is[A-Za-z0-9-]+|L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)\}/uy;
const count = /\{([0-9]+)(?:(,)([0-9]*))?\}/y;

/** Parentheses within parentheses, at most. */
const depthLimit = 100;

class PatternReader {
  readonly #text: string;
  #at = 0;
  #open = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): void {
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at];
      if (char === "|") this.#at++;
      else if (char === "(") this.#group();
      else if (char === ")" && this.#open > 0) this.#close();
      else this.#atom();
    }
    if (this.#open > 0) throw new PatternProblem("a parenthesis is not closed");
  }

  #group(): void {
    if (++this.#open > depthLimit) throw new PatternProblem("parentheses are nested too deeply");
    this.#at++;
    if (this.#text[this.#at] === "?") throw new PatternProblem('"(?" has no meaning');
  }

  #close(): void {
    this.#open--;
    this.#at++;
    this.#quantifier();
  }

  #atom(): void {
    const char = this.#text[this.#at] ?? "";
    if (char === "[") this.#class();
    else if (char === "\\") this.#escape();
    else if ("?*+{}])".includes(char)) throw new PatternProblem(`"${char}" where a character is expected`);
    else this.#at += char.length;
    this.#quantifier();
  }

  #quantifier(): void {
    const char = this.#text[this.#at] ?? "";
    if (char !== "" && "?*+".includes(char)) this.#at++;
    else if (char === "{") {
      count.lastIndex = this.#at;
      const found = count.exec(this.#text);
      if (found === null) throw new PatternProblem('a count is not of the form "{n}", "{n,}" or "{n,m}"');
      const [whole, min = "", , max = ""] = found;
      if (max !== "" && Number(max) < Number(min)) throw new PatternProblem(`the count ${whole} is empty`);
      this.#at += whole.length;
    }
  }

  /** Code point of the character, or undefined for a class. */
  #escape(): number | undefined {
    const char = this.#text[this.#at + 1] ?? "";
    if (char === "p" || char === "P") {
      property.lastIndex = this.#at;
      const found = property.exec(this.#text);
      if (found === null) throw new PatternProblem(`"\\${char}" is not followed by a known property`);
      this.#at += found[0].length;
      return undefined;
    }
    if (char === "" || !(singleEscapes + classEscapes).includes(char))
      throw new PatternProblem(`"\\${char}" has no meaning`);
    this.#at += 2;
    return singleEscapes.includes(char) ? char.codePointAt(0) : undefined;
  }

  #class(): void {
    let depth = 0;
    for (;;) {
      if (this.#text[this.#at] === "[") {
        depth++;
        this.#at += this.#text[this.#at + 1] === "^" ? 2 : 1;
        if (this.#text[this.#at] === "]") throw new PatternProblem("a class is empty");
      }
      this.#ranges();
      if (this.#text[this.#at] === "[") continue;
      for (; this.#text[this.#at] === "]" && depth > 0; depth--) this.#at++;
      if (depth === 0) return;
      throw new PatternProblem("a subtracted class is not the last part of its class");
    }
  }

  /** Up to the end of the class, or to a class that is subtracted. */
  #ranges(): void {
    for (let char = this.#text[this.#at]; char !== "]"; char = this.#text[this.#at]) {
      if (char === undefined) throw new PatternProblem("a class is not closed");
      if (char === "[") throw new PatternProblem('"[" in a class is written "\\["');
      if (this.#text.startsWith("-[", this.#at)) {
        this.#at++;
        return;
      }
      const from = this.#member();
      // Many patterns have a dash behind \w or \d, where it can only be a character.
      if (from === undefined) continue;
      if (this.#text[this.#at] !== "-" || "[]".includes(this.#text[this.#at + 1] ?? "]")) continue;
      this.#at++;
      const to = this.#member();
      if (to === undefined) throw new PatternProblem("a range has no single character at one end");
      if (to < from) throw new PatternProblem("a range ends before it begins");
    }
  }

  #member(): number | undefined {
    if (this.#text[this.#at] === "\\") return this.#escape();
    const code = this.#text.codePointAt(this.#at);
    this.#at += code !== undefined && code > 0xffff ? 2 : 1;
    return code;
  }
}
