const closers: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["<!--", "-->"],
  ["<?", "?>"],
]);

/**
 * Index after the document type declaration that starts at `start`, with its internal subset; undefined if it is not closed.
 * Nothing in it is read.
 */
export function documentTypeEnd(text: string, start: number): number | undefined {
  const delimiter = /["'[\]>]|<!--|<\?/g;
  delimiter.lastIndex = start + "<!DOCTYPE".length;
  let inSubset = false;
  for (let found = delimiter.exec(text); found !== null; found = delimiter.exec(text)) {
    const [token] = found;
    const closer = closers.get(token);
    if (closer !== undefined) {
      const end = text.indexOf(closer, delimiter.lastIndex);
      if (end < 0) return undefined;
      delimiter.lastIndex = end + closer.length;
    } else if (token !== ">") inSubset = token === "[";
    else if (!inSubset) return delimiter.lastIndex;
  }
  return undefined;
}
