/**
 * Characters that a terminal or an editor does not show as they are: C0 and C1 controls, which begin escape sequences, separators of
 * lines and paragraphs, those that change the direction of text, the byte order mark, and surrogates without a partner.
 */
const unprintable = /\r\n|[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Most texts are ASCII, and take a fraction of the time. */
const plain = /^[ -~\n\t]*$/u;
const plainLine = /^[ -~]*$/u;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * A text without characters that control a terminal: each is written as `\u001b`, in the form of JSON, so that JSON stays the same value.
 * Line ends and tabs stay.
 */
export function printable(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(unprintable, (found) => (/^(\r?\n|\t)$/u.test(found) ? found : escaped(found)));
}

const shortForms: Readonly<Record<string, string>> = {
  "\r\n": "\\r\\n",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** The same, on one line. */
export function printableLine(text: string): string {
  if (plainLine.test(text)) return text;
  return text.replace(unprintable, (found) => shortForms[found] ?? escaped(found));
}
