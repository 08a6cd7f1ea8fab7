/** The schemas of a contract as files that libxml2 reads: one for each namespace, with their imports led to each other. */
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { SchemaDocument } from "#generator/read/contract.js";
import {
  clark,
  rootScope,
  soapEncodingNamespaces,
  splitName,
  unclark,
  xsdNamespace,
} from "#generator/read/names.js";
import { elements, type XmlElement } from "#generator/read/xml.js";
import { escaped, markup } from "./markup.js";
import type { Wrapper } from "./wrappers.js";

/** Namespace of the document that imports all others, and of the elements that stand for rpc wrappers. */
const messagesNamespace = "urn:conformance:messages";

const encoding = soapEncodingNamespaces[0];
const encodingImport = `<xs:import xmlns:xs="${xsdNamespace}" namespace="${encoding}" schemaLocation="encoding.xsd"/>`;

/** The SOAP encoding as its own schema has it, or as the generator knows it: `Array` without a schema. */
function encodingSchema(schemas: readonly SchemaDocument[]): string {
  const roots = schemas.filter(({ targetNamespace }) => targetNamespace === encoding).map(({ root }) => root);
  const declared = roots.flatMap(elements);
  const has = (kind: string, name: string): boolean =>
    declared.some((each) => each.name.name === kind && each.attributes.get("name") === name);
  const kept = declared.filter(({ name }) => !moved.has(name.name));
  const array =
    '<xs:complexType name="Array"><xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>' +
    '<xs:attribute ref="e:arrayType"/><xs:anyAttribute processContents="lax"/></xs:complexType>';
  return [
    `<xs:schema xmlns:xs="${xsdNamespace}" xmlns:e="${encoding}" targetNamespace="${encoding}">`,
    ...(has("attribute", "arrayType") ? [] : ['<xs:attribute name="arrayType" type="xs:string"/>']),
    ...(has("complexType", "Array") ? [] : [array]),
    ...kept.map((each) => markup(each)),
    "</xs:schema>",
  ].join("");
}

/**
 * Writes the schemas into a folder. `open`: ids of types that the generator treats as any content.
 * @returns the file to give to `xmllint --schema`
 */
export function writeSchemas(
  given: readonly SchemaDocument[],
  open: ReadonlySet<string>,
  wrappers: readonly Wrapper[],
  folder: string,
): string {
  const schemas = given.map((schema) => withOpenTypes(schema, open));
  const namespaces = [...new Set(schemas.map(({ targetNamespace }) => targetNamespace))].filter(
    (namespace) => namespace !== xsdNamespace && namespace !== encoding,
  );
  const fileOf = (namespace: string): string => `ns${namespaces.indexOf(namespace)}.xsd`;
  const imports = (own: string): string =>
    namespaces
      .filter((namespace) => namespace !== own)
      .map((namespace) => {
        const name = namespace === "" ? "" : `namespace="${escaped(namespace)}" `;
        return `<xs:import xmlns:xs="${xsdNamespace}" ${name}schemaLocation="${fileOf(namespace)}"/>`;
      })
      .concat(own === encoding ? [] : [encodingImport])
      .join("");
  writeFileSync(join(folder, "encoding.xsd"), encodingSchema(schemas));
  for (const namespace of namespaces) {
    const own = withoutRepetitions(schemas.filter(({ targetNamespace }) => targetNamespace === namespace));
    const names = own.map((_, at) =>
      own.length === 1 ? fileOf(namespace) : `ns${namespaces.indexOf(namespace)}-${at}.xsd`,
    );
    own.forEach(({ root }, at) => {
      const redefined = (location: string): string | undefined =>
        names[
          own.findIndex(
            (each) => each.root !== root && basename(each.root.origin.file) === basename(location),
          )
        ];
      writeFileSync(join(folder, names[at] ?? ""), standalone(root, imports(namespace), redefined));
    });
    if (own.length === 1) continue;
    const included = names
      .filter((_, at) => !isRedefined(own, at))
      .map((name) => `<xs:include schemaLocation="${name}"/>`);
    const target = namespace === "" ? "" : `targetNamespace="${escaped(namespace)}"`;
    writeFileSync(
      join(folder, fileOf(namespace)),
      `<xs:schema xmlns:xs="${xsdNamespace}" ${target}>${included.join("")}</xs:schema>`,
    );
  }
  const path = join(folder, "all.xsd");
  writeFileSync(path, driver(imports(messagesNamespace), wrappers, open));
  return path;
}

/**
 * An abstract type without a concrete one admits no instance. A message may have any type in its place, so that its elements are of the
 * ur-type, which needs no derivation.
 */
function withOpenTypes({ root, ...schema }: SchemaDocument, open: ReadonlySet<string>): SchemaDocument {
  const isOpen = ({ attributes, scope }: XmlElement): boolean => {
    const { prefix, local: name } = splitName(attributes.get("type") ?? "");
    return open.has(clark({ namespace: scope.get(prefix) ?? "", name }));
  };
  const opened = (element: XmlElement): XmlElement => {
    const children = element.children.map((child) => (typeof child === "string" ? child : opened(child)));
    if (element.name.name !== "element" || !isOpen(element)) return { ...element, children };
    const attributes = [...element.attributes].filter(([name]) => name !== "type");
    return { ...element, attributes: new Map(attributes), children };
  };
  return { ...schema, root: open.size === 0 ? root : opened(root) };
}

