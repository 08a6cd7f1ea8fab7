/** Declarations of a contract, before they are built. */
import type { XmlElement } from "../read/xml.js";
import type { Id } from "./types.js";
import type { Origin } from "../origin.js";

/** Kinds of declarations; each has its own space of names. */
export type Kind =
  | "type"
  | "element"
  | "attribute"
  | "group"
  | "attribute group"
  | "message"
  | "port type"
  | "binding"
  | "service";

/** A reference to a declaration. `wanted` restricts the kind of type. */
export interface Reference {
  readonly kind: Kind;
  readonly id: Id;
  readonly wanted: "type" | "simple type" | "complex type" | undefined;
  readonly origin: Origin;
  /** The enclosing declaration or member. */
  readonly owner: Owner;
  /** True for the base of a complex type. */
  readonly isBase: boolean;
}

/**
 * A declaration, as `type {urn:example}Name`; or, by its place, a member that can be used or omitted on its own: an operation of a port
 * type or binding, a port, a part of a message, an attribute.
 *
 * A complex type with a name has two parts: its `content`, all that a value of it contains, which extensions inherit; and its `base`,
 * the names of its base and attribute groups, which restrictions inherit too.
 */
export type Owner = `${Kind | "content" | "base"} ${Id}` | `at ${string}`;

export function keyAt({ file, line, column }: Origin): Owner {
  return `at ${file}:${line}:${column}`;
}

/** A declaration that differs from the first one of its name. */
export interface Repeated {
  readonly owner: Owner;
  readonly kind: Kind;
  readonly name: string;
  /** Place of the first. */
  readonly first: string;
  readonly origin: Origin;
}

/** The document of a declaration. */
export interface Context {
  readonly targetNamespace: string;
  /** Unprefixed names without a default namespace belong to the target namespace. */
  readonly adopted: boolean;
  readonly elementsQualified: boolean;
  readonly attributesQualified: boolean;
  /** The declaration is a redefinition: references to its own name mean the replaced declaration. */
  readonly redefined?: { readonly id: Id; readonly original: Id };
}

/** A top-level declaration, before it is built. */
export interface Declaration {
  readonly id: Id;
  readonly name: string;
  readonly element: XmlElement;
  readonly context: Context;
}

/** A type that restricts or extends another one, by that element of its declaration. */
export interface DerivationStep {
  readonly context: Context;
  readonly owner: XmlElement;
}

/** What is known of a type that is an array, of which the types between it and the array of the encoding say parts. */
export interface ArrayKind {
  /** The nearest one that says what it holds; undefined where none does. */
  readonly holder: DerivationStep | undefined;
  /** The attribute with the type of its items is required. */
  readonly isTyped: boolean;
  /** The array of the encoding itself. */
  readonly isEncoding?: true;
}
