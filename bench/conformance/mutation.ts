/** Other contracts made of one: each means the same as the original under other names. */
import { posix } from "node:path";
import { Diagnostics } from "#generator/diagnostics.js";
import { wsdlNamespace, xsdNamespace } from "#generator/read/names.js";
import { readXml } from "#generator/read/document.js";
import { elements, type XmlElement } from "#generator/read/xml.js";
import { markup } from "./markup.js";
import { hostileNames, hostilePrefixes, type Renaming } from "./hostile-names.js";
import { renamed, withPrefixes } from "./renamed.js";
import { seeded, type Source } from "./source.js";

/** The documents of a contract by their paths below its folder, with slashes. */
export type Files = ReadonlyMap<string, string>;

export interface MutatedContract {
  readonly main: string;
  readonly files: Files;
  readonly operations: readonly string[];
  /** Mutations that were applied, in their order. */
  readonly mutations: readonly Mutation[];
}

export type Mutation = "names" | "prefixes" | "split" | "moved";

/** A contract as it is mutated. */
interface Draft {
  readonly main: string;
  readonly documents: ReadonlyMap<string, XmlElement>;
  readonly operations: readonly string[];
}

/**
 * A contract that means the same: hostile names, other prefixes, schemas split in two, documents in other folders. The
 * same for the same seed.
 *
 * @returns undefined for documents that are not well-formed, or have a document type
 */
export function mutated(
  main: string,
  files: Files,
  operations: readonly string[],
  seed: number,
): MutatedContract | undefined {
  const choose = seeded(seed);
  const documents = new Map<string, XmlElement>();
  for (const [path, text] of files) {
    const root = readXml(text, path, new Diagnostics());
    if (root === undefined) return undefined;
    documents.set(path, root);
  }
  let draft: Draft = { main, documents, operations };
  const mutations = chosen(choose);
  for (const mutation of mutations) draft = steps[mutation](draft, choose);
  const written = [...draft.documents].map(([path, root]) => [path, markup(root)] as const);
  return { main: draft.main, files: new Map(written), operations: draft.operations, mutations };
}

/** One to four of them, in an order in which each can follow the one before. */
function chosen(choose: Source): readonly Mutation[] {
  const all: readonly Mutation[] = ["names", "prefixes", "split", "moved"];
  const picked = all.filter(() => choose(2) === 1);
  return picked.length > 0 ? picked : [all[choose(all.length)] ?? "names"];
}

const steps: Readonly<Record<Mutation, (draft: Draft, choose: Source) => Draft>> = {
  names: withHostileNames,
  prefixes: withOtherPrefixes,
  split: withSplitSchemas,
  moved: withMovedDocuments,
};

function withHostileNames({ main, documents, operations }: Draft, choose: Source): Draft {
  const namespaces = new Set([...documents.values()].flatMap(targetNamespaces));
  const known = new Map<string, string>();
  const taken = new Set<string>();
  const share = 2 + choose(3);
  const declared = new Set([...documents.values()].flatMap(declaredNames));
  const renaming: Renaming = {
    namespaces,
    declared,
    of: (name) => {
      const earlier = known.get(name);
      if (earlier !== undefined) return earlier;
      const wanted = choose(share) === 0 ? (hostileNames[choose(hostileNames.length)] ?? name) : name;
      let free = wanted;
      for (let number = 1; taken.has(free); number++) free = `${wanted}${number}`;
      taken.add(free);
      known.set(name, free);
      return free;
    },
  };
  const changed = [...documents].map(([path, root]) => [path, renamed(root, renaming)] as const);
  return { main, documents: new Map(changed), operations: operations.map((name) => renaming.of(name)) };
}

function declaredNames(element: XmlElement): readonly string[] {
  const name = element.attributes.get("name");
  return [...(name === undefined ? [] : [name]), ...elements(element).flatMap(declaredNames)];
}

/** Namespaces in which a document declares something. */
function targetNamespaces(root: XmlElement): readonly string[] {
  const own = root.attributes.get("targetNamespace");
  const isDeclaring = root.name.namespace === wsdlNamespace || root.name.namespace === xsdNamespace;
  const inner = elements(root).filter(({ name }) => name.name === "types" || name.name === "schema");
  return [...(isDeclaring ? [own ?? ""] : []), ...inner.flatMap(targetNamespaces)];
}

