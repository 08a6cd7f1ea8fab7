/** Namespaces that a contract declares something in, or that its messages hold. */
import { headerBlocks, isSoapBinding, operationOf } from "../../../model/bound-operation.js";
import { messageParts } from "../../../model/complete.js";
import type { ContractModel, Id, Particle } from "../../../model/types.js";
import { xmlNamespace } from "../../../read/names.js";

/** Namespaces of attributes with a prefix, except for `xml:lang` and similar ones. */
export function attributeNamespaces({ complexTypes, attributeGroups }: ContractModel): readonly string[] {
  const byId = new Map(attributeGroups.map((group) => [group.id, group]));
  const used = new Set(complexTypes.flatMap((type) => type.attributeGroups));
  for (const id of used) for (const inner of byId.get(id)?.groups ?? []) used.add(inner);
  return [...complexTypes, ...attributeGroups.filter(({ id }) => used.has(id))]
    .flatMap(({ attributes }) => attributes.map(({ namespace }) => namespace))
    .filter((namespace) => namespace !== "" && namespace !== xmlNamespace);
}

export function declaredIn(model: ContractModel): readonly string[] {
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
  return bindings.filter(isSoapBinding).flatMap((binding) => {
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

/** Namespaces of the first elements of messages: only such an element can declare the default namespace. */
export function rootNamespaces({ messages, elements }: ContractModel): readonly string[] {
  const roots = new Set<Id | undefined>(messages.flatMap(({ parts }) => parts.map(({ element }) => element)));
  return elements.filter(({ id }) => roots.has(id)).map(({ namespace }) => namespace);
}

/** Namespaces that a message may hold: those of elements, and of types that `xsi:type` may name. */
export function wireNamespaces(model: ContractModel): readonly string[] {
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
