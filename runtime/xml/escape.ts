const clean = 0;
const textClasses: Uint8Array = classes("&<>");
const valueClasses: Uint8Array = classes('&<>"\t\n');
const replaced = /[&<>"\t\n\r]|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const references: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["\t", "&#x9;"],
  ["\n", "&#xA;"],
  ["\r", "&#xD;"],
]);
const kept = '"\t\n';

function classes(escaped: string): Uint8Array {
  const table = new Uint8Array(128);
  for (let code = 0; code < 128; code++) {
    const character = String.fromCharCode(code);
    const control = code < 32 && !"\t\n".includes(character);
    table[code] = control || escaped.includes(character) ? 1 : clean;
  }
  return table;
}

function isClean(text: string, table: Uint8Array): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128 ? table[code] !== clean : code >= 0xd800) return false;
  }
  return true;
}

/**
 * Text of an element: `&`, `<` and `>` as entities, a carriage return as a reference, since a reader would make it a line
 * feed. What XML 1.0 does not allow at all (controls, U+FFFE, U+FFFF, half of a surrogate pair) becomes U+FFFD: the rest
 * of the answer is worth more than a character nobody can receive.
 */
export function escapeText(text: string): string {
  if (isClean(text, textClasses)) return text;
  return text.replace(replaced, (found) =>
    kept.includes(found) ? found : (references.get(found) ?? "\ufffd"),
  );
}

/** Value of an attribute in double quotes; as `escapeText`, tabs and line feeds as references too. */
export function escapeAttribute(value: string): string {
  if (isClean(value, valueClasses)) return value;
  return value.replace(replaced, (found) => references.get(found) ?? "\ufffd");
}