/** Declarations that stand in an earlier document of the namespace already are left out. */
function withoutRepetitions(schemas: readonly SchemaDocument[]): readonly SchemaDocument[] {
  const seen = new Set<string>();
  return schemas.map((schema) => {
    const children = schema.root.children.filter((child) => {
      const name = typeof child === "string" ? undefined : child.attributes.get("name");
      if (typeof child === "string" || name === undefined) return true;
      const key = `${child.name.name} ${name}`;
      return !seen.has(key) && seen.add(key);
    });
    return { ...schema, root: { ...schema.root, children } };
  });
}

function isRedefined(schemas: readonly SchemaDocument[], at: number): boolean {
  const file = basename(schemas[at]?.root.origin.file ?? "");
  return schemas.some(({ root }) =>
    elements(root).some(
      ({ name, attributes }) =>
        name.name === "redefine" && basename(attributes.get("schemaLocation") ?? "") === file,
    ),
  );
}

const moved = new Set(["import", "include", "annotation"]);

function standalone(
  root: XmlElement,
  imports: string,
  redefined: (location: string) => string | undefined,
): string {
  const children = root.children.filter((child) => typeof child !== "string" && !moved.has(child.name.name));
  const text = markup({ ...root, children }, (element) => {
    if (element.name.namespace !== xsdNamespace) return undefined;
    const location = element.attributes.get("schemaLocation");
    if (element.name.name === "redefine" && location !== undefined)
      return withAttributes(element, { schemaLocation: redefined(location) ?? location });
    const entities = withoutEntities(element);
    if (entities !== undefined) return entities;
    if (element.name.name === "element") return withoutIdentity(element);
    if (element.name.name === "any") return withAttributes(element, { processContents: "lax" });
    if (element.name.name === "anyAttribute")
      return withAttributes(element, { processContents: "lax", namespace: "##any" });
    return undefined;
  });
  const end = /^<[^>]*>/.exec(text)?.[0].length ?? 0;
  return text.slice(0, end) + imports + text.slice(end);
}

const entityTypes: Readonly<Record<string, string>> = { ENTITY: "NMTOKEN", ENTITIES: "NMTOKENS" };

/** Entities need a document type declaration, which no message has. */
function withoutEntities(element: XmlElement): XmlElement | undefined {
  for (const attribute of ["type", "base", "itemType"]) {
    const { prefix, local } = splitName(element.attributes.get(attribute) ?? "");
    const instead = entityTypes[local];
    if (instead !== undefined && element.scope.get(prefix) === xsdNamespace)
      return withAttributes(element, { [attribute]: prefix === "" ? instead : `${prefix}:${instead}` });
  }
  return undefined;
}

const identity = new Set(["key", "keyref", "unique"]);

/** Values are made up one by one: that they differ, or name each other, is beyond them. A schema as content is any element. */
function withoutIdentity(element: XmlElement): XmlElement | undefined {
  if (refersToSchema(element)) {
    const attributes = [...element.attributes].filter(([name]) => name.endsWith("Occurs"));
    const name = { ...element.name, name: "any" };
    return { ...element, name, attributes: new Map([...attributes, ["processContents", "skip"]]) };
  }
  const children = element.children.filter(
    (child) => typeof child === "string" || !identity.has(child.name.name),
  );
  return children.length === element.children.length ? undefined : { ...element, children };
}

function refersToSchema({ attributes, scope }: XmlElement): boolean {
  const { prefix, local } = splitName(attributes.get("ref") ?? "");
  return local === "schema" && scope.get(prefix) === xsdNamespace;
}

/** Wildcards admit what no schema declares: the values that stand there are made up. */
function withAttributes(element: XmlElement, added: Readonly<Record<string, string>>): XmlElement {
  return { ...element, attributes: new Map([...element.attributes, ...Object.entries(added)]) };
}

function driver(imports: string, wrappers: readonly Wrapper[], open: ReadonlySet<string>): string {
  const prefixes = new Map<string, string>();
  const qualified = (id: string): string => {
    const { namespace, name } = unclark(id);
    if (namespace === "") return name;
    const prefix = prefixes.get(namespace) ?? `p${prefixes.size}`;
    prefixes.set(namespace, prefix);
    return `${prefix}:${name}`;
  };
  const declared = wrappers.map(({ parts }, at) => {
    const anyType = `{${xsdNamespace}}anyType`;
    const children = parts.map(({ name, element, type = anyType }) =>
      element === undefined
        ? `<xs:element name="${name}" type="${qualified(open.has(type) ? anyType : type)}"/>`
        : `<xs:element ref="${qualified(element)}"/>`,
    );
    return `<xs:element name="wrapper${at}"><xs:complexType><xs:sequence>${children.join("")}</xs:sequence></xs:complexType></xs:element>`;
  });
  const declarations = [...prefixes].map(([namespace, prefix]) => `xmlns:${prefix}="${escaped(namespace)}"`);
  const head = `xmlns:xs="${xsdNamespace}" ${declarations.join(" ")} targetNamespace="${messagesNamespace}"`;
  return `<xs:schema ${head}>${imports}${declared.join("")}</xs:schema>`;
}

/** `{namespace}name` of every global element. */
export function declaredElements(schemas: readonly SchemaDocument[]): ReadonlySet<string> {
  return new Set(
    schemas.flatMap(({ root, targetNamespace }) =>
      elements(root)
        .filter(({ name }) => name.name === "element")
        .map(({ attributes }) => `{${targetNamespace}}${attributes.get("name") ?? ""}`),
    ),
  );
}

/** The element of a message under the name of the wrapper that the driver declares. */
export function asWrapper(element: XmlElement, at: number): XmlElement {
  const scope = new Map([...rootScope, ...element.scope, ["conformance", messagesNamespace]]);
  return { ...element, name: { namespace: messagesNamespace, name: `wrapper${at}` }, scope };
}
