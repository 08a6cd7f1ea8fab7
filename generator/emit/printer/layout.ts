/** Breaks code into lines, as P. Wadler ("A prettier printer") and prettier do. */
import {
  isSequence,
  newLine,
  type Code,
  type Comment,
  type Either,
  type Group,
  type Hanging,
  type Line,
  type Reference,
} from "./code.js";
import { codeWidth, commentLines } from "./text.js";

/** Returns the name of the target of a reference. */
export type NameOf = (reference: Reference) => string;

/** Pieces of code that are to be printed, the next one last; arrays of their parts, as there are very many. */
class Pieces {
  readonly #bodies: Code[] = [];
  readonly #indents: number[] = [];
  readonly #flat: boolean[] = [];
  /** The last piece. */
  body: Code = "";
  indent = 0;
  /** Its line breaks are not printed. */
  isFlat = false;

  get length(): number {
    return this.#bodies.length;
  }

  push(body: Code, indent: number, isFlat: boolean): void {
    this.#bodies.push(body);
    this.#indents.push(indent);
    this.#flat.push(isFlat);
  }

  /** One after the other. */
  pushAll(bodies: readonly Code[], indent: number, isFlat: boolean): void {
    for (let at = bodies.length - 1; at >= 0; at--) this.push(bodies[at] ?? "", indent, isFlat);
  }

  /** False when there is none. */
  take(): boolean {
    const body = this.#bodies.pop();
    if (body === undefined) return false;
    this.body = body;
    this.indent = this.#indents.pop() ?? 0;
    this.isFlat = this.#flat.pop() ?? false;
    return true;
  }

  /** The piece at that place, without taking it. */
  look(at: number): void {
    this.body = this.#bodies[at] ?? "";
    this.isFlat = this.#flat[at] ?? false;
  }

  clear(): void {
    this.#bodies.length = 0;
    this.#indents.length = 0;
    this.#flat.length = 0;
  }
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

/** Names as they are declared, not as a file imports them: for documents. */
export const declaredName: NameOf = ({ symbol }) =>
  symbol.kind === "member" ? `${symbol.of.name}.${symbol.name}` : symbol.name;

/** Code in lines of at most `codeWidth`, as far as its groups allow. */
export function layout(body: Code, nameOf: NameOf): string {
  return new Layout(nameOf).print(body);
}

class Layout {
  readonly #nameOf: NameOf;
  readonly #texts: string[] = [];
  readonly #pieces = new Pieces();
  /** Pieces of a group that is measured. */
  readonly #measured = new Pieces();
  #column = 0;
  /** Indentation of the current line, which has no text yet. */
  #indent = 0;

  constructor(nameOf: NameOf) {
    this.#nameOf = nameOf;
  }

  print(body: Code): string {
    const pieces = this.#pieces;
    pieces.push(body, 0, false);
    while (pieces.take()) this.#piece(pieces.body, pieces.indent, pieces.isFlat);
    return this.#texts.join("");
  }

  #piece(body: Code, indent: number, isFlat: boolean): void {
    const text = textOf(body, this.#nameOf);
    if (text !== undefined) {
      this.#text(text);
      return;
    }
    if (isLine(body)) {
      if (isFlat && !body.always) this.#text(body.flat);
      else this.#break(indent);
      return;
    }
    if (isSequence(body)) this.#pieces.pushAll(body, indent, isFlat);
    else if (isEither(body))
      this.#pieces.push(isFlat || this.#fits(body.first, false) ? body.first : body.second, indent, isFlat);
    else if (isComment(body)) this.#comment(body.doc, indent);
    else if (isGroup(body)) {
      const fits = isFlat || (!body.breaks && this.#fits(body.body));
      this.#pieces.push(body.body, indent, fits);
    } else if (isHanging(body) && !isFlat && !this.#fits([" ", body.body])) {
      this.#pieces.pushAll([newLine, body.body], indent + 2, isFlat);
    } else this.#pieces.pushAll(innerOf(body, isFlat), isIndented(body) ? indent + 2 : indent, isFlat);
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

  /** True when code, on one line if it is flat, and what follows it up to the next possible line break, fits into the line. */
  #fits(body: Code, isFlatBody = true): boolean {
    const pieces = this.#measured;
    pieces.clear();
    pieces.push(body, 0, isFlatBody);
    let left = codeWidth - this.#column - this.#indent;
    for (let at = this.#pieces.length; left >= 0;) {
      let from = pieces;
      if (!pieces.take()) {
        if (at === 0) return true;
        from = this.#pieces;
        from.look(--at);
      }
      const { body, isFlat } = from;
      if (isHanging(body) && !isFlat) return true;
      const text = textOf(body, this.#nameOf);
      if (text !== undefined) left -= text.length;
      else if (isLine(body)) {
        if (!isFlat || body.always) return true;
        left -= body.flat.length;
      } else pieces.pushAll(isSequence(body) ? body : innerOf(body, isFlat), 0, isFlat);
    }
    return false;
  }
}

type Node = Exclude<Code, string | readonly Code[]>;

function isLine(body: Code): body is Line {
  return isNode(body) && body.kind === "line";
}

function isGroup(body: Code): body is Group {
  return isNode(body) && body.kind === "group";
}

function isHanging(body: Code): body is Hanging {
  return isNode(body) && body.kind === "hanging";
}

function isIndented(body: Code): boolean {
  return isNode(body) && body.kind === "indented";
}

function isEither(body: Code): body is Either {
  return isNode(body) && body.kind === "either";
}

function isComment(body: Code): body is Comment {
  return isNode(body) && body.kind === "comment";
}

function isNode(body: Code): body is Node {
  return typeof body !== "string" && !isSequence(body);
}

/** The text of code that consists of one text; undefined for any other. */
function textOf(body: Code, nameOf: NameOf): string | undefined {
  if (typeof body === "string") return body;
  if (isSequence(body)) return undefined;
  if (body.kind === "reference") return nameOf(body);
  if (body.kind !== "property") return undefined;
  const name = nameOf(body.value);
  return name === body.name ? name : `${body.name}: ${name}`;
}

/** The parts of code. */
function innerOf(body: Code, isFlat: boolean): readonly Code[] {
  if (typeof body === "string") return [body];
  if (isSequence(body)) return body;
  switch (body.kind) {
    case "group":
    case "indented":
      return [body.body];
    case "hanging":
      return [" ", body.body];
    case "ifBroken":
      return [isFlat ? body.flat : body.broken];
    case "either":
      return [isFlat ? body.first : body.second];
    case "line":
      return [body.flat];
    case "comment":
    case "reference":
    case "property":
      return [];
  }
}
