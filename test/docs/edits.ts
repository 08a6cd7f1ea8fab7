/**
 * A text after an edit of a document: lines that stay (a space before them), go (`-`) and come (`+`), as in a unified diff without numbers.
 * Throws unless the lines that stay and go stand at exactly one place.
 */
export function edited(text: string, edit: string): string {
  const lines = edit.replace(/\n$/u, "").split("\n");
  const without = (sign: string): string =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const [before, after] = [`\n${without("+")}`, `\n${without("-")}`];
  const pieces = `\n${text}`.split(before);
  if (pieces.length !== 2) throw new Error(`stands at ${pieces.length - 1} places:\n${edit}`);
  return pieces.join(after).slice(1);
}
