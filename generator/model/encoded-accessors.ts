import { headerBlocks, operationOf } from "./bound-operation.js";
import { arrowsOf, closure } from "./arrows.js";
import type { Owner } from "./declaration.js";
import type { ModelDraft } from "./draft.js";
import type { BindingModel, ComplexTypeModel, ContractModel, Id, Particle, PortTypeModel } from "./types.js";

/**
 * A model in which accessors of SOAP-encoded messages may be nil or absent (SOAP 1.1 section 5.1, rule 9): the elements of complex
 * types that only such messages use.
 */
export function withEncodedAccessors(draft: ModelDraft, model: ContractModel): ContractModel {
  const messages = messagesByUse(model);
  if (messages.encoded.size === 0) return model;
  const arrows = arrowsOf(draft, model);
  const encoded = closure(messages.encoded, arrows);
  const literal = closure(messages.literal, arrows);
  const isEncoded = (type: ComplexTypeModel): boolean => {
    const owner = draft.owners.get(type);
    return owner !== undefined && encoded.has(owner) && !literal.has(owner);
  };
  const complexTypes = model.complexTypes.map((type): ComplexTypeModel => {
    const { content, soapArray } = type;
    if (content.kind !== "particle" || soapArray || !isEncoded(type) || !isStruct(content.particle))
      return type;
    return { ...type, content: { kind: "particle", particle: accessorsOf(content.particle) } };
  });
  return { ...model, complexTypes };
}

interface MessagesByUse {
  readonly encoded: ReadonlySet<Owner>;
  readonly literal: ReadonlySet<Owner>;
}

function messagesByUse({ bindings, portTypes }: ContractModel): MessagesByUse {
  const byUse = { encoded: new Set<Owner>(), literal: new Set<Owner>() };
  const byId = new Map(portTypes.map((portType) => [portType.id, portType]));
  const add = (use: keyof MessagesByUse, id: Id | undefined): void => {
    if (id !== undefined) byUse[use].add(`message ${id}`);
  };
  for (const binding of bindings) addMessages(binding, byId.get(binding.portType), add);
  return byUse;
}

function addMessages(
  { operations }: BindingModel,
  portType: PortTypeModel | undefined,
  add: (use: keyof MessagesByUse, message: Id | undefined) => void,
): void {
  for (const bound of operations) {
    const operation = portType === undefined ? undefined : operationOf(portType, bound);
    add(bound.input.use, operation?.input);
    add(bound.output?.use ?? bound.input.use, operation?.output);
    for (const { use, message } of headerBlocks(bound)) add(use, message);
    for (const { name, message } of operation?.faults ?? [])
      add(bound.faults.find((fault) => fault.name === name)?.use ?? "literal", message);
  }
}

/** True for elements with different names in sequence or in any order: with other content, absent elements could be ambiguous. */
function isStruct(particle: Particle): boolean {
  if (particle.kind !== "sequence" && particle.kind !== "all") return false;
  const names = particle.particles.map((each) => (each.kind === "element" ? each.name : ""));
  return particle.occurs.max === 1 && !names.includes("") && new Set(names).size === names.length;
}

function accessorsOf(particle: Particle): Particle {
  if (particle.kind === "element")
    return { ...particle, nillable: true, occurs: { ...particle.occurs, min: 0 } };
  return "particles" in particle ? { ...particle, particles: particle.particles.map(accessorsOf) } : particle;
}
