/** Typographic characters that a word processor writes for those of a keyboard, and what they are replaced by. */
const replacements: readonly (readonly [characters: RegExp, plain: string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u02bc]/gu, "'"],
  [/[\u00ab\u00bb\u201c\u201d\u201e\u201f\u2033]/gu, '"'],
  [/[\u2010-\u2015\u2212]/gu, "-"],
  [/\u2026/gu, "..."],
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/gu, " "],
  [/[\u00ad\u200b-\u200f\u2060\ufeff]/gu, ""],
];

/** Quotes, dashes, the ellipsis and spaces as they are on a keyboard; without zero-width characters. */
export function plainTypography(text: string): string {
  return replacements.reduce((result, [characters, plain]) => result.replace(characters, plain), text);
}
