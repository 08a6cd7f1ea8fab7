/**
 * The same text in one block: engines keep what was joined as a tree, which costs several times the memory. Looking at a
 * character makes them join it.
 */
export function flat(text: string): string {
  return text.charCodeAt(0) === 0 ? "" : text;
}
