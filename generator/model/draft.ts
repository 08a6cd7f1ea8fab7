import type { Diagnostics } from "../diagnostics.js";
import { isNCName } from "messenger-gen-runtime/xsd";
import { clark, splitName, wsdlNamespace, xsdNamespace } from "../read/names.js";
import { attributeOf, elements, type XmlElement } from "../read/xml.js";
import {
  type ArrayKind,
  keyAt,
  type Context,
  type Declaration,
  type Kind,
  type Owner,
  type Reference,
  type Repeated,
} from "./declaration.js";
import { show } from "./grammar.js";
import type { Meanings } from "./meaning.js";
import type { Policies } from "./policies.js";
import { isSameBindingElsewhere, isSameDeclaration } from "./same-declaration.js";
import type { ComplexTypeModel, Id, Occurs, SimpleTypeModel } from "./types.js";
import type { Origin } from "../origin.js";

/** Names of a type: its own, or for an anonymous one those of the element or attribute that holds it. */
export interface TypeNames {
  readonly id: Id;
  readonly name: string;
  readonly anonymous: boolean;
}

/** A type declared in place that waits to be built. */
export interface PendingType {
  readonly element: XmlElement;
  readonly context: Context;
  readonly names: TypeNames;
  /** The declaration or member that it is part of. */
  readonly owner: Owner;
}

/**
 * Maximum UTF-16 code units of a name in a message: the limit of the reader (`serverLimits.nameLength`), less the
 * suffix `Response` of an operation and a prefix of 47 characters.
 */
export const nameLimit = 200;
/** Attributes of SOAP bindings for whose unknown values a lenient run uses the default. */
const assumedKeywords: ReadonlySet<string> = new Set(["style", "use"]);
const contentOf = "content ";
const namesOfMessages: ReadonlySet<string> = new Set(["element", "attribute", "part", "operation"]);

/** State while the model is built. */
export class ModelDraft {
  readonly diagnostics: Diagnostics;
  readonly references: Reference[] = [];
  readonly simpleTypes: SimpleTypeModel[] = [];
  readonly complexTypes: ComplexTypeModel[] = [];
  /** Complex types in place; built after the declaration they are part of. */
  readonly pendingTypes: PendingType[] = [];
  readonly #declared = new Map<Kind, Map<Id, Declaration>>();
  readonly #anonymous = new Map<Id, number>();
  /** By types that were built, the declaration or member that they are part of; a complex type with a name is part of its content. */
  readonly owners = new Map<SimpleTypeModel | ComplexTypeModel, Owner>();
  /** Set once everything is declared. */
  meanings: Meanings | undefined;
  readonly policies: Policies;
  /** Types that have been looked at, and the arrays that they are. */
  readonly arrays = new Map<Id, ArrayKind | undefined>();
  /** Declarations that differ from the first one of their name. */
  readonly repeated: Repeated[] = [];
  #owner: Owner = "type ";
  /** Target namespaces of WSDL documents by their files. */
  readonly #targets = new Map<string, string>();
  /** Common errors are repaired, with warnings. */
  readonly lenient: boolean;

  constructor(diagnostics: Diagnostics, policies: Policies, lenient = false) {
    this.diagnostics = diagnostics;
    this.policies = policies;
    this.lenient = lenient;
  }

  /** Registers a top-level declaration with a valid name; several documents may contain the same one. */
  declare(kind: Kind, element: XmlElement, context: Context): void {
    const name = this.ncName(element);
    if (name === undefined) return;
    if (element.name.namespace === wsdlNamespace)
      this.#targets.set(element.origin.file, context.targetNamespace);
    const id = clark({ namespace: context.targetNamespace, name });
    const known = this.#known(kind);
    const first = known.get(id);
    if (first === undefined) known.set(id, { id, name, element, context });
    else if (kind === "service") known.set(id, { ...first, element: joined(first.element, element) });
    else if (!isSameDeclaration(first, { element, context })) {
      const { file, line, column } = first.element.origin;
      const place = `${this.diagnostics.place(file)}:${line}:${column}`;
      if (kind === "binding" && isSameBindingElsewhere(first, { element, context })) {
        this.diagnostics.report("MG2039", element.origin, { name, first: place });
      } else {
        const owner: Owner = `${isComplexType(element) ? "base" : kind} ${id}`;
        this.repeated.push({ owner, kind, name, first: place, origin: element.origin });
      }
    }
  }

