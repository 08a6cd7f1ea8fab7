import { forbiddenAt } from "../xml/characters.js";

const everyForbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Replaces every character that XML 1.0 does not allow (production 2) by U+FFFD. */
export function allowedText(text: string): string {
  return forbiddenAt(text) === -1 ? text : text.replace(everyForbidden, "\ufffd");
}
