/** Breaks code into lines, as P. Wadler ("A prettier printer") and prettier do. */
import { isSequence, type Code } from "./code.js";
import { propertyText, type NameOf } from "./flat-text.js";
import { codeWidth, commentLines } from "./text.js";

/** Code in lines of at most `codeWidth`, as far as its groups allow. */
export function layout(body: Code, nameOf: NameOf): string {
  return laidOut(body, nameOf).text;
}

/** Code in lines. */
export interface LaidOut {
  readonly text: string;
  /** How many columns may be put before the first line without a change of its line breaks. */
  readonly room: number;
}

/** The same, with the room that its first line has. */
export function laidOut(body: Code, nameOf: NameOf): LaidOut {
  return new Layout(nameOf).print(body);
}

/** How the measuring of a piece of code ended: all of it is measured, or a line break was met, or the line is full. */
type Measured = "whole" | "broken" | "full";

class Layout {
  readonly #nameOf: NameOf;
  /** A text put together piece by piece would keep all pieces: joined, they are one. */
  readonly #texts: string[] = [];
  #column = 0;
  /** Indentation of the current line, which has no text yet. */
  #indent = 0;
  /** Sequences that are being printed, outer ones first, and where each goes on: what follows the current piece. */
  readonly #sequences: (readonly Code[])[] = [];
  readonly #next: number[] = [];
  #depth = 0;
  /** Columns that the piece that is measured leaves of the line. */
  #left = 0;
  /** Its text on one line. */
  #flat = "";
  #isFirstLine = true;
  #room = codeWidth;

  constructor(nameOf: NameOf) {
    this.#nameOf = nameOf;
  }

  print(body: Code): LaidOut {
    this.#print(body, 0);
    return { text: this.#texts.join(""), room: this.#room };
  }

  #print(body: Code, indent: number): void {
    if (typeof body === "string") this.#write(body);
    else if (isSequence(body)) this.#printAll(body, indent);
    else this.#printNode(body, indent);
  }

  #printAll(bodies: readonly Code[], indent: number): void {
    const depth = this.#depth++;
    this.#sequences[depth] = bodies;
    let next = 0;
    for (const each of bodies) {
      this.#next[depth] = ++next;
      this.#print(each, indent);
    }
    this.#depth = depth;
  }

  #printNode(body: Node, indent: number): void {
    switch (body.kind) {
      case "reference":
        this.#write(this.#nameOf(body));
        return;
      case "property":
        this.#write(propertyText(body, this.#nameOf));
        return;
      case "line":
        this.#break(indent);
        return;
      case "group":
        if (!body.breaks && this.#fits(body.body)) this.#write(this.#flat);
        else this.#print(body.body, indent);
        return;
      case "indented":
        this.#print(body.body, indent + 2);
        return;
      case "hanging":
        this.#hang(body.body, indent);
        return;
      case "ifBroken":
        this.#print(body.broken, indent);
        return;
      case "either":
        this.#print(this.#fitsBroken(body.first) ? body.first : body.second, indent);
        return;
      case "typing":
        this.#print(body.body, indent);
        return;
      case "comment":
        this.#comment(body.doc, indent);
    }
  }

  #hang(body: Code, indent: number): void {
    if (this.#fits([" ", body])) {
      this.#write(" ");
      this.#print(body, indent);
      return;
    }
    this.#break(indent + 2);
    this.#print(body, indent + 2);
  }

  #write(text: string): void {
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
    this.#isFirstLine = false;
  }

  #comment(doc: readonly string[], indent: number): void {
    const [only = "", ...others] = commentLines(doc, indent);
    if (others.length === 0) {
      this.#write(`/** ${only} */`);
      return;
    }
    this.#write("/**");
    for (const line of [only, ...others]) {
      this.#break(indent);
      this.#write(` * ${line}`.trimEnd());
    }
    this.#break(indent);
    this.#write(" */");
  }

  /** True when code on one line, up to its first forced line break, and what follows it fit into the line. */
  #fits(body: Code): boolean {
    this.#flat = "";
    this.#left = codeWidth - this.#column - this.#indent;
    return this.#accepts(this.#flatten(body));
  }

  /** True when code up to its first line break, and what follows it if it has none, fit into the line. */
  #fitsBroken(body: Code): boolean {
    this.#left = codeWidth - this.#column - this.#indent;
    return this.#accepts(this.#measure(body));
  }

  #accepts(ofBody: Measured): boolean {
    const measured = ofBody === "whole" ? this.#follow() : ofBody;
    if (measured === "full" || this.#left < 0) return false;
    if (this.#isFirstLine) this.#room = Math.min(this.#room, this.#left);
    return true;
  }

  /** Measures what follows the current piece up to the next possible line break. */
  #follow(): Measured {
    for (let depth = this.#depth - 1; depth >= 0; depth--) {
      const bodies = this.#sequences[depth] ?? [];
      for (let at = this.#next[depth] ?? 0; at < bodies.length; at++) {
        const measured = this.#measure(bodies[at] ?? "");
        if (measured !== "whole") return measured;
      }
    }
    return "whole";
  }

  #flatten(body: Code): Measured {
    if (typeof body === "string") return this.#append(body);
    if (isSequence(body)) {
      for (const each of body) {
        const measured = this.#flatten(each);
        if (measured !== "whole") return measured;
      }
      return "whole";
    }
    switch (body.kind) {
      case "reference":
        return this.#append(this.#nameOf(body));
      case "property":
        return this.#append(propertyText(body, this.#nameOf));
      case "line":
        return body.always ? "broken" : this.#append(body.flat);
      case "group":
      case "indented":
      case "typing":
        return this.#flatten(body.body);
      case "hanging":
        this.#append(" ");
        return this.#flatten(body.body);
      case "ifBroken":
        return this.#flatten(body.flat);
      case "either":
        return this.#flatten(body.first);
      case "comment":
        return "whole";
    }
  }

  #append(text: string): Measured {
    this.#flat += text;
    return this.#measureText(text);
  }

  /** Measures code that may break: of a group that does not fit, or behind the current one. */
  #measure(body: Code): Measured {
    if (typeof body === "string") return this.#measureText(body);
    if (isSequence(body)) {
      for (const each of body) {
        const measured = this.#measure(each);
        if (measured !== "whole") return measured;
      }
      return "whole";
    }
    switch (body.kind) {
      case "reference":
        return this.#measureText(this.#nameOf(body));
      case "property":
        return this.#measureText(propertyText(body, this.#nameOf));
      case "line":
      case "hanging":
        return "broken";
      case "group":
      case "indented":
      case "typing":
        return this.#measure(body.body);
      case "ifBroken":
        return this.#measure(body.broken);
      case "either":
        return this.#measure(body.second);
      case "comment":
        return "whole";
    }
  }

  #measureText(text: string): Measured {
    this.#left -= text.length;
    return this.#left < 0 ? "full" : "whole";
  }
}

type Node = Exclude<Code, string | readonly Code[]>;
