/** Values of xs:anyType and xs:anySimpleType: xsi:type of an element decides its content. */
import type * as primitives from "../xsd/primitives.js";
import type { XsdType } from "../xsd/type.js";
import type { XmlAttribute, XmlContent } from "./content.js";
import type { NamespacePrefix, QName } from "./names.js";
import type { QualifiedType } from "./qualified.js";
import type { XmlReader } from "./reader.js";
import type { XmlWriter } from "./writer.js";

/**
 * Value of an element of type xs:anyType: text without a type, a simple value or a record of a known type, or XML.
 * `$type` distinguishes them. `Known` maps the names of the types of a contract to what their values consist of.
 */
export type AnyValue<Known = object> = AnySimpleValue<Known> | XmlValue;

/** Value of an element of type xs:anySimpleType; without xsi:type it is a text. */
export type AnySimpleValue<Known = object> = string | BuiltInValue | KnownValue<Known>;

/** A value of a built-in type: `{ $type: "xs:int", value: 5 }`. */
export type BuiltInValue = {
  readonly [Name in TypedBuiltIn]: { readonly $type: `xs:${Name}`; readonly value: ValueOf<Name> };
}[TypedBuiltIn];

/** Without types that are not of XML Schema, and the type of a text without xsi:type. */
type TypedBuiltIn = Exclude<BuiltIn, "anySimpleType" | "guid" | "swaRef">;

type BuiltIn = {
  readonly [Name in keyof typeof primitives]: (typeof primitives)[Name] extends XsdType<unknown>
    ? Name
    : never;
}[keyof typeof primitives];

type ValueOf<Name extends BuiltIn> = (typeof primitives)[Name] extends XsdType<infer T> ? T : never;

type KnownValue<Known> = {
  readonly [Tag in keyof Known]: { readonly $type: Tag } & Known[Tag];
}[keyof Known];

/** Content of an element of unknown type: XML. */
export interface XmlValue {
  readonly $type?: undefined;
  /** The type that xsi:type names. */
  readonly type?: QName | undefined;
  /** Without xsi:type and xsi:nil. */
  readonly attributes?: readonly XmlAttribute[] | undefined;
  /** Prefixes in the attributes and the text, as in `XmlElement`. */
  readonly namespaces?: readonly NamespacePrefix[] | undefined;
  readonly children: XmlContent;
}

/** A type of a contract that xsi:type may name in an element of type xs:anyType. */
export type KnownType = KnownContent | KnownSimpleType;

interface KnownName {
  readonly type: QName;
  /** Value of xsi:type; absent if messages declare no prefix for the namespace of the type. */
  readonly written?: string;
}

/** A type with elements or attributes. */
export interface KnownContent extends KnownName {
  /** True for a value that is not a record: it is the property `value`. */
  readonly wrapped?: boolean;
  /** Reads the content of the element entered last. */
  read(reader: XmlReader): object;
  /** Writes the content of the open element. */
  write(writer: XmlWriter, value: object): void;
}

export interface KnownSimpleType extends KnownName {
  readonly simple: XsdType<unknown> | QualifiedType<unknown>;
}

/** A known type with its name in values, `$type`. */
export type TaggedType = KnownType & { readonly tag: string };

/** The types of a contract, by their names in messages and in values. */
export class KnownTypes<Known = object> {
  /** Only in types: the contents of values. */
  declare readonly known?: Known;
  readonly #types: Readonly<Record<string, KnownType>>;
  #byName: ReadonlyMap<string, TaggedType> | undefined;

  constructor(types: Readonly<Record<string, KnownType>>) {
    this.#types = types;
  }

  named({ namespace, name }: QName): TaggedType | undefined {
    this.#byName ??= new Map(
      Object.entries(this.#types).map(([tag, each]) => [
        `{${each.type.namespace}}${each.type.name}`,
        { ...each, tag },
      ]),
    );
    return this.#byName.get(`{${namespace}}${name}`);
  }

  tagged(tag: string): KnownType | undefined {
    return Object.hasOwn(this.#types, tag) ? this.#types[tag] : undefined;
  }
}

/** The types of a contract for `readAny` and `writeAny`, by their names in values. */
export function knownTypes<Known = object>(types: Readonly<Record<string, KnownType>>): KnownTypes<Known> {
  return new KnownTypes(types);
}