  /** Builds a declaration: references and types inside it are registered as its own. */
  build<T>(kind: Kind, { id, element }: Declaration, built: () => T): T {
    return this.buildAs(`${isComplexType(element) ? "content" : kind} ${id}`, built);
  }

  /** Builds a member of the current declaration: references inside it are registered as those of the member. */
  buildMember<T>({ origin }: XmlElement, built: () => T): T {
    return this.buildAs(keyAt(origin), built);
  }

  /** Builds what also restrictions of the current declaration inherit, if it is the content of a complex type. */
  buildInherited<T>(built: () => T): T {
    const owner = this.#owner;
    return this.buildAs(owner.startsWith(contentOf) ? `base ${owner.slice(contentOf.length)}` : owner, built);
  }

  /** References and types that are built are registered as those of the owner. */
  buildAs<T>(owner: Owner, built: () => T): T {
    const outer = this.#owner;
    this.#owner = owner;
    const model = built();
    this.#owner = outer;
    return model;
  }

  addSimpleType(type: SimpleTypeModel): void {
    this.simpleTypes.push(type);
    this.owners.set(type, this.#owner);
  }

  addComplexType(type: ComplexTypeModel): void {
    this.complexTypes.push(type);
    this.owners.set(type, this.#owner);
  }

  /** Registers a complex type in place to be built after the current declaration. */
  postpone(type: Omit<PendingType, "owner">): void {
    this.pendingTypes.push({ ...type, owner: this.#owner });
  }

  /** Puts a declaration in place of another one, which stays under another id (XSD 1.0 part 1, 4.2.2). */
  redefine(kind: Kind, element: XmlElement, context: Context): void {
    const name = this.ncName(element);
    if (name === undefined) return;
    const id = clark({ namespace: context.targetNamespace, name });
    const known = this.#known(kind);
    const first = known.get(id);
    if (first === undefined) {
      this.diagnostics.report("MG2003", element.origin, { kind, name: id });
      return;
    }
    const taken = first.context.redefined?.original;
    const suffix = taken === undefined ? "-original" : `${taken.slice(id.length)}-original`;
    const original = `${id}${suffix}`;
    known.set(original, { ...first, id: original, name: `${name}${suffix}` });
    known.set(id, { id, name, element, context: { ...context, redefined: { id, original } } });
  }

  /** Puts a declaration in place of another one, if there is one of its name (XSD 1.1 part 1, 4.2.5). */
  override(kind: Kind, element: XmlElement, context: Context): void {
    const name = this.ncName(element);
    if (name === undefined) return;
    const id = clark({ namespace: context.targetNamespace, name });
    if (this.declared(kind, id) !== undefined) this.#known(kind).set(id, { id, name, element, context });
  }

  #known(kind: Kind): Map<Id, Declaration> {
    const known = this.#declared.get(kind) ?? new Map<Id, Declaration>();
    this.#declared.set(kind, known);
    return known;
  }

  declared(kind: Kind, id: Id): Declaration | undefined {
    return this.#declared.get(kind)?.get(id);
  }

  declarations(kind: Kind): readonly Declaration[] {
    return [...(this.#declared.get(kind)?.values() ?? [])];
  }

  /**
   * Registers a reference and returns the id of its declaration; if the name is not declared, the id of the only
   * possible declaration, with a warning.
   */
  refer(kind: Kind, id: Id, origin: Origin, wanted?: Reference["wanted"], isBase = false): Id {
    const meant = this.meant(kind, id);
    if (meant !== id) this.diagnostics.report("MG2037", origin, { kind, name: id, taken: meant });
    this.references.push({ kind, id: meant, wanted, origin, owner: this.#owner, isBase });
    return meant;
  }

  /** The id of the declaration that a name refers to; the name itself if there is none. */
  meant(kind: Kind, id: Id): Id {
    if (this.declared(kind, id) !== undefined) return id;
    return this.meanings?.of(kind, id) ?? id;
  }

  /** Id of a type without a name: the path to it, with a number from the second on. */
  anonymousId(path: string): Id {
    const count = (this.#anonymous.get(path) ?? 0) + 1;
    this.#anonymous.set(path, count);
    return count === 1 ? `${path}/type()` : `${path}[${count}]/type()`;
  }

  /** The `name`; reports when it is absent or not an NCName. */
  ncName(element: XmlElement): string | undefined {
    const name = this.required(element, "name");
    if (name === undefined) return undefined;
    if (isNCName(name)) {
      if (name.length > nameLimit && namesOfMessages.has(element.name.name))
        this.#reportLength(name, element);
      return name;
    }
    this.diagnostics.report("MG2006", element.origin, { value: name, what: show(element) });
    return undefined;
  }

  #reportLength(name: string, { origin }: XmlElement): void {
    const shown = `${name.slice(0, 40)}...`;
    this.diagnostics.report("MG2045", origin, { name: shown, limit: String(nameLimit) });
  }

  required(element: XmlElement, attribute: string): string | undefined {
    const value = attributeOf(element, attribute);
    if (value === undefined)
      this.diagnostics.report("MG2007", element.origin, { element: show(element), attribute });
    return value;
  }

  /** The id that an attribute names, or undefined when it is absent or cannot be resolved. */
  qname(element: XmlElement, attribute: string, context?: Context): Id | undefined {
    const value = attributeOf(element, attribute);
    return value === undefined ? undefined : this.resolve(element, attribute, value, context);
  }

  resolve(element: XmlElement, attribute: string, value: string, context?: Context): Id | undefined {
    const { prefix, local } = splitName(value);
    if (!isNCName(local) || (prefix !== "" && !isNCName(prefix))) {
      this.diagnostics.report("MG2008", element.origin, { attribute, value, wanted: "a name" });
      return undefined;
    }
    const namespace = element.scope.get(prefix);
    if (namespace === undefined) {
      this.diagnostics.report("MG2005", element.origin, { prefix, attribute: `${attribute}="${value}"` });
      return undefined;
    }
    const name = { namespace: this.#meant(element, value, namespace, context), name: local };
    const id = clark(name);
    const { redefined } = context ?? {};
    return redefined?.id === id && isOwnBase(element, attribute) ? redefined.original : id;
  }

  /** The namespace of a name, if the one in scope cannot be intended. */
  #meant(element: XmlElement, value: string, namespace: string, context: Context | undefined): string {
    if (namespace === "" && context?.adopted === true) return context.targetNamespace;
    const target = this.#targets.get(element.origin.file);
    if (namespace !== wsdlNamespace || target === undefined) return namespace;
    const taken = element.name.namespace === xsdNamespace ? (context?.targetNamespace ?? target) : target;
    this.diagnostics.report("MG2031", element.origin, { name: value, taken });
    return taken;
  }

  boolean(element: XmlElement, attribute: string): boolean {
    return (
      this.oneOf(element, attribute, ["false", "true", "0", "1"], "false").replace("1", "true") === "true"
    );
  }

  oneOf<T extends string>(element: XmlElement, attribute: string, values: readonly T[], otherwise: T): T {
    const value = attributeOf(element, attribute);
    if (value === undefined) return otherwise;
    const found = values.find((known) => known === value);
    if (found !== undefined) return found;
    const [alike] = values.filter((known) => known.toLowerCase() === value.toLowerCase());
    if (alike !== undefined) {
      this.takeFor(element, `${attribute}="${value}"`, alike);
      return alike;
    }
    const isAssumed = assumedKeywords.has(attribute);
    if (this.lenient && isAssumed)
      this.takeFor(element, `${attribute}="${value}"`, `${attribute}="${otherwise}"`);
    else {
      const wanted = `one of ${values.join(", ")}${isAssumed ? ` (--lenient assumes ${otherwise})` : ""}`;
      this.diagnostics.report("MG2008", element.origin, { attribute, value, wanted });
    }
    return otherwise;
  }

  /** A whole number from 0 on. */
  count(element: XmlElement, attribute: string): number | undefined {
    const value = attributeOf(element, attribute);
    if (value === undefined) return undefined;
    const number = /^\+?\d{1,15}$/.test(value) ? Number(value) : undefined;
    if (number !== undefined) return number;
    const remedy = isNearlyUnbounded(attribute, value) ? " (--lenient takes it for unbounded)" : "";
    const wanted = `a whole number, 0 or greater${remedy}`;
    this.diagnostics.report("MG2008", element.origin, { attribute, value, wanted });
    return undefined;
  }

  occurs(element: XmlElement): Occurs {
    const min = this.count(element, "minOccurs") ?? 1;
    const unbounded = this.#isUnbounded(element);
    const max = unbounded ? undefined : (this.count(element, "maxOccurs") ?? 1);
    if (max !== undefined && min > max) {
      this.diagnostics.report("MG2016", element.origin, { min: String(min), max: String(max) });
    }
    return { min, max };
  }

  #isUnbounded(element: XmlElement): boolean {
    const value = attributeOf(element, "maxOccurs");
    if (value === undefined) return false;
    const isMeant = this.lenient && isNearlyUnbounded("maxOccurs", value);
    if (value.toLowerCase() !== "unbounded" && !isMeant) return false;
    if (value !== "unbounded") this.takeFor(element, `maxOccurs="${value}"`, "unbounded");
    return true;
  }

  /** Warns of an error with only one possible meaning. */
  takeFor({ origin }: XmlElement, what: string, taken: string): void {
    this.diagnostics.report("MG2042", origin, { what, taken });
  }

  /** Reports attributes or children that exclude each other; a lenient run ignores the name of a reference. */
  exclusive(element: XmlElement, present: Readonly<Record<string, boolean>>): void {
    const [first, second, ...others] = Object.keys(present).filter((key) => present[key]);
    if (first === undefined || second === undefined) return;
    if (this.lenient && first === "ref" && second === "name" && others.length === 0) {
      this.takeFor(element, `${show(element)} with ref and name`, "the reference");
      return;
    }
    this.diagnostics.report("MG2012", element.origin, { element: show(element), first, second });
  }
}

/** A misspelling of `unbounded`, or its counterpart in other notations. */
function isNearlyUnbounded(attribute: string, value: string): boolean {
  return attribute === "maxOccurs" && /^(?:unb\w*|infinit[ey]|[*nN]|-1)$/i.test(value);
}

/** A service that several documents describe has the ports of all. */
function joined(one: XmlElement, other: XmlElement): XmlElement {
  const names = new Set(elements(one).map((port) => port.attributes.get("name")));
  const more = elements(other).filter((port) => !names.has(port.attributes.get("name")));
  return { ...one, children: [...one.children, ...more] };
}

function isComplexType({ name }: XmlElement): boolean {
  return name.namespace === xsdNamespace && name.name === "complexType";
}

/** The reference of a redefinition to the replaced declaration: its base, or the group in its content. */
function isOwnBase({ name }: XmlElement, attribute: string): boolean {
  return attribute === "base" || (attribute === "ref" && /^(?:g|attributeG)roup$/.test(name.name));
}

/** Children of the XML Schema namespace with one of the names. */
export function schemaChildren(parent: XmlElement, ...names: readonly string[]): XmlElement[] {
  return elements(parent).filter(
    (child) => child.name.namespace === xsdNamespace && names.includes(child.name.name),
  );
}
