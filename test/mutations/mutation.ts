/** A behaviour taken out of the code. */
export interface Mutation {
  /** The source it is taken out of. */
  readonly file: string;
  /** Text that stands in the source once. */
  readonly find: string;
  /** What stands there when the behaviour is gone; the file stays sound. */
  readonly replace: string;
}

/** A row of docs/reference/delivery-tests.md, and what its test has to notice. */
export interface MutatedRow {
  /** Path of the test. */
  readonly test: string;
  /** Name of the test, as on the page. */
  readonly name: string;
  readonly mutations: readonly Mutation[];
}

/** Of a row of the page, or of the table of mutations. */
export function rowKey(test: string, name: string): string {
  return `${test}: ${name}`;
}

/** The source without the behaviour. Throws where the text does not stand in it exactly once. */
export function mutated(source: string, { file, find, replace }: Mutation): string {
  const found = source.split(find).length - 1;
  if (found !== 1) throw new Error(`${file} has ${found} times: ${find}`);
  return source.replace(find, () => replace);
}
