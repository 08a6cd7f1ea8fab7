/** Syntax tree of a regular expression without look-around, references and lazy counts. */
export type Expression =
  | { readonly kind: "character"; readonly source: string }
  | { readonly kind: "sequence" | "alternatives"; readonly parts: readonly Expression[] }
  | { readonly kind: "repeated"; readonly part: Expression; readonly least: number; readonly most: number };

/** Reads an expression with the flag `v` that matches whole texts, `^...$`; undefined for one that needs more than the parts above. */
export function readExpression({ source, flags }: RegExp): Expression | undefined {
  if (flags !== "v" || !source.startsWith("^") || !source.endsWith("$")) return undefined;
  return new ExpressionReader(source.slice(1, -1)).read();
}

const character =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[^bBkuxpPcq1-9])|[^\\()[\]{}|*+?^$]/uy;
const count = /(?:[*+?]|\{([0-9]+)(?:(,)([0-9]*))?\})/uy;

class ExpressionReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Expression | undefined {
    const whole = this.#alternatives();
    return this.#at === this.#text.length ? whole : undefined;
  }

  #alternatives(): Expression | undefined {
    const parts: Expression[] = [];
    do {
      const part = this.#sequence();
      if (part === undefined) return undefined;
      parts.push(part);
    } while (this.#skipped("|"));
    return parts.length === 1 ? parts[0] : { kind: "alternatives", parts };
  }

  #sequence(): Expression | undefined {
    const parts: Expression[] = [];
    while (this.#at < this.#text.length && !"|)".includes(this.#text[this.#at] ?? "")) {
      const part = this.#single();
      if (part === undefined) return undefined;
      parts.push(this.#counted(part));
    }
    return parts.length === 1 ? parts[0] : { kind: "sequence", parts };
  }

  #single(): Expression | undefined {
    if (this.#skipped("(?:") || this.#skipped("(")) {
      const part = this.#alternatives();
      return this.#skipped(")") ? part : undefined;
    }
    const source = this.#text[this.#at] === "[" ? this.#class() : this.#matched(character)?.[0];
    return source === undefined ? undefined : { kind: "character", source };
  }

  #class(): string {
    const start = this.#at;
    let depth = 0;
    do {
      const char = this.#text[this.#at];
      if (char === "[") depth++;
      if (char === "]") depth--;
      this.#at += char === "\\" ? 2 : 1;
    } while (depth > 0);
    return this.#text.slice(start, this.#at);
  }

  #counted(part: Expression): Expression {
    const found = this.#matched(count);
    if (found === undefined) return part;
    const [sign = "", least, comma, most] = found;
    if (least === undefined)
      return { kind: "repeated", part, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
    const end = most === "" ? Infinity : Number(most);
    return { kind: "repeated", part, least: Number(least), most: comma === undefined ? Number(least) : end };
  }

  #matched(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text);
    if (found === null) return undefined;
    this.#at = expression.lastIndex;
    return found;
  }

  #skipped(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

interface Cost {
  /** Ways to match the same text, at most. */
  readonly ways: number;
  /** Characters behind each other. */
  readonly size: number;
  /** Parts behind each other that match texts of very different lengths. */
  readonly open: number;
}

/** Larger differences of counts are treated as unbounded. */
const manyCounts = 100;

/**
 * True when matching by trial and error is proven to be fast: one part of open length at most, a single repeated character, which
 * is tried at each length, and few ways for the rest.
 */
export function isPlain(expression: Expression): boolean {
  const { ways, size, open } = costOf(expression);
  return open === 0 ? ways * size <= 100_000 : open === 1 && ways * size <= 100;
}

function costOf(expression: Expression): Cost {
  switch (expression.kind) {
    case "character":
      return { ways: 1, size: 1, open: 0 };
    case "sequence":
      return expression.parts.map(costOf).reduce(behind, { ways: 1, size: 0, open: 0 });
    case "alternatives":
      return expression.parts.map(costOf).reduce(beside);
    case "repeated":
      return repeatedCost(expression.part, expression.least, expression.most);
  }
}

function behind(a: Cost, b: Cost): Cost {
  return { ways: a.ways * b.ways, size: a.size + b.size, open: a.open + b.open };
}

function beside(a: Cost, b: Cost): Cost {
  return { ways: a.ways + b.ways, size: Math.max(a.size, b.size), open: Math.max(a.open, b.open) };
}

function repeatedCost(part: Expression, least: number, most: number): Cost {
  const { ways, size, open } = costOf(part);
  if (most - least > manyCounts)
    return { ways: 1, size: Math.max(least, 1), open: part.kind === "character" ? 1 : Infinity };
  return { ways: (most - least + 1) * ways ** most, size: size * most, open: open === 0 ? 0 : open * most };
}
