/** Global tokens (WBXML 1.2, section 7.1). */
const end = 0x01;
const inlineString = 0x03;

/** Version 1.2, public identifier SI 1.0, charset UTF-8 (IANA MIBenum 106), empty string table. */
const documentHead = [0x02, 0x05, 0x6a, 0x00];

/** `<si>` with content, `<indication>` with attributes and content (Service Indication 1.0, section 8.3.1). */
const si = 0x45;
const indication = 0xc6;

/** Attribute starts of href with the beginning of its value (Service Indication 1.0, section 8.3.2), longest first. */
const hrefStarts: readonly (readonly [beginning: string, token: number])[] = [
  ["https://www.", 0x0f],
  ["http://www.", 0x0d],
  ["https://", 0x0e],
  ["http://", 0x0c],
  ["", 0x0b],
];

/** An inline string with its terminator; nothing for an empty one. */
function inline(text: string): readonly number[] {
  return text === "" ? [] : [inlineString, ...new TextEncoder().encode(text), 0x00];
}

function href(url: string): readonly number[] {
  const lower = url.toLowerCase();
  for (const [beginning, token] of hrefStarts) {
    if (lower.startsWith(beginning)) return [token, ...inline(url.slice(beginning.length))];
  }
  return [];
}

/**
 * A service indication in WBXML: a text the phone shows and the address it offers to open. Neither may hold U+0000. The
 * action is the default one, signal-medium.
 */
export function serviceIndication(text: string, url: string): Uint8Array {
  return Uint8Array.from([...documentHead, si, indication, ...href(url), end, ...inline(text), end, end]);
}
