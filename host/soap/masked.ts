/** Names of elements and attributes whose values are secret. */
const names = "passw(?:or)?d|passcode|pwd|secret|api_?key";
const secret = new RegExp(names, "i");
/** In a text that is markup, JSON or parameters itself: a tag with such a name, or such a name with its value. */
const inside = new RegExp(`<[^<>]*(?:${names})|(?:${names})[\\w.-]{0,64}[\\\\"']{0,4}\\s{0,8}[:=]`, "i");
/**
 * Markup of a well-formed document: a comment, CDATA section or instruction, which the beginning of a message may leave open; a tag with its
 * slash, name, attributes and slash.
 */
const markup =
  /<!--[^]*?(?:-->|$)|<!\[CDATA\[([^]*?)(?:\]\]>|$)|<\?[^]*?(?:\?>|$)|<(\/?)([^\s<>/"'=?!]+)((?:[^<>"'/]|\/(?!>)|"[^"]*"|'[^']*')*)(\/?)>/g;
const attribute = /([^\s=]+)(\s*=\s*)(?:"([^"]*)"|'([^']*)')/g;
/** A reference to a character, however often its ampersand was replaced by one. */
const reference = /&(?:(?:amp|#0*38|#x0*26);)*(?:(amp|lt|gt|quot|apos)|#0*(\d{1,7})|#x0*([\da-f]{1,6}));/gi;
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const mask = "***";

/**
 * A message for a log: without comments, and without the content of elements and attributes whose names say that they are secret. Texts
 * that have such names with values inside, for example escaped markup, are left out, with what follows in their element.
 *
 * @param message a well-formed document, or the beginning of one
 */
export function withoutSecrets(message: string): string {
  const pieces: string[] = [];
  let end = 0;
  /** How many elements are open in the one whose content is left out, itself included. */
  let open = 0;
  /** Text since the last tag: as it is shown, and what it says. */
  let shown = "";
  let said = "";
  /** A tag ends the text before it. */
  const endText = (): void => {
    if (open === 0 && hides(said)) open = 1;
    else if (open === 0) pieces.push(shown);
    shown = said = "";
  };
  for (const match of message.matchAll(markup)) {
    const { 0: found, 1: section, 2: slash, 3: name = "", 4: attributes = "", 5: closed, index } = match;
    const text = message.slice(end, index);
    end = index + found.length;
    shown += text;
    said += text;
    if (name === "") {
      said += section ?? "";
      if (section !== undefined || (found.startsWith("<?") && !secret.test(found))) shown += found;
      continue;
    }
    endText();
    const isOpening = slash === "" && closed === "";
    if (open > 0) {
      open += isOpening ? 1 : slash === "/" ? -1 : 0;
      if (open === 0) pieces.push(mask, found);
      continue;
    }
    pieces.push(attributes === "" ? found : found.replace(attribute, maskedValue));
    if (isOpening && secret.test(name)) open = 1;
  }
  shown += message.slice(end);
  said += message.slice(end);
  endText();
  if (open > 0) pieces.push(mask);
  return pieces.join("");
}

function maskedValue(found: string, name: string, equals: string, double = "", single = ""): string {
  const isSecret = !name.startsWith("xmlns") && (secret.test(name) || hides(double || single));
  return isSecret ? `${name}${equals}"${mask}"` : found;
}

/** True for a text with secrets inside. */
function hides(text: string): boolean {
  return inside.test(text.includes("&") ? text.replace(reference, characterOf) : text);
}

function characterOf(found: string, name = "", decimal?: string, hexadecimal?: string): string {
  const code = decimal === undefined ? parseInt(hexadecimal ?? "", 16) : Number(decimal);
  return named[name.toLowerCase()] ?? (code <= 0x10_ffff ? String.fromCodePoint(code) : found);
}
