/** Classes of UTF-16 code units in a document. */
export const plain = 0;
/** Has a meaning in text or in an attribute value: `< & ]` and, in values, quotes and white space to be replaced. */
export const special = 1;

/** Per ASCII code: `plain` when it stands for itself in text. */
export const textCodes: Uint8Array = new Uint8Array(128);
/** Per ASCII code: `plain` when it stands for itself in an attribute value in double or single quotes. */
export const valueCodes: Uint8Array = new Uint8Array(128);
/** Per ASCII code: 1 when it may be part of a name. */
export const nameCodes: Uint8Array = new Uint8Array(128);

for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  const control = code < 32 && !"\t\n".includes(character);
  textCodes[code] = control || "<&]".includes(character) ? special : plain;
  valueCodes[code] = code < 32 || "<&\"'".includes(character) ? special : plain;
  nameCodes[code] = /[-.:\w]/.test(character) ? 1 : 0;
}

export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13;
}

export function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

export function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** True for a code point XML 1.0 allows (production 2). */
export function isXmlCharacter(codePoint: number): boolean {
  if (codePoint < 32) return codePoint === 9 || codePoint === 10 || codePoint === 13;
  return (
    codePoint < 0xd800 ||
    (codePoint >= 0xe000 && codePoint < 0xfffe) ||
    (codePoint > 0xffff && codePoint <= 0x10ffff)
  );
}

/** First place from `at` on that is not plain by `codes`, where a text beyond ASCII is plain but for surrogates. */
export function plainEnd(text: string, at: number, codes: Uint8Array): number {
  for (; ; at++) {
    const code = text.charCodeAt(at);
    if (code < 128 ? codes[code] !== plain : !(code < 0xd800 || (code >= 0xe000 && code < 0xfffe))) return at;
  }
}

/** First place between `start` and `end` with a character XML 1.0 does not allow; -1 when there is none. */
export function forbiddenAt(text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code < 0xd800 ? code < 32 && !isSpace(code) : code >= 0xfffe) return at;
    if (code < 0xd800 || code >= 0xe000) continue;
    if (!isHighSurrogate(code) || !isLowSurrogate(text.charCodeAt(at + 1))) return at;
    at++;
  }
  return -1;
}
