/**
 * The engine's one copy of a text, made a key of an object: it shares no memory with the message it was found in, and
 * comparing two of them is comparing addresses.
 */
export function interned(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text;
}
