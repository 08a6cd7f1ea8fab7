/** Escapes text of a contract for a program: it stays within a literal or a comment. */

/** Paragraphs of a documentation. */
export type Doc = readonly string[];

/** Widest line of code and of comments. */
export const codeWidth = 110;
const commentWidth = 100;

/** Controls, bidi and other format characters, line separators, halves of surrogate pairs: invisible in an editor. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Text that a literal has as it is: printable ASCII without quotes and backslashes. */
const plain = /^[ !#-&(-[\]-~]*$/;

/** A string literal: in double quotes, unless single ones need fewer escapes. */
export function literal(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  const body = JSON.stringify(text).slice(1, -1).replace(invisible, unicodeEscape);
  const doubles = text.split('"').length;
  const singles = text.split("'").length;
  if (doubles <= singles) return `"${body}"`;
  return `'${body.replace(/\\"/g, '"').replace(/'/g, "\\'")}'`;
}

/** Text inside a comment: comment ends, compiler directives, line ends and invisible characters are escaped. */
export function commentText(text: string): string {
  return visible(text.replaceAll("*/", "*\\/").replace(/@(?=ts-)/gi, "\\@"));
}

/** Text in which line ends and invisible characters are escaped. */
export function visible(text: string): string {
  return text.replace(invisible, unicodeEscape);
}

/**
 * A JSDoc comment in the format of `ts-morph`: one line if it fits, otherwise wrapped, with separate paragraphs.
 *
 * @param indent columns in front of the comment
 */
export function jsDoc(paragraphs: Doc, indent: number): string[] {
  const lines = commentLines(paragraphs, indent);
  const [only] = lines;
  if (only === undefined) return [];
  return lines.length === 1 ? [only] : [`\n${lines.join("\n")}`];
}

/** Lines of a comment, without its marks: one where it fits behind `indent` columns, else wrapped, paragraphs apart. */
export function commentLines(paragraphs: Doc, indent: number): readonly string[] {
  const texts = paragraphs.map(commentText).filter((text) => text !== "");
  const [only = ""] = texts;
  if (texts.length < 2 && `/** ${only} */`.length + indent <= commentWidth) return texts;
  const width = commentWidth - indent - 3;
  return texts.flatMap((text, at) => (at === 0 ? wrap(text, width) : ["", ...wrap(text, width)]));
}

/** Words in lines of at most `width`; a longer word has a line of its own. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line === "") line = word;
    else if (line.length + 1 + word.length <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function unicodeEscape(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

/** True if a comment of these paragraphs has any text. */
export function hasText(paragraphs: Doc): boolean {
  return paragraphs.some((text) => text !== "");
}
