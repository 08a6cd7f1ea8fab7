/** Breaks code into lines, as P. Wadler ("A prettier printer") and prettier do. */
import { isSequence, type Code, type Reference } from "./code.js";
import { codeWidth, commentLines } from "./text.js";

/** Returns the name of what a reference leads to. */
export type NameOf = (reference: Reference) => string;

/** A piece of code that is to be printed. */
interface Piece {
  readonly indent: number;
  /** Its line breaks are not taken. */
  readonly isFlat: boolean;
  readonly body: Code;
}

/** Code on one line, whatever its width. */
export function flatText(body: Code, nameOf: NameOf): string {
  const texts: string[] = [];
  const pieces: Code[] = [body];
  for (let next = pieces.pop(); next !== undefined; next = pieces.pop()) {
    const text = textOf(next, nameOf);
    if (text !== undefined) texts.push(text);
    else pieces.push(...innerOf(next, true).toReversed());
  }
  return texts.join("");
}

/** Code in lines of `codeWidth` where its groups let it. */
export function layout(body: Code, nameOf: NameOf): string {
  return new Layout(nameOf).print(body);
}

class Layout {
  readonly #nameOf: NameOf;
  readonly #texts: string[] = [];
  #column = 0;
  /** Of the line that has been begun and has no text yet. */
  #indent = 0;

  constructor(nameOf: NameOf) {
    this.#nameOf = nameOf;
  }

  print(body: Code): string {
    const pieces: Piece[] = [{ indent: 0, isFlat: false, body }];
    for (let piece = pieces.pop(); piece !== undefined; piece = pieces.pop()) this.#piece(piece, pieces);
    return this.#texts.join("");
  }

  #piece(piece: Piece, rest: Piece[]): void {
    const { indent, isFlat, body } = piece;
    if (typeof body === "string" || isSequence(body)) {
      if (typeof body === "string") this.#text(body);
      else push(rest, body, piece);
      return;
    }
    switch (body.kind) {
      case "line":
        if (isFlat && !body.always) this.#text(body.flat);
        else this.#break(indent);
        return;
      case "comment":
        this.#comment(body.doc, indent);
        return;
      case "group": {
        const flat = { indent, isFlat: true, body: body.body };
        const fits = isFlat || (!body.breaks && this.#fits(flat, rest));
        rest.push({ ...flat, isFlat: fits });
        return;
      }
      case "indented":
        rest.push({ indent: indent + 2, isFlat, body: body.body });
        return;
      case "ifBroken":
      case "reference":
      case "property": {
        const text = textOf(body, this.#nameOf);
        if (text === undefined) push(rest, innerOf(body, isFlat), piece);
        else this.#text(text);
      }
    }
  }

  #text(text: string): void {
    if (text === "") return;
    if (this.#indent > 0) this.#texts.push(" ".repeat(this.#indent));
    this.#texts.push(text);
    this.#column += this.#indent + text.length;
    this.#indent = 0;
  }

  #break(indent: number): void {
    this.#texts.push("\n");
    this.#column = 0;
    this.#indent = indent;
  }

  #comment(doc: readonly string[], indent: number): void {
    const [only = "", ...others] = commentLines(doc, indent);
    if (others.length === 0) {
      this.#text(`/** ${only} */`);
      return;
    }
    this.#text("/**");
    for (const line of [only, ...others]) {
      this.#break(indent);
      this.#text(` * ${line}`.trimEnd());
    }
    this.#break(indent);
    this.#text(" */");
  }

  /** True when a piece, and what follows it up to the next possible line break, fits into the line. */
  #fits(first: Piece, rest: readonly Piece[]): boolean {
    let left = codeWidth - this.#column - this.#indent;
    let at = rest.length;
    const pieces: Piece[] = [first];
    while (left >= 0) {
      const piece = pieces.pop() ?? rest[--at];
      if (piece === undefined) return true;
      const { body, isFlat } = piece;
      const text = textOf(body, this.#nameOf);
      if (text !== undefined) left -= text.length;
      else if (isLine(body)) {
        if (!isFlat || body.always) return true;
        left -= body.flat.length;
      } else push(pieces, innerOf(body, isFlat), piece);
    }
    return false;
  }
}

function isLine(body: Code): body is Extract<Code, { readonly kind: "line" }> {
  return typeof body !== "string" && !isSequence(body) && body.kind === "line";
}

function push(pieces: Piece[], bodies: readonly Code[], { indent, isFlat }: Piece): void {
  for (let at = bodies.length - 1; at >= 0; at--) pieces.push({ indent, isFlat, body: bodies[at] ?? "" });
}

/** The text of code that is no more than one; undefined for any other. */
function textOf(body: Code, nameOf: NameOf): string | undefined {
  if (typeof body === "string") return body;
  if (isSequence(body)) return undefined;
  if (body.kind === "reference") return nameOf(body);
  if (body.kind !== "property") return undefined;
  const name = nameOf(body.value);
  return name === body.name ? name : `${body.name}: ${name}`;
}

/** What code is made of. */
function innerOf(body: Code, isFlat: boolean): readonly Code[] {
  if (typeof body === "string") return [body];
  if (isSequence(body)) return body;
  switch (body.kind) {
    case "group":
    case "indented":
      return [body.body];
    case "ifBroken":
      return [isFlat ? body.flat : body.broken];
    case "line":
      return [body.flat];
    case "comment":
    case "reference":
    case "property":
      return [];
  }
}
