import { wsdlKinds } from "../model/build.js";
import { schemaKinds } from "../model/declared-schemas.js";
import { keyAt, type Kind, type Owner } from "../model/declaration.js";
import { wsdlChildren } from "../model/wsdl.js";
import type { Origin } from "../origin.js";
import type { ContractDocuments, SchemaDocument } from "../read/contract.js";
import { clark } from "../read/names.js";
import { elements, type XmlElement } from "../read/xml.js";

/** Identifies what a diagnostic can be about: a declaration, an operation of a port type or binding, or a port. */
export type SubjectKey = Owner;

/** The start of an element of a document; `key` is undefined for elements that cannot be omitted, such as an import. */
interface Boundary {
  readonly origin: Origin;
  readonly key: SubjectKey | undefined;
}

/** The declarations, operations and ports of a contract, by their places. */
export class Subjects {
  readonly keys = new Set<SubjectKey>();
  readonly #boundaries = new Map<string, Boundary[]>();

  constructor({ wsdls, schemas }: ContractDocuments) {
    for (const root of wsdls) this.#wsdl(root);
    for (const schema of schemas) this.#schema(schema);
    for (const boundaries of this.#boundaries.values()) boundaries.sort(byPlace);
  }

  /** The subject whose element contains a place: the last one that starts before it. */
  at(origin: Origin): SubjectKey | undefined {
    const boundaries = this.#boundaries.get(origin.file) ?? [];
    let [low, high] = [0, boundaries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const boundary = boundaries[middle];
      if (boundary !== undefined && byPlace(boundary, { origin }) <= 0) low = middle + 1;
      else high = middle;
    }
    return boundaries[low - 1]?.key;
  }

  #wsdl(root: XmlElement): void {
    const namespace = root.attributes.get("targetNamespace") ?? "";
    this.#add(root, undefined);
    for (const child of elements(root)) {
      this.#add(child, declarationKey(wsdlKinds, namespace, child));
      if (child.name.name === "types") for (const schema of elements(child)) this.#add(schema, undefined);
      for (const part of wsdlChildren(child, "operation", "port")) this.#add(part, keyAt(part.origin));
    }
  }

  #schema({ root, targetNamespace }: SchemaDocument): void {
    this.#add(root, undefined);
    for (const child of elements(root)) {
      this.#add(child, declarationKey(schemaKinds, targetNamespace, child));
      if (child.name.name !== "redefine") continue;
      for (const each of elements(child)) this.#add(each, declarationKey(schemaKinds, targetNamespace, each));
    }
  }

  #add(element: XmlElement, key: SubjectKey | undefined): void {
    const { origin } = element;
    const boundaries = this.#boundaries.get(origin.file);
    if (boundaries === undefined) this.#boundaries.set(origin.file, [{ origin, key }]);
    else boundaries.push({ origin, key });
    if (key !== undefined) this.keys.add(key);
  }
}

function declarationKey(
  kinds: ReadonlyMap<string, Kind>,
  namespace: string,
  { name, attributes }: XmlElement,
): SubjectKey | undefined {
  const kind = kinds.get(name.name);
  const declared = attributes.get("name");
  if (kind === undefined || declared === undefined) return undefined;
  return `${kind} ${clark({ namespace, name: declared })}`;
}

function byPlace(one: { readonly origin: Origin }, other: { readonly origin: Origin }): number {
  return one.origin.line - other.origin.line || one.origin.column - other.origin.column;
}

/**
 * The documents without some subjects. One that several namespaces include has declarations in each of them: it loses those of the namespace
 * alone.
 */
export function withoutSubjects(
  contract: ContractDocuments,
  omitted: ReadonlySet<SubjectKey>,
): Pick<ContractDocuments, "wsdls" | "schemas"> {
  return {
    wsdls: contract.wsdls.map((root) => pruned(root, omitted, "")),
    schemas: contract.schemas.map((schema) => ({
      ...schema,
      root: pruned(schema.root, omitted, schema.targetNamespace),
    })),
  };
}

/** Elements that contain subjects. */
const containers = new Set(["types", "schema", "redefine", "portType", "binding", "service"]);
const declared: ReadonlyMap<string, Kind> = new Map([...wsdlKinds, ...schemaKinds]);
const partsOfWsdl = new Set(["operation", "port"]);

/** @param outer namespace of the declarations in an element that names none */
function pruned(element: XmlElement, omitted: ReadonlySet<SubjectKey>, outer: string): XmlElement {
  const namespace = element.attributes.get("targetNamespace") ?? outer;
  const isOmitted = (child: XmlElement): boolean => {
    const key = partsOfWsdl.has(child.name.name)
      ? keyAt(child.origin)
      : declarationKey(declared, namespace, child);
    return key !== undefined && omitted.has(key);
  };
  const children = element.children.flatMap((child): readonly (XmlElement | string)[] => {
    if (typeof child === "string") return [child];
    if (isOmitted(child)) return [];
    return [containers.has(child.name.name) ? pruned(child, omitted, namespace) : child];
  });
  return { ...element, children };
}