function withOtherPrefixes({ main, documents, operations }: Draft, choose: Source): Draft {
  const changed = [...documents].map(([path, root]) => {
    const names = new Map<string, string>();
    const rename = (prefix: string): string => {
      if (prefix === "xml") return prefix;
      const known = names.get(prefix);
      if (known !== undefined) return known;
      const wanted = hostilePrefixes[choose(hostilePrefixes.length)] ?? "p";
      const free = [...names.values()].includes(wanted) ? `${wanted}${names.size}` : wanted;
      names.set(prefix, free);
      return free;
    };
    return [path, withPrefixes(root, rename)] as const;
  });
  return { main, documents: new Map(changed), operations };
}

/** Half of the declarations of a schema in the WSDL are in a document that it includes. */
function withSplitSchemas({ main, documents, operations }: Draft, choose: Source): Draft {
  const added = new Map<string, XmlElement>();
  const split = (schema: XmlElement): XmlElement => {
    const children = elements(schema);
    const isHead = ({ name }: XmlElement): boolean =>
      ["include", "import", "redefine", "annotation"].includes(name.name);
    const heads = children.filter(isHead);
    const declared = children.filter((child) => !isHead(child));
    if (declared.length < 2 || heads.some(({ name }) => name.name === "redefine")) return schema;
    const at = 1 + choose(declared.length - 1);
    const path = posix.join(posix.dirname(main), `part-${added.size}.xsd`);
    const imports = heads.filter(({ name }) => name.name === "import");
    added.set(path, { ...schema, children: [...imports, ...declared.slice(at)] });
    const include: XmlElement = {
      name: { namespace: xsdNamespace, name: "include" },
      attributes: new Map([["schemaLocation", posix.basename(path)]]),
      children: [],
      scope: schema.scope,
      origin: schema.origin,
    };
    return { ...schema, children: [include, ...heads, ...declared.slice(0, at)] };
  };
  const root = documents.get(main);
  if (root === undefined) return { main, documents, operations };
  const inTypes = (types: XmlElement): XmlElement => ({
    ...types,
    children: types.children.map((child) =>
      typeof child !== "string" && child.name.name === "schema" && child.name.namespace === xsdNamespace
        ? split(child)
        : child,
    ),
  });
  const children = root.children.map((child) =>
    typeof child !== "string" && child.name.name === "types" ? inTypes(child) : child,
  );
  const changed = new Map([...documents, ...added]);
  return { main, documents: changed.set(main, { ...root, children }), operations };
}

const folders = ["a b", "deep/er", "xsd", "é", "..x", "con+tract", "100%"];

/** Every document is in another folder, and locations lead there. */
function withMovedDocuments({ main, documents, operations }: Draft, choose: Source): Draft {
  const places = new Map(
    [...documents.keys()].map((path, at): [string, string] => {
      const folder = folders[choose(folders.length)] ?? "xsd";
      return [path, posix.join(folder, path === main ? "service.wsdl" : `${at}${posix.extname(path)}`)];
    }),
  );
  const changed = [...documents].map(([path, root]): [string, XmlElement] => {
    const target = places.get(path) ?? path;
    const relocated = (location: string): string => {
      const known = places.get(posix.join(posix.dirname(path), decoded(location)));
      if (known === undefined) return location;
      const relative = posix.relative(posix.dirname(target), known);
      return relative.split("/").map(encodeURIComponent).join("/");
    };
    return [target, withLocations(root, relocated)];
  });
  return { main: places.get(main) ?? main, documents: new Map(changed), operations };
}

function decoded(location: string): string {
  try {
    return decodeURIComponent(location);
  } catch {
    return location;
  }
}

function withLocations(element: XmlElement, relocated: (location: string) => string): XmlElement {
  const { namespace, name } = element.name;
  const isImport =
    (namespace === wsdlNamespace || namespace === xsdNamespace) &&
    (name === "import" || name === "include" || name === "redefine");
  const attributes = [...element.attributes].map(([key, value]): [string, string] =>
    isImport && (key === "schemaLocation" || key === "location") ? [key, relocated(value)] : [key, value],
  );
  return {
    ...element,
    attributes: new Map(attributes),
    children: element.children.map((child) =>
      typeof child === "string" ? child : withLocations(child, relocated),
    ),
  };
}
