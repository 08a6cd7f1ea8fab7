/** Types that become arrays, and types that become any XML. */
import type { ComplexTypeModel, ElementParticle, Id, Occurs, Particle } from "../../../model/types.js";
import { isRepeated, type ContentNode } from "../../data/content-tree.js";
import type { NamedContract } from "../contract/named-contract.js";

/** Mixed content around any element, and nothing else: a type without members of its own. */
export function isOpenContent(contract: NamedContract, type: ComplexTypeModel): boolean {
  if (type.open === true) return true;
  if (contract.isBase(type.id) || !type.mixed || type.derivation !== undefined || hasAttributes(type))
    return false;
  return (
    type.content.kind === "empty" || (type.content.kind === "particle" && holdsOneAny(type.content.particle))
  );
}

function holdsOneAny(particle: Particle): boolean {
  if (particle.kind === "any") return true;
  if (!("particles" in particle)) return false;
  const [only, ...others] = particle.particles;
  return only === undefined || (others.length === 0 && holdsOneAny(only));
}

function hasAttributes({ attributes, attributeGroups, anyAttribute }: ComplexTypeModel): boolean {
  return attributes.length > 0 || attributeGroups.length > 0 || anyAttribute !== undefined;
}

/** A type whose only content is one repeated element is a list, unless other types are derived from it or it holds itself. */
export function listItem(contract: NamedContract, type: ComplexTypeModel): ElementParticle | undefined {
  const item = onlyItem(contract, type);
  if (item === undefined || type.abstract || contract.isBase(type.id)) return undefined;
  return holdsItself(contract, type, item) ? undefined : item;
}

/** The repeated element that a type holds and nothing else. */
function onlyItem(contract: NamedContract, type: ComplexTypeModel): ElementParticle | undefined {
  if (type.mixed || type.derivation !== undefined || hasAttributes(type)) return undefined;
  if (type.content.kind !== "particle") return undefined;
  let node = contract.resolved(type.content.particle);
  let repeated = isRepeated(node);
  while ("nodes" in node) {
    const [only, ...others]: readonly ContentNode[] = node.nodes;
    if (only === undefined || others.length > 0) return undefined;
    node = only;
    repeated ||= isRepeated(node);
  }
  return repeated && node.kind === "element" ? node : undefined;
}

/** Total number of items that the list may have. */
export function itemOccurs(contract: NamedContract, { content }: ComplexTypeModel): Occurs {
  let node = content.kind === "particle" ? contract.resolved(content.particle) : undefined;
  let [min, max]: [number, number | undefined] = [1, 1];
  while (node !== undefined) {
    min *= node.occurs.min;
    max = max === undefined || node.occurs.max === undefined ? undefined : max * node.occurs.max;
    node = "nodes" in node ? node.nodes[0] : undefined;
  }
  return { min, max };
}

/** Circular lists of lists would be an infinite TypeScript type. */
function holdsItself(contract: NamedContract, type: ComplexTypeModel, first: ElementParticle): boolean {
  const seen = new Set<Id>([type.id]);
  for (let item: ElementParticle | undefined = first; item !== undefined;) {
    if (seen.has(item.type)) return true;
    seen.add(item.type);
    const next = contract.complexType(item.type);
    item = next === undefined ? undefined : onlyItem(contract, next);
  }
  return false;
}
