/**
 * Charsets of one byte a character, by their names in the IANA register. All hold ASCII unchanged. As on the web,
 * ISO-8859-1 is read as windows-1252, which has characters where ISO-8859-1 has control codes (WHATWG Encoding Standard,
 * section 4.2).
 */
export const singleByteCharsets = [
  "iso-8859-1",
  "iso-8859-2",
  "iso-8859-6",
  "iso-8859-15",
  "koi8-r",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1254",
  "windows-1256",
] as const;

/**
 * Charsets of one to four bytes a character, by their names in the IANA register. Bytes below 0x80 are ASCII, except those
 * that end a character: 0x30 to 0x39 and 0x40 to 0x7e, of which none separates or escapes anything in a form.
 */
export const multiByteCharsets = [
  "big5",
  "euc-jp",
  "euc-kr",
  "gb18030",
  "gb2312",
  "gbk",
  "shift_jis",
  "windows-31j",
] as const;

/** Charsets in which messages and forms may be written besides UTF-8 and UTF-16, in lower case. */
export const legacyCharsets = [...singleByteCharsets, ...multiByteCharsets] as const;

/** One of `legacyCharsets`. */
export type LegacyCharset = (typeof legacyCharsets)[number];
