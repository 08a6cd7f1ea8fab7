import { forbiddenAt } from "../xml/characters.js";

const everyForbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Puts U+FFFD in place of every character that may not stand in an XML 1.0 document (production 2). */
export function allowedText(text: string): string {
  return forbiddenAt(text) === -1 ? text : text.replace(everyForbidden, "\ufffd");
}

const maxQuotedLength = 64;

/** A piece of input for the text of a fault: at most 64 characters of it. */
export function shortened(text: string): string {
  return text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}...` : text;
}
