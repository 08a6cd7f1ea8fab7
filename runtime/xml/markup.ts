/** The rules of XML 1.0 (5th edition) for the markup that is not a start tag. A document type declaration is refused at its start. */
import { exclamation, greaterThan, isSpace, lessThan, nameCodes, question } from "../text/characters.js";
import { cachedName, newName, nextHash, type XmlName } from "./name-cache.js";
import { quoted } from "../xsd/type.js";
import { broken, countItem, malformed, type XmlScanner } from "./scanner.js";

const declaration =
  /<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])1\.[0-9]+\1(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])[A-Za-z][\w.-]*\2)?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(?:yes|no)\3)?[ \t\n]*\?>/y;
/** The XML declaration of most documents, and of all that we send. */
export const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>';

/** Names and tags that one document may add to the cache. */
const mostKept = 256;
export const endsEarly = "The document ends too early.";

/** Refuses a construct by its name. */
export function notWellFormed(scanner: XmlScanner, construct: string, offset?: number): never {
  malformed(scanner, `${construct} is not well-formed.`, offset);
}

function unexpected(scanner: XmlScanner, wanted: string): never {
  const { at, text } = scanner;
  const found = `Expected ${wanted}, found ${quoted(text.slice(at, at + 10))}.`;
  malformed(scanner, at >= text.length ? endsEarly : found);
}

/** Skips the XML declaration, if the document starts with one; returns true for the usual one. */
export function passDeclaration(scanner: XmlScanner): boolean {
  const { text } = scanner;
  if (isNext(scanner, xmlDeclaration)) {
    scanner.at = xmlDeclaration.length;
    return true;
  }
  if (text.startsWith("<?xml") && isSpace(text.charCodeAt(5))) {
    declaration.lastIndex = 0;
    if (!declaration.test(text)) notWellFormed(scanner, "The XML declaration");
    scanner.at = declaration.lastIndex;
  }
  return false;
}

/** Passes white space, comments and processing instructions; true when a tag or the like follows, false at the end. */
export function passMisc(scanner: XmlScanner): boolean {
  const { text } = scanner;
  for (;;) {
    passSpace(scanner);
    if (scanner.at >= text.length) return false;
    if (text.charCodeAt(scanner.at) !== lessThan) malformed(scanner, "Text outside the root element.");
    const next = text.charCodeAt(scanner.at + 1);
    if (next !== question && next !== exclamation) return true;
    passOther(scanner);
  }
}

export function passSpace(scanner: XmlScanner): void {
  while (isSpace(scanner.text.charCodeAt(scanner.at))) scanner.at++;
}

/** Reads a name at the current position. */
export function readName(scanner: XmlScanner): XmlName {
  const { text, at } = scanner;
  let end = at;
  let hash = 0;
  const stop = at + scanner.limits.nameLength + 1;
  for (; end < stop; end++) {
    const code = text.charCodeAt(end);
    if (code < 128 ? nameCodes[code] !== 1 : !(code >= 128)) break;
    hash = nextHash(hash, code);
  }
  if (end === stop) broken(scanner, "NameLimit");
  const name = cachedName(text, at, end, hash) ?? newName(text.slice(at, end), hash, mayKeep(scanner));
  if (name === undefined) unexpected(scanner, "a name");
  scanner.at = end;
  return name;
}

/**
 * True if names or tags of this document may be cached to read the next one faster. Caching takes time, so a document
 * in which everything is new may not add much.
 */
export function mayKeep(scanner: XmlScanner): boolean {
  return scanner.kept++ < mostKept;
}

/** Reads the end tag of the innermost open element; the position is at its `<`. */
export function passEndTag(scanner: XmlScanner): void {
  const { text, at } = scanner;
  const name = scanner.open[scanner.depth - 1];
  if (name === undefined) malformed(scanner, "An end tag outside the root element.");
  let end = at + name.endTag.length;
  if (!isNext(scanner, name.endTag)) {
    for (end--; isSpace(text.charCodeAt(end)); end++);
    if (!text.startsWith(name.raw, at + 2) || text.charCodeAt(end++) !== greaterThan)
      malformed(scanner, `Expected the end tag of ${quoted(name.raw)}.`);
  }
  scanner.at = end;
}

/**
 * As `startsWith` at the current position, for markup up to `>` that is most likely there: a search is the fastest comparison. If
 * the markup is not there, the search goes on. Once such searches have gone as far as the text is long, slices are
 * compared instead, which takes twice the time.
 */
export function isNext(scanner: XmlScanner, markup: string): boolean {
  const { at, text } = scanner;
  if (text.charCodeAt(at + markup.length - 1) !== greaterThan) return false;
  if (scanner.overshoot > text.length) return text.slice(at, at + markup.length) === markup;
  const found = text.indexOf(markup, at);
  if (found === at) return true;
  scanner.overshoot += (found === -1 ? text.length : found) - at;
  return false;
}

/** Passes a comment or a processing instruction. */
export function passOther(scanner: XmlScanner): void {
  if (scanner.text.charCodeAt(scanner.at + 1) === question) passInstruction(scanner);
  else passComment(scanner);
}

/** Skips a comment; anything else after `<!` is refused. */
function passComment(scanner: XmlScanner): void {
  const { text, at } = scanner;
  if (!text.startsWith("<!--", at)) {
    if (text.startsWith("<!DOCTYPE", at)) broken(scanner, "Doctype");
    unexpected(scanner, "a tag");
  }
  countItem(scanner);
  const end = text.indexOf("--", at + 4);
  if (end === -1 || text.charCodeAt(end + 2) !== greaterThan) notWellFormed(scanner, "A comment");
  scanner.at = end + 3;
}

function passInstruction(scanner: XmlScanner): void {
  const { text, at } = scanner;
  countItem(scanner);
  scanner.at += 2;
  const target = readName(scanner);
  if (target.prefix !== "" || target.local.toLowerCase() === "xml")
    malformed(scanner, "The target of a processing instruction is not allowed.", at);
  const end = text.indexOf("?>", scanner.at);
  if (end === -1 || (end > scanner.at && !isSpace(text.charCodeAt(scanner.at))))
    notWellFormed(scanner, "A processing instruction", at);
  scanner.at = end + 2;
}
