import { ServiceFault } from "../errors/fault.js";
import { escapeAttribute } from "../xml/escape.js";
import { serverLimits } from "../xml/limits.js";
import type { ReaderOptions } from "../xml/reader-options.js";
import { XmlReader } from "../xml/reader.js";
import type { XmlText } from "../xml/xml-text.js";
import { shortened } from "../xsd/type.js";
import {
  asRead,
  attributesOf,
  decoded,
  encodedReferences,
  isDeclaration,
  isNil,
  type References,
} from "./reference-attributes.js";

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
  /** The element to which it refers, where the position decides that: otherwise the one with the id. */
  readonly target: Place | undefined;
  /** Names of the attributes that hold the reference, and the id; of a reference also that of xsi:nil, where it is not a value. */
  readonly referring: string | undefined;
  readonly identifying: string | undefined;
  readonly nil: string | undefined;
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
  /** Without the reference, and xsi:nil where it is not a value. */
  readonly written: string;
  /** Names of the attributes in `written`. */
  readonly names: ReadonlySet<string>;
  readonly referring: string | undefined;
  readonly identifying: string | undefined;
  readonly nil: string | undefined;
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
  if (!likeReference.test(typeof document === "string" ? document : document.text)) return document;
  return expanded(document, encodedReferences, options, least);
}

/**
 * A message with references, in which each element that refers to another one has its content.
 * @throws as `withoutReferences`
 */
export function expanded(
  document: string | XmlText,
  references: References,
  options: ReaderOptions,
  least: number,
): string {
  const maxGrowth = Math.max(maxReferenceGrowth, least);
  // Maximum elements that are read afterwards.
  const { items: maxFollowed } = options.limits ?? serverLimits;
  const walker = new Walker(document, options);
  return new Expansion(walker.source, placesOf(walker, references), { maxGrowth, maxFollowed }).all();
}

/** A reader that reports where it is. */
class Walker extends XmlReader {
  readonly #isReadAgain: boolean;

  constructor(document: string | XmlText, options: ReaderOptions) {
    super(document, options);
    this.#isReadAgain = options.Reader !== undefined;
  }

  override forbidden(offset?: number): string {
    return this.#isReadAgain ? "\ufffd" : super.forbidden(offset);
  }

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

function placesOf(walker: Walker, references: References): Found {
  const text = walker.source;
  const places: Place[] = [];
  const ids = new Map<string, Place>();
  const strings = new Map<string, string>();
  const open: Place[] = [];
  const enter = (): void => {
    const outer = open.at(-1)?.scope ?? noNamespace;
    const { place, id } = placeAt(walker, { outer, strings, references, ids });
    open.push(place);
    const isIndependent = id !== undefined && walker.level === bodyLevel && !references.isInPlace;
    if (place.refersTo !== undefined || isIndependent) places.push(place);
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
  readonly references: References;
  /** Elements with an id before this one. */
  readonly ids: ReadonlyMap<string, Place>;
}

function placeAt(
  walker: Walker,
  { outer, strings, references, ids }: Surroundings,
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
  const reference = read.find((each) => references.refersTo(each) !== undefined);
  const id = read.find((each) => references.isId(each));
  const place = { start, contentStart, contentEnd: contentStart, end: contentStart, tag, scope };
  const refersTo = reference && once(strings, references.refersTo(reference) ?? "");
  const { isInPlace } = references;
  const target = isInPlace && refersTo !== undefined ? ids.get(refersTo) : undefined;
  const nil = isInPlace && reference !== undefined ? read.find(isNil)?.name : undefined;
  return {
    place: { ...place, refersTo, target, referring: reference?.name, identifying: id?.name, nil },
    id: id === undefined ? undefined : once(strings, id.value),
  };
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
    const target = place.target ?? this.#ids.get(id);
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
    if (known !== undefined && attributesKey(known) === attributesKey(place)) return known;
    const tag = tagOf(place);
    this.#tags.set(place.tag, tag);
    return tag;
  }
}

const mostPrefixesKept = 64;

function attributesKey({
  referring,
  identifying,
  nil,
}: Pick<Place, "referring" | "identifying" | "nil">): string {
  return `${referring ?? ""} ${identifying ?? ""} ${nil ?? ""}`;
}

function tagOf({ tag, referring, identifying, nil }: Place): Tag {
  const attributes = attributesOf(tag);
  const [name = ""] = tag.split(/[ \t\n]/, 1);
  const kept = attributes.filter((each) => each.name !== referring && each.name !== nil);
  return {
    name,
    written: name + kept.map((each) => each.written).join(""),
    names: new Set(kept.map((each) => each.name)),
    referring,
    identifying,
    nil,
    declares: attributes.some(isDeclaration),
    carried: attributes
      .filter((each) => each.name !== identifying && !isDeclaration(each))
      .map((each) => [each.name, each.written]),
  };
}

function declaration(prefix: string, uri: string): string {
  return ` xmlns${prefix === "" ? "" : `:${prefix}`}="${escapeAttribute(uri)}"`;
}
