/** GSM 7-bit default alphabet (3GPP TS 23.038, section 6.2.1), without the escape character. */
const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
  "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";

/** Characters of the extension table: sent as an escape and a second septet (section 6.2.1.1). */
const extension = "\f^{}\\[~]|€";

const septets = new Uint8Array(0x10000);
for (const character of basic) septets[character.charCodeAt(0)] = 1;
for (const character of extension) septets[character.charCodeAt(0)] = 2;

/**
 * Septets of one UTF-16 code unit in the GSM 7-bit default alphabet: 1, 2 (escape pair), or 0 if the alphabet does not
 * contain it.
 */
export function septetsOf(codeUnit: number): number {
  return septets[codeUnit] ?? 0;
}

/** Septets of a text; undefined if it has a character outside the alphabet. */
export function septetCount(text: string): number | undefined {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const width = septetsOf(text.charCodeAt(index));
    if (width === 0) return undefined;
    count += width;
  }
  return count;
}

const escape = 0x1b;

/** Second septets of the extension table, in the order of `extension`. */
const extensionSeptets = [0x0a, 0x14, 0x28, 0x29, 0x2f, 0x3c, 0x3d, 0x3e, 0x40, 0x65];

/**
 * Text of septets, one in each octet. Undefined if an octet is not a septet (bit 7 set) or an escape is not followed by
 * a septet of the extension table.
 */
export function decodeSeptets(octets: Uint8Array): string | undefined {
  let text = "";
  for (let at = 0; at < octets.length; at++) {
    const septet = octets[at] ?? 0;
    const character =
      septet === escape
        ? extension[extensionSeptets.indexOf(octets[++at] ?? escape)]
        : basic[septet < escape ? septet : septet - 1];
    if (character === undefined) return undefined;
    text += character;
  }
  return text;
}
