/** Breaks code into lines, as P. Wadler ("A prettier printer") and prettier do. */
import { isSequence, type Code, type Property, type Reference } from "./code.js";
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
  if (typeof body === "string") return body;
  if (isSequence(body)) {
    let text = "";
    for (const each of body) text += flatText(each, nameOf);
    return text;
  }
  switch (body.kind) {
    case "reference":
      return nameOf(body);
    case "property":
      return propertyText(body, nameOf);
    case "line":
      return body.flat;
    case "group":
    case "indented":
      return flatText(body.body, nameOf);
    case "hanging":
      return ` ${flatText(body.body, nameOf)}`;
    case "ifBroken":
      return flatText(body.flat, nameOf);
    case "either":
      return flatText(body.first, nameOf);
    case "comment":
      return "";
  }
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
    if (typeof body === "string") this.#text(body);
    else if (isSequence(body)) this.#pieces.pushAll(body, indent, isFlat);
    else this.#node(body, indent, isFlat);
  }

  #node(body: Node, indent: number, isFlat: boolean): void {
    switch (body.kind) {
      case "reference":
        this.#text(this.#nameOf(body));
        return;
      case "property":
        this.#text(propertyText(body, this.#nameOf));
        return;
      case "line":
        if (isFlat && !body.always) this.#text(body.flat);
        else this.#break(indent);
        return;
      case "group": {
        const fits = isFlat || (!body.breaks && this.#fits(body.body));
        this.#pieces.push(body.body, indent, fits);
        return;
      }
      case "indented":
        this.#pieces.push(body.body, indent + 2, isFlat);
        return;
      case "hanging":
        this.#hanging(body.body, indent, isFlat);
        return;
      case "ifBroken":
        this.#pieces.push(isFlat ? body.flat : body.broken, indent, isFlat);
        return;
      case "either": {
        const isFirst = isFlat || this.#fits(body.first, false);
        this.#pieces.push(isFirst ? body.first : body.second, indent, isFlat);
        return;
      }
      case "comment":
        this.#comment(body.doc, indent);
    }
  }

  #hanging(body: Code, indent: number, isFlat: boolean): void {
    if (!isFlat && !this.#fits([" ", body])) {
      this.#break(indent + 2);
      this.#pieces.push(body, indent + 2, isFlat);
      return;
    }
    this.#text(" ");
    this.#pieces.push(body, indent, isFlat);
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
      if (typeof body === "string") left -= body.length;
      else if (isSequence(body)) pieces.pushAll(body, 0, isFlat);
      else {
        const width = this.#measure(body, isFlat);
        if (width === undefined) return true;
        left -= width;
      }
    }
    return false;
  }

  /** Width of a piece of a group that is measured, whose parts are measured next; undefined if it breaks the line. */
  #measure(body: Node, isFlat: boolean): number | undefined {
    const pieces = this.#measured;
    switch (body.kind) {
      case "reference":
        return this.#nameOf(body).length;
      case "property":
        return propertyText(body, this.#nameOf).length;
      case "line":
        return isFlat && !body.always ? body.flat.length : undefined;
      case "group":
      case "indented":
        pieces.push(body.body, 0, isFlat);
        return 0;
      case "hanging":
        if (!isFlat) return undefined;
        pieces.push(body.body, 0, isFlat);
        return 1;
      case "ifBroken":
        pieces.push(isFlat ? body.flat : body.broken, 0, isFlat);
        return 0;
      case "either":
        pieces.push(isFlat ? body.first : body.second, 0, isFlat);
        return 0;
      case "comment":
        return 0;
    }
  }
}

type Node = Exclude<Code, string | readonly Code[]>;

function propertyText({ name, value }: Property, nameOf: NameOf): string {
  const given = nameOf(value);
  return given === name ? name : `${name}: ${given}`;
}
