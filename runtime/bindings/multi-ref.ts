import { ServiceFault } from "../errors/fault.js";
import { escapeAttribute } from "../xml/escape.js";
import { serverLimits } from "../xml/limits.js";
import type { ReaderOptions } from "../xml/element-reader.js";
import { XmlReader } from "../xml/reader.js";
import type { XmlText } from "../xml/xml-text.js";
import { shortened } from "../xsd/type.js";

/** An element that is referred to, or that refers to one, with its position in the text. */
interface Place {
  readonly start: number;
  readonly contentStart: number;
  contentEnd: number;
  end: number;
  /** Tag without `<` and `>`, and without `/`. */
  readonly tag: string;
  /** Id of the element to which it refers; undefined for one that has an id. */
  readonly refersTo: string | undefined;
  /** Names of the attributes that hold the reference, and the id. */
  readonly referring: string | undefined;
  readonly identifying: string | undefined;
  readonly scope: Scope;
}

/** Prefixes that an element declares, as written, with the declarations around it; elements that declare none share a scope. */
interface Scope {
  readonly own: readonly (readonly [prefix: string, uri: string])[];
  readonly outer: Scope | undefined;
}

/** A parsed tag, which is parsed once, however often it is copied. */
interface Tag {
  readonly name: string;
  /** Without the reference. */
  readonly written: string;
  readonly names: ReadonlySet<string>;
  readonly referring: string | undefined;
  readonly identifying: string | undefined;
  readonly declares: boolean;
  /** Attributes that a referring element inherits, by name; without id and namespace declarations. */
  readonly carried: readonly (readonly [name: string, text: string])[];
}

/** How much longer than the message its expansion may be, in UTF-16 code units, unless `least` is more. */
export const maxReferenceGrowth = 4_194_304;
/** References inside one another; a circle is one without end. */
export const maxReferenceDepth = 32;

/** The syntax of any reference; it may also match inside a value. */
const likeReference = /[ \t\r\n](?:href|(?:[^ \t\r\n:=]+:)?ref)[ \t\r\n]*=[ \t\r\n]*["']&?#/;
// White space as XML has it: `\s` matches some characters of names.
const attribute = /[ \t\n]+([^ \t\n=]+)[ \t\n]*=[ \t\n]*(?:"([^"]*)"|'([^']*)')/g;

/** An attribute of a tag, as written. */
interface Attribute {
  readonly name: string;
  /** Between the quotes. */
  readonly value: string;
  /** With the space before it and its quotes. */
  readonly written: string;
}

/** The attributes of a well-formed tag in order; matches inside values are skipped. */
function attributesOf(tag: string): readonly Attribute[] {
  const start = tag.search(/[ \t\n]/);
  if (start === -1) return [];
  return [...tag.slice(start).matchAll(attribute)].map(([written, name = "", double, single]) => ({
    name,
    written,
    value: double ?? single ?? "",
  }));
}

const isDeclaration = ({ name }: Attribute): boolean => /^xmlns(?::|$)/.test(name);
const isReference = ({ name, value }: Attribute): boolean =>
  value.startsWith("#") && /^href$|^(?:[^:]+:)?ref$/.test(name);
const isId = ({ name }: Attribute): boolean => /^(?:[^:]+:)?id$/.test(name);

/**
 * The message in which each element that refers to another one has its content (SOAP 1.1 section 5.4.1, SOAP 1.2 part 2
 * section 3.1.5), and Body has only its first element. A message without references is unchanged.
 *
 * @throws XmlError for a message that is not well-formed, ServiceFault `InvalidValue` for an unresolved or circular
 * reference, and `TooLarge` for a message that would grow by more than `maxReferenceGrowth` and `least`.
 */
export function withoutReferences<T extends string | XmlText>(
  document: T,
  options: ReaderOptions,
  least = 0,
): T | string {
  const maxGrowth = Math.max(maxReferenceGrowth, least);
  if (!likeReference.test(typeof document === "string" ? document : document.text)) return document;
  // Maximum elements that are read afterwards.
  const { items: maxFollowed } = options.limits ?? serverLimits;
  const walker = new Walker(document, options);
  return new Expansion(walker.source, placesOf(walker), { maxGrowth, maxFollowed }).all();
}

/** A reader that reports where it is. */
class Walker extends XmlReader {
  /** The text of the positions: that of the message with normalized line ends. */
  get source(): string {
    return this.text;
  }

  get position(): number {
    return this.at;
  }

  get level(): number {
    return this.depth;
  }
}

interface Found {
  /** Elements that refer, and those of Body that are only referred to, in the order of the text. */
  readonly places: readonly Place[];
  readonly ids: ReadonlyMap<string, Place>;
}

