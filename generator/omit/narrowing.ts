/** Narrows a contract: fewer alternatives, and without some of what is optional. */
import type { Arrows } from "../model/arrows.js";
import { headerBlocks } from "../model/bound-operation.js";
import { keyAt, type Owner } from "../model/declaration.js";
import { shortName } from "../model/references.js";
import type { ContractModel, Id, Particle } from "../model/types.js";
import type { ContractDocuments } from "../read/contract.js";
import type { XmlElement } from "../read/xml.js";
import { Lineage } from "./lineage.js";

/** Names, as a contract has them. */
export interface NarrowingOptions {
  /**
   * Alternatives to keep: branches of choices, members of substitution groups, derived types. A choice, a group or a type of which none is named
   * is left as it is. An element keeps its type, too.
   */
  readonly choose?: readonly string[] | undefined;
  /** Optional elements and blocks of Header to leave out. */
  readonly omit?: readonly string[] | undefined;
}

/** Names that a contract does not have, and those that it has. */
export interface UnknownNames {
  readonly kind: string;
  readonly names: readonly string[];
  readonly known: ReadonlySet<string>;
}

/** What is left of a contract. */
export interface Narrowing {
  readonly unknown: readonly UnknownNames[];
  /** The documents without what is left out, and without further members of substitution groups. */
  readonly pruned: (contract: ContractDocuments) => ContractDocuments;
  /** The arrows without those to derived types that are not kept. */
  readonly narrowed: (arrows: Arrows) => Arrows;
}

export function narrowingOf(model: ContractModel, { choose = [], omit = [] }: NarrowingOptions): Narrowing {
  const wanted = new Set(choose);
  const isNamed = (id: Id): boolean => wanted.has(shortName(id));
  const members = new Lineage(model.elements.map(({ id, substitutes }) => [substitutes, id]));
  const derived = new Lineage(model.complexTypes.map(({ id, derivation }) => [derivation?.base, id]));
  const { all } = members;
  const choices = choicesOf(model, members);
  const offers = [
    ...choices.flat().flatMap((each) => each.offers),
    ...model.elements.filter(({ id }) => all.has(id)),
  ];
  const types = new Set(offers.flatMap(({ name, type }) => (wanted.has(name) ? (type ?? []) : [])));
  const optional = optionalOf(model);
  const leaving = model.elements.filter(({ id, substitutes }) => members.isLeftOut(substitutes, id, isNamed));
  const unknownIn = (kind: string, names: readonly string[], known: ReadonlySet<string>): UnknownNames => ({
    kind,
    names: names.filter((name) => !known.has(name)),
    known,
  });
  const cut: Cut = {
    elements: new Set([
      ...choices.flatMap((branches) => droppedIn(branches, wanted)),
      ...optional.flatMap(({ name, keys }) => (omit.includes(name) ? keys : [])),
    ]),
    members: new Set(leaving.map(({ origin }) => keyAt(origin))),
  };
  return {
    unknown: [
      unknownIn(
        "alternative",
        choose,
        new Set([...offers.map(({ name }) => name), ...[...derived.all].map(shortName)]),
      ),
      unknownIn("optional element or header", omit, new Set(optional.map(({ name }) => name))),
    ],
    pruned: (contract) => ({
      ...contract,
      wsdls: contract.wsdls.map((root) => pruned(root, cut)),
      schemas: contract.schemas.map((schema) => ({ ...schema, root: pruned(schema.root, cut) })),
    }),
    narrowed: (arrows) => withoutDerived(arrows, derived, (id) => isNamed(id) || types.has(id)),
  };
}

/** A name of an alternative; of an element, with its type. */
interface Offer {
  readonly name: string;
  readonly type: Id | undefined;
}

/** A branch of a choice: its elements and those that may stand for them, or its group. */
interface Branch {
  readonly key: Owner;
  readonly offers: readonly Offer[];
}

