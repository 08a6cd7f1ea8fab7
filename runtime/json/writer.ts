/** What compiled functions write JSON with. */

/** A simple type, as far as writing needs it. */
interface PrintedType<T> {
  /** JSON text of a value. */
  readonly print: (value: T) => string;
}

/** A function that writes a value. */
export type WriteJson<T> = (writer: JsonWriter, value: T) => void;

/** Writes one document as text. Names of members are passed as they are written: in quotes, with a colon. */
export class JsonWriter {
  #text = "";
  /** True if a comma comes before the next member or item. */
  #separated = false;
  #first = "";

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
    this.#text += "}";
    this.#separated = true;
  }

  nil(name: string): void {
    this.#begin(`${name}null`);
  }

  value<T>(name: string, type: PrintedType<T>, value: T): void {
    this.#begin(name + type.print(value));
  }

  record<T>(name: string, write: WriteJson<T>, value: T): void {
    this.#begin(name);
    write(this, value);
  }

  /** Items as an array, also where there is one item or none. */
  items<T>(values: Iterable<T>, write: WriteJson<T>): void {
    this.#text += "[";
    this.#separated = false;
    for (const value of values) this.record("", write, value);
    this.#text += "]";
    this.#separated = true;
  }

  array<T>(name: string, values: Iterable<T>, write: WriteJson<T>): void {
    this.#begin(name);
    this.items(values, write);
  }
}

/** As `write`, with null for nil. */
export function writeNull<T>(write: WriteJson<T>): WriteJson<T | null> {
  return (writer, value) => {
    if (value === null) writer.raw("null");
    else write(writer, value);
  };
}