const bodyLevel = 3;
/** In force around the root element: names without a prefix are in no namespace. */
const noNamespace: Scope = { own: [["", ""]], outer: undefined };

function placesOf(walker: Walker): Found {
  const text = walker.source;
  const places: Place[] = [];
  const ids = new Map<string, Place>();
  const strings = new Map<string, string>();
  const open: Place[] = [];
  const enter = (): void => {
    const { place, id } = placeAt(walker, { outer: open.at(-1)?.scope ?? noNamespace, strings });
    open.push(place);
    if (place.refersTo !== undefined || (id !== undefined && walker.level === bodyLevel)) places.push(place);
    if (id !== undefined) ids.set(id, place);
  };
  walker.enterRoot();
  enter();
  while (open.length > 0) {
    if (walker.child(true)) {
      enter();
      continue;
    }
    const place = open.pop();
    if (place === undefined) continue;
    place.end = walker.position;
    place.contentEnd = place.end === place.contentStart ? place.end : text.lastIndexOf("<", place.end - 1);
  }
  walker.finish();
  return { places, ids };
}

interface Surroundings {
  readonly outer: Scope;
  /** Each URI and id once: equal ones are then compared without being read. */
  readonly strings: Map<string, string>;
}

function placeAt(
  walker: Walker,
  { outer, strings }: Surroundings,
): { readonly place: Place; readonly id: string | undefined } {
  const { source, position: contentStart } = walker;
  const start = source.lastIndexOf("<", contentStart - 1);
  const tag = source.slice(start + 1, contentStart - 1).replace(/\/$/, "");
  const attributes = attributesOf(tag);
  const own = attributes
    .filter(isDeclaration)
    .map(({ name, value }): [string, string] => [name.slice("xmlns:".length), once(strings, decoded(value))]);
  const scope = own.length === 0 ? outer : { own, outer };
  const read = asRead(attributes, walker);
  const reference = read.find(isReference);
  const id = read.find(isId);
  const place = { start, contentStart, contentEnd: contentStart, end: contentStart, tag, scope };
  const refersTo = reference === undefined ? undefined : once(strings, reference.value.slice(1));
  return {
    place: { ...place, refersTo, referring: reference?.name, identifying: id?.name },
    id: id === undefined ? undefined : once(strings, id.value),
  };
}

/** The attributes other than namespace declarations, with their values as read. */
function asRead(attributes: readonly Attribute[], walker: Walker): readonly Attribute[] {
  const others = attributes.filter((each) => !isDeclaration(each));
  if (others.length === 0) return others;
  const read = walker.attributes();
  return others.map((each, at) => ({ ...each, value: read[at]?.value ?? each.value }));
}

