/** Attributes of tags that refer to elements. */
import type { XmlElementReader } from "../xml/element-reader.js";
import { xsiNamespace } from "../xml/names.js";

/** An attribute as it is read. */
export interface ReadAttribute {
  /** With its prefix. */
  readonly name: string;
  readonly value: string;
  readonly namespace: string;
  readonly local: string;
}

/** How elements refer to others. */
export interface References {
  /** The id to which an attribute refers; undefined for another attribute. */
  readonly refersTo: (attribute: ReadAttribute) => string | undefined;
  readonly isId: (attribute: ReadAttribute) => boolean;
  /** A reference is to the last element with its id before it, may be nil, and no element is written for references alone. */
  readonly isInPlace: boolean;
}

// White space as XML has it: `\s` matches some characters of names.
const attribute = /[ \t\n]+([^ \t\n=]+)[ \t\n]*=[ \t\n]*(?:"([^"]*)"|'([^']*)')/g;

/** An attribute of a tag, as written. */
export interface Attribute {
  readonly name: string;
  /** Between the quotes. */
  readonly value: string;
  /** With the space before it and its quotes. */
  readonly written: string;
}

/** The attributes of a well-formed tag in order; matches inside values are skipped. */
export function attributesOf(tag: string): readonly Attribute[] {
  const start = tag.search(/[ \t\n]/);
  if (start === -1) return [];
  return [...tag.slice(start).matchAll(attribute)].map(([written, name = "", double, single]) => ({
    name,
    written,
    value: double ?? single ?? "",
  }));
}

export const isDeclaration = ({ name }: Attribute): boolean => /^xmlns(?::|$)/.test(name);

/** SOAP 1.1 section 5.4.1, SOAP 1.2 part 2 section 3.1.5. */
export const encodedReferences: References = {
  refersTo: ({ name, value }) =>
    value.startsWith("#") && /^href$|^(?:[^:]+:)?ref$/.test(name) ? value.slice(1) : undefined,
  isId: ({ name }) => /^(?:[^:]+:)?id$/.test(name),
  isInPlace: false,
};

export const isNil = ({ namespace, local }: ReadAttribute): boolean =>
  namespace === xsiNamespace && local === "nil";

/** The attributes other than namespace declarations, as read. */
export function asRead(attributes: readonly Attribute[], walker: XmlElementReader): readonly ReadAttribute[] {
  const others = attributes.filter((each) => !isDeclaration(each));
  if (others.length === 0) return [];
  const read = walker.attributes();
  return others.map(({ name, value: written }, at) => {
    const { namespace = "", name: local = name, value = written } = read[at] ?? {};
    return { name, namespace, local, value };
  });
}

const reference = /&(?:#x([0-9A-Fa-f]+)|#([0-9]+)|(amp|lt|gt|quot|apos));/g;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** A URI of a well-formed declaration, which may be written in many ways. */
export function decoded(value: string): string {
  if (!value.includes("&")) return value;
  return value.replace(reference, (_, hexadecimal?: string, decimal?: string, entity = "") =>
    hexadecimal === undefined && decimal === undefined
      ? (entities[String(entity)] ?? "")
      : String.fromCodePoint(parseInt(hexadecimal ?? decimal ?? "", hexadecimal === undefined ? 10 : 16)),
  );
}
