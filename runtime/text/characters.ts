/** Codes of the characters that tell markup apart. */
export const lessThan = 60;
export const greaterThan = 62;
export const slash = 47;
export const exclamation = 33;
export const question = 63;

/** Per ASCII code: 1 when the pattern matches it. */
export function asciiCodes(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));
}

/** Per ASCII code: 1 when it may be part of a name. */
export const nameCodes: Uint8Array = asciiCodes(/[-.:\w]/);

/** Everything XML 1.0 does not allow (production 2): controls, halves of a surrogate pair, U+FFFE and U+FFFF. */
const forbidden =
  /[^\t\n\r\u0020-\ufffd]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Finds everything forbidden, and surrogate pairs, in half the time. */
// eslint-disable-next-line no-control-regex -- control characters are what is searched
const suspect = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/g;

/** Index of the first code unit from `start` on that XML 1.0 does not allow; -1 when there is none. */
export function forbiddenAt(text: string, start = 0): number {
  suspect.lastIndex = start;
  if (!suspect.test(text)) return -1;
  forbidden.lastIndex = suspect.lastIndex - 1;
  return forbidden.test(text) ? forbidden.lastIndex - 1 : -1;
}

/** The text with U+FFFD in place of each code unit that XML 1.0 does not allow. */
export function withReplacements(text: string): string {
  return text.replace(forbidden, "\ufffd");
}

export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13;
}

/** Value of a digit in any base up to 16; 16 for everything else. */
export function digitValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = (code | 32) - 97;
  return letter >= 0 && letter < 6 ? letter + 10 : 16;
}