const reference = /&(?:#x([0-9A-Fa-f]+)|#([0-9]+)|(amp|lt|gt|quot|apos));/g;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** A URI of a well-formed declaration, which may be written in many ways. */
function decoded(value: string): string {
  if (!value.includes("&")) return value;
  return value.replace(reference, (_, hexadecimal?: string, decimal?: string, entity = "") =>
    hexadecimal === undefined && decimal === undefined
      ? (entities[String(entity)] ?? "")
      : String.fromCodePoint(parseInt(hexadecimal ?? decimal ?? "", hexadecimal === undefined ? 10 : 16)),
  );
}

function once(strings: Map<string, string>, text: string): string {
  const known = strings.get(text);
  if (known === undefined) strings.set(text, text);
  return known ?? text;
}

const tooLarge = (): ServiceFault => new ServiceFault("TooLarge", "References make the message too large.");

interface Bounds {
  readonly maxGrowth: number;
  readonly maxFollowed: number;
}

class Expansion {
  readonly #text: string;
  readonly #places: readonly Place[];
  readonly #ids: ReadonlyMap<string, Place>;
  readonly #tags = new Map<string, Tag>();
  /** Start tags by the reference, the namespace declarations in scope, and the referring tag. */
  readonly #starts = new Map<Place, Map<Scope, Map<string, string>>>();
  readonly #prefixes = new Map<Scope, ReadonlyMap<string, string>>();
  /** Units that may still be written, and references that may still be followed. */
  #left: number;
  #follow: number;

  constructor(text: string, { places, ids }: Found, { maxGrowth, maxFollowed }: Bounds) {
    this.#text = text;
    this.#left = text.length + maxGrowth;
    this.#follow = maxFollowed;
    this.#places = places;
    this.#ids = ids;
  }

  all(): string {
    return this.#range(0, this.#text.length, 0);
  }

  #range(from: number, to: number, nested: number): string {
    if (nested > maxReferenceDepth)
      throw new ServiceFault("InvalidValue", "References go round in a circle.");
    let expanded = "";
    let at = from;
    for (;;) {
      const place = this.#places[this.#firstFrom(at)];
      if (place === undefined || place.start >= to) return expanded + this.#write(this.#text.slice(at, to));
      expanded += this.#write(this.#text.slice(at, place.start));
      if (place.refersTo !== undefined) expanded += this.#referred(place, nested);
      at = place.end;
    }
  }

  /** Index of the first place at or behind an offset. */
  #firstFrom(offset: number): number {
    let low = 0;
    for (let high = this.#places.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #referred(place: Place, nested: number): string {
    const id = place.refersTo ?? "";
    const target = this.#ids.get(id);
    if (target === undefined) {
      throw new ServiceFault("InvalidValue", `Nothing has the id ${shortened(id)} that is referred to.`);
    }
    if (--this.#follow < 0) throw tooLarge();
    const { name } = this.#tagOf(place);
    const start = this.#write(this.#startOf(target, place));
    const content = this.#range(target.contentStart, target.contentEnd, nested + 1);
    return start + content + this.#write(`</${name}>`);
  }

  /** Each written piece occurs once in the result. */
  #write(piece: string): string {
    this.#left -= piece.length;
    if (this.#left < 0) throw tooLarge();
    return piece;
  }

  #startOf(target: Place, place: Place): string {
    const { name, written, declares } = this.#tagOf(place);
    const print = (): string => `<${written}${this.#attributes(target, place, name)}>`;
    if (declares) return print();
    const byScope = this.#starts.get(target) ?? new Map<Scope, Map<string, string>>();
    const byTag = byScope.get(place.scope) ?? new Map<string, string>();
    const known = byTag.get(place.tag);
    if (known !== undefined) return known;
    const start = print();
    this.#starts.set(target, byScope.set(place.scope, byTag.set(place.tag, start)));
    return start;
  }

  /** Attributes that an element inherits from its target, and the prefixes that these and its content need. */
  #attributes(target: Place, place: Place, name: string): string {
    const { names } = this.#tagOf(place);
    const colon = name.indexOf(":");
    const ownPrefix = colon === -1 ? "" : name.slice(0, colon);
    const needed = this.#neededPrefixes(target.scope, place.scope);
    if (needed.some(([prefix]) => prefix === ownPrefix)) {
      throw new ServiceFault("InvalidValue", `The prefix "${ownPrefix}" changes its meaning in a reference.`);
    }
    const carried = this.#tagOf(target).carried.filter(([attributeName]) => !names.has(attributeName));
    const declared = needed.map(([prefix, uri]) => declaration(prefix, uri));
    return declared.join("") + carried.map(([, text]) => text).join("");
  }

  /** Declarations in force in one scope that are not in another. */
  #neededPrefixes(target: Scope, place: Scope): Scope["own"] {
    if (target === place) return [];
    const own = new Map(place.own);
    const around = this.#inForce(place.outer);
    return [...this.#inForce(target)].filter(
      ([prefix, uri]) => (own.get(prefix) ?? around.get(prefix)) !== uri,
    );
  }

  /** Few are cached: referring elements are mostly adjacent. */
  #inForce(scope: Scope | undefined): ReadonlyMap<string, string> {
    const known = scope && this.#prefixes.get(scope);
    if (known !== undefined) return known;
    const scopes: Scope[] = [];
    for (let each = scope; each !== undefined; each = each.outer) scopes.push(each);
    const prefixes = new Map(scopes.reverse().flatMap(({ own }) => own));
    if (this.#prefixes.size === mostPrefixesKept) this.#prefixes.clear();
    if (scope !== undefined) this.#prefixes.set(scope, prefixes);
    return prefixes;
  }

  #tagOf(place: Place): Tag {
    const known = this.#tags.get(place.tag);
    if (known !== undefined && known.referring === place.referring && known.identifying === place.identifying)
      return known;
    const tag = tagOf(place);
    this.#tags.set(place.tag, tag);
    return tag;
  }
}

const mostPrefixesKept = 64;

function tagOf({ tag, referring, identifying }: Place): Tag {
  const attributes = attributesOf(tag);
  const [name = ""] = tag.split(/[ \t\n]/, 1);
  return {
    name,
    written: name + attributes.flatMap((each) => (each.name === referring ? [] : each.written)).join(""),
    names: new Set(attributes.map((each) => each.name)),
    referring,
    identifying,
    declares: attributes.some(isDeclaration),
    carried: attributes
      .filter((each) => each.name !== identifying && !isDeclaration(each))
      .map((each) => [each.name, each.written]),
  };
}

function declaration(prefix: string, uri: string): string {
  return ` xmlns${prefix === "" ? "" : `:${prefix}`}="${escapeAttribute(uri)}"`;
}
