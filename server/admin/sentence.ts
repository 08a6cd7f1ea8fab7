/** A customer in a sentence. */
interface Mention {
  readonly customer: number;
}

type Part = string | Mention;

/** A sentence with its customers as parameters. Commands, APIs and logs print it as a text; a face that knows names writes them. */
export class Sentence {
  readonly #parts: readonly Part[];

  constructor(parts: readonly (Part | Sentence)[]) {
    this.#parts = parts.flatMap((part) => (part instanceof Sentence ? part.#parts : [part]));
  }

  /** The customers in it, in order. */
  get customers(): readonly number[] {
    return this.#parts.flatMap((part) => (typeof part === "string" ? [] : [part.customer]));
  }

  /** Its text. @param write what stands for a customer: by default `customer 42` */
  text(write = (customer: number): string => `customer ${customer}`): string {
    return this.#parts.map((part) => (typeof part === "string" ? part : write(part.customer))).join("");
  }
}

/** A sentence, or the text of one without a customer. */
export type Said = string | Sentence;

/** Makes a sentence with customers: said`${{ customer: 42 }} has no user ${name}`. */
export const said = (
  texts: TemplateStringsArray,
  ...values: readonly (Part | Sentence | number)[]
): Sentence =>
  new Sentence(
    texts.flatMap((text, index) => {
      const value = values[index];
      return value === undefined ? [text] : [text, typeof value === "number" ? String(value) : value];
    }),
  );

export const textOf = (sentence: Said): string => (typeof sentence === "string" ? sentence : sentence.text());
