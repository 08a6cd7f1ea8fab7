import type { Diagnostics } from "../diagnostics.js";
import { shortName } from "./references.js";
import type { ComplexTypeModel, ContractModel, Id, Particle } from "./types.js";
import type { Reached } from "./unreached.js";

/**
 * Makes abstract types concrete that elements or parts have and no concrete type is derived from: no value could have them otherwise. Where
 * operations use one this is an error, or a warning of a lenient run; others are only among the types that `xsi:type` may name.
 */
export function settleAbstractTypes(
  model: ContractModel,
  reached: Reached,
  lenient: boolean,
  diagnostics: Diagnostics,
): ContractModel {
  const alone = withoutHeirs(model);
  if (alone.length === 0) return model;
  for (const { id, origin } of alone.filter((type) => reached().has(`type ${type.id}`))) {
    const name = shortName(id);
    if (!lenient) diagnostics.report("MG2023", origin, { name });
    else {
      const what = `the abstract type ${name}, which has no concrete derived type,`;
      diagnostics.report("MG2042", origin, { what, taken: "concrete" });
    }
  }
  const concrete = new Set(alone.map(({ id }) => id));
  const complexTypes = model.complexTypes.map((type) =>
    concrete.has(type.id) ? { ...type, abstract: false } : type,
  );
  return { ...model, complexTypes };
}

/** Abstract types of elements and parts that no concrete type is derived from. */
function withoutHeirs(model: ContractModel): readonly ComplexTypeModel[] {
  const bases = new Map(model.complexTypes.map((type) => [type.id, type.derivation?.base]));
  const possible = new Set<Id>();
  for (const type of model.complexTypes) {
    if (type.abstract) continue;
    for (let id: Id | undefined = type.id; id !== undefined && !possible.has(id); id = bases.get(id))
      possible.add(id);
  }
  const used = usedTypes(model);
  return model.complexTypes.filter(({ id, abstract }) => abstract && !possible.has(id) && used.has(id));
}

/** Types of elements and parts. */
function usedTypes(model: ContractModel): ReadonlySet<Id> {
  const particles = model.complexTypes.flatMap(({ content }) =>
    content.kind === "particle" ? [content.particle] : [],
  );
  return new Set([
    ...model.elements.map((element) => element.type),
    ...model.messages.flatMap((message) => message.parts.flatMap((part) => part.type ?? [])),
    ...[...particles, ...model.groups.flatMap((group) => group.particle ?? [])].flatMap(elementTypes),
  ]);
}

function elementTypes(particle: Particle): readonly Id[] {
  if (particle.kind === "element") return [particle.type];
  return "particles" in particle ? particle.particles.flatMap(elementTypes) : [];
}
