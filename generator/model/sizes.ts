import type { Diagnostics } from "../diagnostics.js";
import { inOrder } from "./chains.js";
import { baseOf, groupParts, headOf } from "./parts.js";
import type { AttributeGroupModel, ComplexTypeModel, ContractModel, Id, Particle } from "./types.js";

/** Elements of one content, groups written out, at most. */
export const contentLimit = 10_000;
/**
 * Maximum of elements and attributes that all types together get from base types, groups and heads of substitution
 * groups.
 */
export const copyLimit = 250_000;

/** Sizes of references: their number of elements or attributes. */
interface Sizes {
  readonly groups: ReadonlyMap<Id, number>;
  readonly attributeGroups: ReadonlyMap<Id, number>;
  /** Elements that may substitute one. */
  readonly substitutes: ReadonlyMap<Id, number>;
}

/** Refuses contents, and contracts, that references blow up beyond all use. Nothing goes round here. */
export function checkSizes(model: ContractModel, diagnostics: Diagnostics): void {
  const sizes = sizesOf(model);
  for (const { name, origin, content } of model.complexTypes) {
    const size = content.kind === "particle" ? sizeOf(content.particle, sizes) : 0;
    if (size > contentLimit) diagnostics.report("MG2035", origin, { name, limit: String(contentLimit) });
  }
  if (diagnostics.hasErrors) return;
  const copies = copiesOf(model.complexTypes, sizes);
  const all = copies.reduce((sum, { count }) => sum + count, 0);
  if (all <= copyLimit) return;
  const { type, count } = copies.reduce((most, each) => (each.count > most.count ? each : most));
  const parameters = { limit: String(copyLimit), name: type.name, count: String(count) };
  diagnostics.report("MG2044", type.origin, parameters);
}

function sizesOf({ groups, attributeGroups, elements }: ContractModel): Sizes {
  const sizes = {
    groups: new Map<Id, number>(),
    attributeGroups: new Map<Id, number>(),
    substitutes: new Map<Id, number>(),
  };
  for (const element of inOrder(elements, headOf).toReversed()) {
    if (element.substitutes === undefined) continue;
    const known = sizes.substitutes.get(element.substitutes) ?? 0;
    sizes.substitutes.set(element.substitutes, known + 1 + (sizes.substitutes.get(element.id) ?? 0));
  }
  for (const group of inOrder(groups, groupParts)) {
    sizes.groups.set(group.id, group.particle === undefined ? 0 : sizeOf(group.particle, sizes));
  }
  for (const group of inOrder(attributeGroups, (each: AttributeGroupModel) => each.groups)) {
    sizes.attributeGroups.set(group.id, attributesOf(group.attributes.length, group.groups, sizes));
  }
  return sizes;
}

function sizeOf(particle: Particle, sizes: Sizes): number {
  if (particle.kind === "group") return sizes.groups.get(particle.group) ?? 0;
  if (!("particles" in particle)) {
    const head = particle.kind === "element" ? particle.ref : undefined;
    return 1 + (head === undefined ? 0 : (sizes.substitutes.get(head) ?? 0));
  }
  return particle.particles.reduce((sum, each) => sum + sizeOf(each, sizes), 0);
}

function attributesOf(own: number, groups: readonly Id[], sizes: Sizes): number {
  return groups.reduce((sum, id) => sum + (sizes.attributeGroups.get(id) ?? 0), own);
}

/** Elements and attributes as they are written. */
function writtenIn({ content, attributes }: ComplexTypeModel): number {
  return attributes.length + (content.kind === "particle" ? leaves(content.particle) : 0);
}

function leaves(particle: Particle): number {
  if (!("particles" in particle)) return particle.kind === "group" ? 0 : 1;
  return particle.particles.reduce((sum, each) => sum + leaves(each), 0);
}

interface Copies {
  readonly type: ComplexTypeModel;
  readonly count: number;
}

/** Size of the content that each type gets from other declarations; a base type itself counts as one. */
function copiesOf(types: readonly ComplexTypeModel[], sizes: Sizes): readonly Copies[] {
  const totals = new Map<Id, { readonly elements: number; readonly attributes: number }>();
  return inOrder(types, baseOf).map((type) => {
    const { derivation, content } = type;
    const base = derivation === undefined ? undefined : totals.get(derivation.base);
    const own = content.kind === "particle" ? sizeOf(content.particle, sizes) : 0;
    const total = {
      elements:
        own + (derivation?.by === "extension" ? (base?.elements ?? 0) : 0) + (base === undefined ? 0 : 1),
      attributes: attributesOf(type.attributes.length, type.attributeGroups, sizes) + (base?.attributes ?? 0),
    };
    totals.set(type.id, total);
    return { type, count: total.elements + total.attributes - writtenIn(type) };
  });
}
