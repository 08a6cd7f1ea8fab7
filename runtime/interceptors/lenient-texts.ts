/** Texts that services send in place of those of XML and XML Schema. */
import { forbiddenAt } from "../text/characters.js";
import { withLineFeeds } from "../text/replaced-units.js";
import type { XmlText } from "../xml/xml-text.js";
import { attempt, type XsdType } from "../xsd/type.js";
import { trim } from "../xsd/white-space.js";

/** Stands for a character that XML does not allow. */
export const replacement = "\ufffd";

/** A document in which forbidden characters are replaced, and where they were, the last one first. */
export function withoutForbidden(document: string | XmlText): {
  readonly clean: string | XmlText;
  readonly replaced: number[];
} {
  const { text, forbiddenAt: first } =
    typeof document === "string"
      ? { text: withLineFeeds(document), forbiddenAt: forbiddenAt(document) === -1 ? -1 : undefined }
      : document;
  const replaced: number[] = [];
  let clean = "";
  let from = 0;
  for (let at = first ?? forbiddenAt(text); at !== -1; at = forbiddenAt(text, from)) {
    clean += text.slice(from, at) + replacement;
    from = at + 1;
    replaced.push(at);
  }
  if (replaced.length === 0) return { clean: document, replaced };
  return { clean: { text: clean + text.slice(from), forbiddenAt: -1 }, replaced: replaced.reverse() };
}

const envelopeStart =
  /<(?:[\w.-]+:)?Envelope\s[^<>]*?["'](?:http:\/\/schemas\.xmlsoap\.org\/soap\/envelope\/|http:\/\/www\.w3\.org\/2003\/05\/soap-envelope)["']/;

/** A document without the text before its SOAP envelope. White space, a declaration, comments and instructions are no text. */
export function withoutBefore(document: string | XmlText): {
  readonly envelope: string | XmlText;
  readonly before: string;
} {
  const text = typeof document === "string" ? document : document.text;
  const root = envelopeStart.exec(text)?.index ?? 0;
  const declared = text.lastIndexOf("<?xml ", root);
  const start = declared >= 0 && endOfMisc(text, declared) === root ? declared : root;
  const before = endOfMisc(text, 0) === root ? "" : text.slice(0, start).trim();
  return before === "" || before === misreadMark
    ? { envelope: document, before: "" }
    : { envelope: text.slice(start), before };
}

/** The byte order mark of UTF-8, read as Latin-1: the decoder reports it. */
const misreadMark = "\u00ef\u00bb\u00bf";

/** The position behind white space, comments and instructions (XML 1.0, production 27). */
function endOfMisc(text: string, from: number): number {
  const next = /\s*(?:(<!--)|(<\?)|)/y;
  for (let at = from; ;) {
    next.lastIndex = at;
    const [all = "", comment, instruction] = next.exec(text) ?? [];
    if (comment === undefined && instruction === undefined) return at + all.length;
    const end = comment === undefined ? "?>" : "-->";
    const found = text.indexOf(end, at + all.length);
    if (found < 0) return at + all.length;
    at = found + end.length;
  }
}

/**
 * The value of a text that has another form than the type, in an array; undefined where nothing else can be meant.
 * @param isText of a type of texts, only white space around them may be another
 */
export function meantValue<T>(type: XsdType<T>, given: string, isText: boolean): [T] | undefined {
  const text = trim(given);
  const isBytes = type.initial instanceof Uint8Array;
  // What a lenient host reads as bytes may be any word.
  const same = attempt<T>(() => [(isBytes ? undefined : type.parseLenient?.(text)) ?? type.parse(text)]);
  if (same !== undefined || isText) return same;
  for (const write of isBytes ? [padded] : [ofBoolean, ofMoment, ofDay, ofTime, ofNumber, ofWhole]) {
    const other = write(text);
    const value = other === undefined ? undefined : attempt<T>(() => [type.parse(other)]);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Base64 without some or all of its padding: `SGk`. */
function padded(text: string): string | undefined {
  const digits = text.replace(/[ \t\r\n]+/g, "");
  const pads = -digits.length & 3;
  return pads === 1 || pads === 2 ? digits + "=".repeat(pads) : undefined;
}

function ofBoolean(text: string): string | undefined {
  return /^(?:true|false)$/i.test(text) ? text.toLowerCase() : undefined;
}

const moment =
  /^(-?[0-9]{4,9}-[0-9]{2}-[0-9]{2})(?:(?:[Tt]| +)([0-9]{2}:[0-9]{2})(:[0-9]{2})?(?:[.,]([0-9]+))?)? *(z|UTC|GMT|[+-][0-9]{2}(?::?[0-9]{2})?)?$/i;

/** `2017-08-01 12:12:12`, `2017-08-01T12:12`, `2017-08-01`, and zones as `+0000`, `+00`, `UTC`. */
function ofMoment(text: string): string | undefined {
  const found = moment.exec(text);
  if (found === null) return undefined;
  const [, day = "", minutes = "00:00", seconds = ":00", fraction, zone = ""] = found;
  return `${day}T${minutes}${seconds}${fraction === undefined ? "" : `.${fraction}`}${zoneOf(zone)}`;
}

/** The day alone: `2017-08-01T00:00:00`, `2017-08-01+0000`. */
function ofDay(text: string): string | undefined {
  const [, day = "", minutes = "", seconds = "", fraction = "", zone = ""] = moment.exec(text) ?? [];
  const isMidnight = !/[1-9]/.test(minutes + seconds + fraction);
  return day !== "" && isMidnight ? day + zoneOf(zone) : undefined;
}

/** `12:12`, `12:12:12,5`, `12:12:12 UTC`. */
function ofTime(text: string): string | undefined {
  return ofMoment(`2000-01-01T${text}`)?.slice("2000-01-01T".length);
}

function zoneOf(zone: string): string {
  if (zone === "") return "";
  const [, hours, minutes = "00"] = /^([+-][0-9]{2}):?([0-9]{2})?$/.exec(zone) ?? [];
  return hours === undefined ? "Z" : `${hours}:${minutes}`;
}

const notFinite: ReadonlyMap<string, string> = new Map([
  ["infinity", "INF"],
  ["inf", "INF"],
  ["nan", "NaN"],
]);

/** `Infinity`, `-inf`, `nan`; a decimal with an exponent, `1.5E-3`. */
function ofNumber(text: string): string | undefined {
  const [, sign = "", rest = ""] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  const special = notFinite.get(rest.toLowerCase());
  if (special !== undefined) return special === "INF" && sign === "-" ? "-INF" : special;
  const [, digits, fraction = "", exponent] =
    /^([0-9]+)(?:\.([0-9]*))?[Ee]([+-]?[0-9]{1,2})$/.exec(rest) ?? [];
  if (digits === undefined || exponent === undefined) return undefined;
  return sign.replace("+", "") + withPointMoved(digits, fraction, Number(exponent));
}

function withPointMoved(digits: string, fraction: string, places: number): string {
  const all = digits + fraction;
  const point = digits.length + places;
  if (point <= 0) return `0.${"0".repeat(-point)}${all}`;
  const padded = all.padEnd(point, "0");
  return padded.length === point ? padded : `${padded.slice(0, point)}.${padded.slice(point)}`;
}

/** A whole number with a fraction of zeros: `5.0`, `5.0E0`. */
function ofWhole(text: string): string | undefined {
  return /^([+-]?[0-9]+)\.0*$/.exec(ofNumber(text) ?? text)?.[1];
}
