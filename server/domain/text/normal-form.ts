/**
 * Longest run of combining marks that is sorted (Unicode Standard Annex 15, section 13): no language needs more, and
 * the time of sorting grows with the square of the length.
 */
export const maxMarks = 30;

const tooManyMarks = new RegExp(String.raw`(?<!\p{M})\p{M}{${maxMarks + 1}}`, "u");

/** The first combining mark is U+0300; before it every text is in form C. */
const mayChange = /[^\0-\u02ff]/;

/** Most code units that form C may take away: one in four remains (Unicode Standard Annex 15, section 9). */
const composition = 4;

/**
 * A text of a caller, cut to the maximum length that can still become `most` code units in form C, so that nothing
 * beyond it is normalized.
 */
export function bounded(text: string, most: number): string {
  return text.slice(0, composition * most + 1);
}

/** The first `most` code units of a text, or one less: never half of a pair. */
export function cut(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/u, "");
}

/** Unicode normalisation form C; a text with more than 30 combining marks in a row stays as given. */
export function normalForm(text: string): string {
  if (!mayChange.test(text)) return text;
  return tooManyMarks.test(text) ? text : text.normalize("NFC");
}

/** The letters of a text without marks and in lower case: `É` and `e` are the same. */
export function plainLetters(text: string): string {
  const parts = tooManyMarks.test(text) ? text : text.normalize("NFKD");
  return parts.replace(/\p{M}/gu, "").toLowerCase();
}

/** A text as it is compared without regard to case: in Unicode form C, and in capitals (which also joins `ς` and `σ`). */
export function foldCase(text: string): string {
  return normalForm(text).toUpperCase();
}
