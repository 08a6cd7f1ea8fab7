/** A behavior removed from the code. */
export interface Mutation {
  /** Its source file. */
  readonly file: string;
  /** Text that occurs once in the source. */
  readonly find: string;
  /** Replacement that removes the behavior; the file still compiles. */
  readonly replace: string;
}

/** A row of test/mutations/README.md, and the mutations that its test must detect. */
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

/** The source without the behavior. Throws unless the text occurs in it exactly once. */
export function mutated(source: string, { file, find, replace }: Mutation): string {
  const found = source.split(find).length - 1;
  if (found !== 1) throw new Error(`${file} has ${found} times: ${find}`);
  return source.replace(find, () => replace);
}
