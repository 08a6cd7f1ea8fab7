/** What a network sent, by its name: status codes of parts that it did not accept, or what was ignored in its PDUs. */
export type ResponseCodes = Readonly<Record<string, number>>;

/** Maximum names of a link that are counted separately; further ones are counted together. */
const most = 50;

/** Counts what the network of one link sent. */
export class CodeCounter {
  readonly #counts = new Map<string, number>();
  readonly #others: string;

  /** @param others name under which those beyond the first 50 names are counted */
  constructor(others: string) {
    this.#others = others;
  }

  /** Returns the name under which it was counted. */
  add(code: string): string {
    const name = this.#counts.has(code) || this.#counts.size < most ? code : this.#others;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return name;
  }

  counts(): ResponseCodes {
    return Object.fromEntries(this.#counts);
  }
}

/** The counts of several processes together. */
export function summedCodes(all: readonly ResponseCodes[]): ResponseCodes {
  const sums = new Map<string, number>();
  for (const codes of all)
    for (const [code, count] of Object.entries(codes)) sums.set(code, (sums.get(code) ?? 0) + count);
  return Object.fromEntries(sums);
}
