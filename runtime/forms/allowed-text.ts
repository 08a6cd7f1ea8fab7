import { forbiddenAt } from "../text/characters.js";
import { forbiddenCharacter } from "../xml/escape.js";

const everyForbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Replaces every character that XML 1.0 does not allow (production 2) by U+FFFD, or refuses it. */
export function allowedText(text: string, isRefusing = false): string {
  const found = forbiddenAt(text);
  if (found === -1) return text;
  if (isRefusing) throw forbiddenCharacter(text.charCodeAt(found));
  return text.replace(everyForbidden, "\ufffd");
}
