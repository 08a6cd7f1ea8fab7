/**
 * The same text as a flat string: engines store concatenations as trees, which need several times the memory. Reading a
 * character flattens them.
 */
export function flat(text: string): string {
  return text.charCodeAt(0) >= 0 ? text : "";
}

/** The same text in memory of its own: a slice keeps the whole text that it is from, and a concatenation its parts. */
export function copied(text: string): string {
  return ` ${text}`.slice(1);
}