/** The branches of each choice. */
function choicesOf(model: ContractModel, members: Lineage): readonly (readonly Branch[])[] {
  const offersOf = (particle: Particle): readonly Offer[] => {
    switch (particle.kind) {
      case "any":
        return [];
      case "group":
        return [{ name: shortName(particle.group), type: undefined }];
      case "element": {
        const family = particle.ref === undefined ? undefined : members.family(particle.ref);
        return family === undefined ? [particle] : model.elements.filter(({ id }) => family.has(id));
      }
      default:
        return particle.particles.flatMap(offersOf);
    }
  };
  return particlesOf(model).flatMap((particle) =>
    particle.kind === "choice"
      ? [particle.particles.map((each) => ({ key: keyAt(each.origin), offers: offersOf(each) }))]
      : [],
  );
}

/** The branches that are left out where another one is kept. */
function droppedIn(branches: readonly Branch[], wanted: ReadonlySet<string>): readonly Owner[] {
  const isKept = ({ offers }: Branch): boolean => offers.some(({ name }) => wanted.has(name));
  return branches.some(isKept) ? branches.flatMap((each) => (isKept(each) ? [] : [each.key])) : [];
}

/** Something optional, with the places of its elements in the documents. */
interface Optional {
  readonly name: string;
  readonly keys: readonly Owner[];
}

/** Optional elements; blocks of Header, each with its part, which would be in Body otherwise. */
function optionalOf(model: ContractModel): readonly Optional[] {
  const elements = particlesOf(model).flatMap((particle) =>
    particle.kind === "element" && particle.occurs.min === 0
      ? [{ name: particle.name, keys: [keyAt(particle.origin)] }]
      : [],
  );
  const messages = new Map(model.messages.map((message) => [message.id, message]));
  const blocks = model.bindings.flatMap(({ operations }) => operations.flatMap(headerBlocks));
  const headers = blocks.flatMap(({ message, part, origin }) => {
    const declared = messages.get(message)?.parts.find(({ name }) => name === part);
    if (declared === undefined) return [];
    const name = declared.element === undefined ? part : shortName(declared.element);
    return [{ name, keys: [keyAt(origin), keyAt(declared.origin)] }];
  });
  return [...elements, ...headers];
}

/** Every particle of types and groups, those inside of others included. */
function particlesOf({ complexTypes, groups }: ContractModel): readonly Particle[] {
  const within = (particle: Particle): readonly Particle[] => [
    particle,
    ...("particles" in particle ? particle.particles.flatMap(within) : []),
  ];
  const contents = complexTypes.flatMap(({ content }) =>
    content.kind === "particle" ? [content.particle] : [],
  );
  return [...contents, ...groups.flatMap(({ particle }) => particle ?? [])].flatMap(within);
}

function withoutDerived(arrows: Arrows, derived: Lineage, isKept: (id: Id) => boolean): Arrows {
  return new Map(
    [...arrows].map(([from, all]) => [
      from,
      all.filter((to) => !derived.isLeftOut(typeOf(from), typeOf(to) ?? "", isKept)),
    ]),
  );
}

function typeOf(owner: Owner): Id | undefined {
  return /^type (.+)$/.exec(owner)?.[1];
}

/** Places of elements that are removed, and of those that leave their substitution group. */
interface Cut {
  readonly elements: ReadonlySet<Owner>;
  readonly members: ReadonlySet<Owner>;
}

function pruned(element: XmlElement, cut: Cut): XmlElement {
  const children = element.children.flatMap((child): readonly (XmlElement | string)[] => {
    if (typeof child === "string") return [child];
    return cut.elements.has(keyAt(child.origin)) ? [] : [pruned(child, cut)];
  });
  if (!cut.members.has(keyAt(element.origin))) return { ...element, children };
  const attributes = [...element.attributes].filter(([name]) => name !== "substitutionGroup");
  return { ...element, children, attributes: new Map(attributes) };
}
