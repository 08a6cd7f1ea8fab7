/** Responses of a network that did not accept a part, by status code. */
export type ResponseCodes = Readonly<Record<string, number>>;

/** Maximum codes of a link that are counted separately; further ones are counted together. */
const most = 50;
const others = "other codes";

/** Counts the responses of one link. */
export class CodeCounter {
  readonly #counts = new Map<string, number>();

  add(code: string): void {
    const name = this.#counts.has(code) || this.#counts.size < most ? code : others;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  counts(): ResponseCodes {
    return Object.fromEntries(this.#counts);
  }
}

/** The responses of several processes together. */
export function summedCodes(all: readonly ResponseCodes[]): ResponseCodes {
  const sums = new Map<string, number>();
  for (const codes of all)
    for (const [code, count] of Object.entries(codes)) sums.set(code, (sums.get(code) ?? 0) + count);
  return Object.fromEntries(sums);
}
