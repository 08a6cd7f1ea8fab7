/** Texts separated by spaces, in one column. */
export function wordsOf(stored: string): readonly string[] {
  return stored === "" ? [] : stored.split(" ");
}
