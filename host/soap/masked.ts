/** Names of elements and attributes whose values are secret. */
const secret = /passw(?:or)?d|passcode|pwd|secret|api_?key/i;
/** Markup of a well-formed document: a comment, CDATA section or instruction; a tag with its slash, name, attributes and slash. */
const markup =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<(\/?)([^\s<>/"'=?!]+)((?:[^<>"'/]|\/(?!>)|"[^"]*"|'[^']*')*)(\/?)>/g;
const attribute = /([^\s=]+)(\s*=\s*)(?:"[^"]*"|'[^']*')/g;
const mask = "***";

/**
 * A message for a log: without comments, and without the content of elements and attributes whose names say that they are secret.
 *
 * @param message a well-formed document, or the beginning of one
 */
export function withoutSecrets(message: string): string {
  const pieces: string[] = [];
  let end = 0;
  /** How many elements are open in the secret one, itself included. */
  let open = 0;
  for (const { 0: found, 1: slash, 2: name = "", 3: attributes = "", 4: closed, index } of message.matchAll(
    markup,
  )) {
    if (open === 0) pieces.push(message.slice(end, index));
    end = index + found.length;
    const isOpening = name !== "" && slash === "" && closed === "";
    if (open > 0) {
      open += isOpening ? 1 : slash === "/" ? -1 : 0;
      if (open === 0) pieces.push(mask, found);
      continue;
    }
    if (found.startsWith("<!--")) continue;
    pieces.push(secret.test(attributes) ? found.replace(attribute, maskedValue) : found);
    if (isOpening && secret.test(name)) open = 1;
  }
  return pieces.join("") + (open === 0 ? message.slice(end) : mask);
}

function maskedValue(found: string, name: string, equals: string): string {
  return secret.test(name) && !name.startsWith("xmlns") ? `${name}${equals}"${mask}"` : found;
}
