import type { Diagnostics } from "../diagnostics.js";
import { add, closure } from "./arrows.js";
import { shortName } from "./references.js";
import type { ComplexTypeModel, ContractModel, Id, Particle } from "./types.js";
import { openType } from "./undeclared.js";
import type { Reached } from "./unreached.js";

/**
 * An abstract type of an element or part, from which the contract derives no concrete type, is open: each message names a
 * concrete type of another document. Types derived from it are open too. Those that no operation uses have no warning; `xsi:type` may
 * name them.
 */
export function openAbstractTypes(
  model: ContractModel,
  reached: Reached,
  diagnostics: Diagnostics,
): ContractModel {
  const childless = withoutHeirs(model);
  const used = usedTypes(model);
  const alone = childless.filter(({ id }) => used.has(id));
  if (alone.length === 0) return model;
  for (const { id, origin } of alone.filter((type) => reached().has(`type ${type.id}`)))
    diagnostics.report("MG2023", origin, { name: shortName(id) });
  const opened = withDerived(alone, childless);
  const complexTypes = model.complexTypes.map((type) => (opened.has(type.id) ? openType(type) : type));
  return { ...model, complexTypes };
}

/** Ids of types, and of those derived from them. */
function withDerived(types: readonly ComplexTypeModel[], all: readonly ComplexTypeModel[]): ReadonlySet<Id> {
  const derived = new Map<Id, Id[]>();
  for (const { id, derivation } of all) if (derivation !== undefined) add(derived, derivation.base, id);
  return closure(new Set(types.map(({ id }) => id)), derived);
}

/** Abstract types that no concrete type is derived from. */
function withoutHeirs(model: ContractModel): readonly ComplexTypeModel[] {
  const bases = new Map(model.complexTypes.map((type) => [type.id, type.derivation?.base]));
  const possible = new Set<Id>();
  for (const type of model.complexTypes) {
    if (type.abstract) continue;
    for (let id: Id | undefined = type.id; id !== undefined && !possible.has(id); id = bases.get(id))
      possible.add(id);
  }
  return model.complexTypes.filter(({ id, abstract }) => abstract && !possible.has(id));
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
