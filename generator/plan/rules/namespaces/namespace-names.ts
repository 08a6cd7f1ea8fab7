import type { ContractModel } from "../../../model/types.js";
import { xmlNamespace } from "../../../read/names.js";
import type { NamespacePlan, QNamePlan } from "../../data/names.js";
import { camel, Slugs } from "./slugs.js";
import { attributeNamespaces, declaredIn, rootNamespaces, wireNamespaces } from "./used-namespaces.js";

/** The namespaces of a contract: how they are called in generated code and on the wire. */
export interface NamespaceNames {
  /** The one whose types need no further name. */
  readonly main: NamespacePlan;
  /** In the order of the contract, the main one first. */
  readonly all: readonly NamespacePlan[];
  /** Namespaces with a prefix, which the root element of every message declares. */
  readonly prefixed: readonly NamespacePlan[];
  of(uri: string): NamespacePlan;
  qName(named: { readonly namespace: string; readonly name: string }): QNamePlan;
}

/**
 * Names every namespace. The main one is that of the WSDL if it has declarations, otherwise the first with a
 * declaration; the others are named after the end of their URI. A single namespace is the default namespace; with
 * several, the others have prefixes; if elements without a namespace are used, or a message starts with an element of
 * another namespace, all have prefixes.
 */
export function planNamespaces(model: ContractModel): NamespaceNames {
  const uris = [...new Set(declaredIn(model))].filter((uri) => uri !== xmlNamespace);
  const first = uris.includes(model.targetNamespace) ? model.targetNamespace : uris[0];
  const mainUri = first ?? model.targetNamespace;
  const onWire = new Set(wireNamespaces(model));
  const qualified = attributeNamespaces(model);
  for (const uri of qualified) onWire.add(uri);
  const isRoot = rootNamespaces(model).every((uri) => uri === mainUri);
  const hasDefault = qualified.length === 0 && (onWire.size < 2 || (isRoot && !onWire.has("")));
  const slugs = new Slugs();
  const main: NamespacePlan = {
    uri: mainUri,
    constant: "namespace",
    prefix: hasDefault || mainUri === "" ? "" : "tns",
    module: undefined,
  };
  const others = uris.filter((uri) => uri !== mainUri).map((uri) => otherNamespace(uri, slugs.claim(uri)));
  const all = [main, ...others];
  const byUri = new Map(all.map((namespace) => [namespace.uri, namespace]));
  const of = (uri: string): NamespacePlan => byUri.get(uri) ?? unnamed(uri);
  return {
    main,
    all,
    prefixed:
      onWire.size < 2 && hasDefault ? [] : all.filter(({ uri, prefix }) => prefix !== "" && onWire.has(uri)),
    of,
    qName({ namespace, name }) {
      const { prefix } = of(namespace);
      return { namespace, name, tag: prefix === "" ? name : `${prefix}:${name}` };
    },
  };
}

function otherNamespace(uri: string, slug: string): NamespacePlan {
  return {
    uri,
    constant: `namespace$${camel(slug)}`,
    prefix: uri === "" ? "" : slug,
    module: { alias: camel(slug), exportName: camel(slug), path: `types/${slug}` },
  };
}

/** A namespace without declarations. */
function unnamed(uri: string): NamespacePlan {
  const prefix = uri === xmlNamespace ? "xml" : "";
  return { uri, constant: "", prefix, module: undefined };
}
