import { headerBlocks, operationOf } from "../model/bound-operation.js";
import { messageParts } from "../model/message-parts.js";
import type { BindingModel, ContractModel, Id, Particle } from "../model/types.js";
import { xmlNamespace } from "../read/names.js";
import type { NamespacePlan, QNamePlan } from "./types.js";

/** The namespaces of a contract: how they are called in generated code and on the wire. */
export interface Namespaces {
  /** The one whose types need no further name. */
  readonly main: NamespacePlan;
  /** In the order in which they come into the contract, the main one first. */
  readonly all: readonly NamespacePlan[];
  /** Those with a prefix, which the root element of every message declares. */
  readonly prefixed: readonly NamespacePlan[];
  of(uri: string): NamespacePlan;
  qName(named: { readonly namespace: string; readonly name: string }): QNamePlan;
}

/**
 * Gives every namespace its names. The main one is that of the WSDL when something is declared in it, else the first
 * with a declaration; every other is called after the end of its URI. Where one namespace is in play, it is the default
 * one; where several are, the others have prefixes; where elements without a namespace are among them, or a message
 * begins with an element of another one, all have.
 */
export function planNamespaces(model: ContractModel): Namespaces {
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

/** A namespace of which nothing is declared. */
function unnamed(uri: string): NamespacePlan {
  const prefix = uri === xmlNamespace ? "xml" : "";
  return { uri, constant: "", prefix, module: undefined };
}

/** Those of attributes with a prefix, save `xml:lang` and the like. */
function attributeNamespaces(model: ContractModel): readonly string[] {
  return [...model.complexTypes, ...model.attributeGroups]
    .flatMap(({ attributes }) => attributes.map(({ namespace }) => namespace))
    .filter((namespace) => namespace !== "" && namespace !== xmlNamespace);
}

function declaredIn(model: ContractModel): readonly string[] {
  const { complexTypes, simpleTypes, elements, groups, attributes } = model;
  const declared = [complexTypes, simpleTypes, elements, groups, attributes].flat();
  const local = [...complexTypes.flatMap(particlesOf), ...groups.flatMap(({ particle }) => particle ?? [])];
  return [
    ...declared.map(({ namespace }) => namespace),
    ...local.flatMap(particleNamespaces),
    ...bodyNamespaces(model),
  ];
}

/** Namespaces of rpc wrappers, and that of parts that name a type. */
function bodyNamespaces(model: ContractModel): readonly string[] {
  const { bindings, portTypes } = model;
  const parts = messageParts(model);
  return bindings.filter(isSoap).flatMap((binding) => {
    const portType = portTypes.find(({ id }) => id === binding.portType);
    return binding.operations.flatMap((bound) => {
      const operation = portType === undefined ? undefined : operationOf(portType, bound);
      const own = [...parts(operation?.input), ...parts(operation?.output)];
      const besides = [...(operation?.faults ?? []), ...headerBlocks(bound)];
      const other = besides.flatMap(({ message }) => parts(message));
      const typed = [...own, ...other].some((part) => part.element === undefined) ? [""] : [];
      const wrappers = [
        bound.input.namespace ?? "",
        ...(bound.output === undefined ? [] : [bound.output.namespace ?? ""]),
      ];
      return bound.style === "rpc" ? [...wrappers, ...typed] : typed;
    });
  });
}

function isSoap({ protocol }: BindingModel): boolean {
  return protocol === "soap11" || protocol === "soap12";
}

/** Those of the elements that messages begin with: only such a one can declare the default namespace. */
function rootNamespaces({ messages, elements }: ContractModel): readonly string[] {
  const roots = new Set<Id | undefined>(messages.flatMap(({ parts }) => parts.map(({ element }) => element)));
  return elements.filter(({ id }) => roots.has(id)).map(({ namespace }) => namespace);
}

/** Namespaces that a message may hold: those of elements, and of types that `xsi:type` may name. */
function wireNamespaces(model: ContractModel): readonly string[] {
  const { complexTypes, groups } = model;
  const particles = [
    ...complexTypes.flatMap(particlesOf),
    ...groups.flatMap(({ particle }) => particle ?? []),
  ];
  return [
    ...complexTypes.map(({ namespace }) => namespace),
    ...particles.flatMap(particleNamespaces),
    ...rootNamespaces(model),
    ...bodyNamespaces(model),
  ];
}

function particlesOf({ content }: ContractModel["complexTypes"][number]): readonly Particle[] {
  return content.kind === "particle" ? [content.particle] : [];
}

function particleNamespaces(particle: Particle): readonly string[] {
  if (particle.kind === "element") return [particle.namespace];
  return "particles" in particle ? particle.particles.flatMap(particleNamespaces) : [];
}

/** What may not be a prefix, or is one already. */
const reserved: ReadonlySet<string> = new Set(["tns", "xsi", "xsd", "soap", "soapenc", "other", "index"]);
const version = /^v?[0-9]+(?:[._-][0-9]+)*$/i;

/** Short names for namespaces: the last words of the URI, more of them when they are taken, a number at the end. */
class Slugs {
  readonly #taken = new Set(reserved);

  claim(uri: string): string {
    const words = uri
      .replace(/^[a-z][a-z0-9+.-]*:(?:\/\/)?/i, "")
      .split(/[/:#?&=]+/)
      .filter((word) => /[A-Za-z0-9]/.test(word));
    const at = words.findLastIndex((word) => !version.test(word));
    for (let from = Math.max(at, 0); from >= 0; from--) {
      const slug = slugOf(words.slice(from).join("-"));
      if (this.#isFree(slug)) return slug;
    }
    const stem = slugOf(words.slice(Math.max(at, 0)).join("-"));
    for (let number = 2; ; number++) {
      const slug = `${stem}-${number}`;
      if (this.#isFree(slug)) return slug;
    }
  }

  #isFree(slug: string): boolean {
    if (this.#taken.has(camel(slug))) return false;
    this.#taken.add(camel(slug));
    return true;
  }
}

/** A number may follow. */
const longestSlug = 36;

function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, longestSlug)
    .replace(/-+$/, "");
  return /^(?:[0-9]|xml|a[0-9]+$|$)/.test(slug) ? `ns${slug === "" ? "" : "-"}${slug}` : slug;
}

function camel(slug: string): string {
  return slug.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
