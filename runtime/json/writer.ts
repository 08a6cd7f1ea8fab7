/** What compiled functions write JSON with. */
import { presentRows, type Rows } from "../xml/rows.js";
import { eachPiece } from "../xml/text-pieces.js";
import { LexicalError } from "../xsd/type.js";

/** A simple type, as far as writing needs it. */
interface PrintedType<T> {
  /** JSON text of a value. */
  readonly print: (value: T, replaces: boolean) => string;
  /** The same for a value that is not of the type. */
  readonly printAny: (value: T) => string;
}

/** A function that writes a value. */
export type WriteJson<T> = (writer: JsonWriter, value: T) => void;

/** Writes one document as text. Names of members are passed as they are written: in quotes, with a colon. */
export class JsonWriter {
  /** True if U+FFFD takes the place of characters that XML does not allow; otherwise they are an error. */
  readonly replaces: boolean;
  /** True for results of `lenientReading`: required members that are undefined are left out, such items are null, and values outside of their types are kept. */
  readonly isPartial: boolean;
  #text = "";
  /** True if a comma comes before the next member or item. */
  #separated = false;
  #first = "";

  constructor(replaces = false, isPartial = false) {
    this.replaces = replaces;
    this.isPartial = isPartial;
  }

  toString(): string {
    return this.#text;
  }

  /** JSON text of a value. */
  raw(json: string): void {
    this.#text += json;
    this.#separated = true;
  }

  /** Begins a member or an item. */
  #begin(name: string): void {
    this.#text += this.#separated ? `,${name}` : name;
    this.#separated = true;
  }

  /** A member that the next object begins with: `$type`, `$headers`. */
  first(member: string): void {
    this.#first += this.#first === "" ? member : `,${member}`;
  }

  open(): void {
    this.#text += `{${this.#first}`;
    this.#separated = this.#first !== "";
    this.#first = "";
  }

  close(): void {
    this.raw("}");
  }

  nil(name: string): void {
    this.#begin(`${name}null`);
  }

  value<T>(name: string, type: PrintedType<T>, value: T): void {
    if (value === undefined && this.isPartial) return;
    this.#begin(name + this.printed(type, value));
  }

  /** JSON text of a value of a simple type; of a result of `lenientReading` also of one that is outside of the type. */
  printed<T>(type: PrintedType<T>, value: T): string {
    return this.isPartial ? printedAny(type, value, this.replaces) : type.print(value, this.replaces);
  }

  record<T>(name: string, write: WriteJson<T>, value: T): void {
    if (value === undefined && this.isPartial) return;
    this.#begin(name);
    write(this, value);
  }

  /** Items as an array, also where there is one item or none. */
  items<T>(values: Rows<T>, write: WriteJson<T>): void {
    this.#text += "[";
    this.#separated = false;
    this.each(values, write);
    this.raw("]");
  }

  array<T>(name: string, values: Rows<T>, write: WriteJson<T>): void {
    if ((values as unknown) === undefined && this.isPartial) return;
    this.#begin(name);
    this.items(values, write);
  }

  /** A string in pieces. @param print returns the JSON text of a piece, without quotes */
  pieces(text: AsyncIterable<string>, print: (piece: string) => string): void {
    this.#text += '"';
    eachPiece(
      text,
      (rows, write) => {
        this.joined(rows, (_, piece) => {
          write(piece);
        });
      },
      (piece) => {
        this.#text += print(piece);
      },
    );
    this.raw('"');
  }

  /** The items that the open array holds. */
  protected each<T>(values: Rows<T>, write: WriteJson<T>): void {
    for (const value of presentRows(values)) this.#item(write, value);
  }

  /** Items with nothing between them. */
  protected joined<T>(values: Rows<T>, write: WriteJson<T>): void {
    for (const value of presentRows(values)) write(this, value);
  }

  /** Length of the text, in UTF-16 code units. */
  protected get length(): number {
    return this.#text.length;
  }

  /** Takes the text out of the writer. */
  protected take(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }

  /** Writes one item of an array whose other items may be written already. */
  protected item<T>(write: WriteJson<T>, value: T, isFirst: boolean): void {
    this.#separated = !isFirst;
    this.#item(write, value);
  }

  /** Null takes the place of an item without a value: the others keep theirs. */
  #item<T>(write: WriteJson<T>, value: T): void {
    this.#begin("");
    if (value === undefined && this.isPartial) this.raw("null");
    else write(this, value);
  }
}

/** JSON text of a value, which may be outside of the type; null for an item that is absent. */
export function printedAny<T>(type: PrintedType<T>, value: T, replaces = false): string {
  if (value === undefined) return "null";
  try {
    return type.print(value, replaces);
  } catch (error) {
    // A list of which an item is absent has a value of another kind.
    if (error instanceof LexicalError || error instanceof TypeError) return type.printAny(value);
    throw error;
  }
}

/** As `write`, with null for nil. */
export function writeNull<T>(write: WriteJson<T>): WriteJson<T | null> {
  return (writer, value) => {
    // In lenient reading an item without a value is undefined.
    if ((value ?? null) === null) writer.raw("null");
    else write(writer, value as T);
  };
}
