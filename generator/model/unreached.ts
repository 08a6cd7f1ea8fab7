import { add, addPossible, closure, inheritedBy, needsOf, reversed, type Arrows } from "./arrows.js";
import { allUses } from "./attribute-uses.js";
import { keyAt, type Owner, type Reference } from "./declaration.js";
import type { ModelDraft } from "./draft.js";
import { bindingsWithoutPort } from "./complete.js";
import { allMembers, offeredBy } from "./offered.js";
import { shownName } from "./references.js";
import type { Origin } from "../origin.js";
import type { ComplexTypeModel, ContractModel, Id } from "./types.js";

/** Declarations with unresolved references that no operation uses. */
export interface Unreached {
  readonly model: ContractModel;
  /** Names that they refer to and that are undeclared. */
  readonly references: ReadonlySet<Reference>;
}

/** The declarations that the operations use; computed on first use. */
export type Reached = () => ReadonlySet<Owner>;

export function reachedBy(draft: ModelDraft, model: ContractModel): Reached {
  let found: ReadonlySet<Owner> | undefined;
  return () => (found ??= closure(rootsOf(model), reachArrows(draft, model)));
}

/** Declarations that differ from the first of their name are errors, unless no operation needs either of them, or in a lenient run. */
export function checkRepeated({ repeated, diagnostics, lenient }: ModelDraft, reached: Reached): void {
  for (const { owner, kind, name, first, origin } of repeated) {
    const isUsed = reached().has(owner);
    if (isUsed && !lenient) diagnostics.report("MG2009", origin, { kind, name, first });
    else {
      const reason = `it is also declared at ${first}, ${isUsed ? "which is used" : "and no operation uses it"}`;
      diagnostics.report("MG2041", origin, { what: `the ${kind} ${name}`, reason });
    }
  }
}

/**
 * The model without declarations that no operation reaches and of which something is missing, nor those that refer to
 * them; each missing reference is a warning. Types that a value may have by its `xsi:type` are reached, and members of substitution
 * groups.
 */
export function unreached(
  draft: ModelDraft,
  model: ContractModel,
  missing: readonly Reference[],
  reached: Reached,
): Unreached {
  if (missing.length === 0) return { model, references: new Set() };
  const vain = missing.filter(({ owner }) => !reached().has(owner));
  for (const { kind, id, origin } of vain)
    draft.diagnostics.report("MG2038", origin, { kind, name: shownName(id) });
  const dropped = droppedWith(draft, model, new Set(vain.map(({ owner }) => owner)), reached());
  const references = draft.references.filter(({ owner }) => dropped.has(owner));
  return { model: without(draft, model, dropped), references: new Set(references) };
}

/** The declarations, all that need them, and members of them that nothing inherits. */
function droppedWith(
  draft: ModelDraft,
  model: ContractModel,
  broken: ReadonlySet<Owner>,
  reached: ReadonlySet<Owner>,
): ReadonlySet<Owner> {
  const types = new Map(model.complexTypes.map((type) => [type.id, type]));
  const needs = needsOf(draft, model, (restriction) =>
    reached.has(restriction.owner) ? inheritedBy(restriction, types) : [`type ${restriction.base}`],
  );
  addOffered(model, needs);
  const dropped = closure(broken, reversed(needs));
  const members = model.complexTypes
    .filter((type) => dropped.has(draft.owners.get(type) ?? `type ${type.id}`))
    .flatMap(({ attributes }) => attributes.map(({ origin }) => keyAt(origin)));
  return new Set([...dropped, ...members.filter((member) => !reached.has(member))]);
}

/** The model in which restrictions of types that are omitted have the attributes of these. */
export function withInherited(model: ContractModel, declared: ContractModel): ContractModel {
  const types = new Map(declared.complexTypes.map((type) => [type.id, type]));
  const groups = new Map(declared.attributeGroups.map((group) => [group.id, group]));
  const declarations = {
    complexType: (id: Id) => types.get(id),
    attributeGroup: (id: Id) => groups.get(id),
  };
  const kept = new Set(model.complexTypes.map(({ id }) => id));
  const isOrphan = ({ derivation }: ComplexTypeModel): boolean =>
    derivation !== undefined && types.has(derivation.base) && !kept.has(derivation.base);
  if (!model.complexTypes.some(isOrphan)) return model;
  const complexTypes = model.complexTypes.map((type): ComplexTypeModel => {
    if (!isOrphan(type)) return type;
    const attributes = [...allUses(declarations, type).values()];
    return { ...type, derivation: undefined, attributes, attributeGroups: [], prohibited: [] };
  });
  return { ...model, complexTypes };
}

/** Services and the bindings without a port that are generated; without any port, everything that could be offered. */
function rootsOf(model: ContractModel): ReadonlySet<Owner> {
  const { services, portTypes, bindings } = model;
  const withoutPort = bindingsWithoutPort(model);
  const roots = [
    ...services.map(({ id }): Owner => `service ${id}`),
    ...withoutPort.map(({ id }): Owner => `binding ${id}`),
  ];
  if (services.some(({ ports }) => ports.length > 0)) return new Set(roots);
  return new Set([
    ...roots,
    ...portTypes.map(({ id }): Owner => `port type ${id}`),
    ...bindings.map(({ id }): Owner => `binding ${id}`),
    ...allMembers(model),
  ]);
}

/** From each declaration and member to what a message contains if it contains that: operations and parts as the bindings offer them. */
function reachArrows(draft: ModelDraft, model: ContractModel): Arrows {
  const types = new Map(model.complexTypes.map((type) => [type.id, type]));
  const arrows = needsOf(draft, model, (restriction) => inheritedBy(restriction, types));
  addPossible(model, arrows);
  addOffered(model, arrows);
  return arrows;
}

function addOffered(model: ContractModel, arrows: Map<Owner, Owner[]>): void {
  for (const binding of model.bindings)
    for (const member of offeredBy(model, binding)) add(arrows, `binding ${binding.id}`, member);
}

function without(draft: ModelDraft, model: ContractModel, dropped: ReadonlySet<Owner>): ContractModel {
  const kept =
    (kind: "attribute" | "attribute group" | "binding" | "element" | "group" | "message" | "port type") =>
    ({ id }: { readonly id: Id }): boolean =>
      !dropped.has(`${kind} ${id}`);
  const isKeptType = (type: Parameters<typeof draft.owners.get>[0]): boolean => {
    const owner = draft.owners.get(type);
    return owner === undefined || !dropped.has(owner);
  };
  const isKeptMember = ({ origin }: { readonly origin: Origin }): boolean => !dropped.has(keyAt(origin));
  return {
    ...model,
    portTypes: model.portTypes
      .filter(kept("port type"))
      .map((each) => ({ ...each, operations: each.operations.filter(isKeptMember) })),
    bindings: model.bindings.filter(kept("binding")),
    messages: model.messages
      .filter(kept("message"))
      .map((each) => ({ ...each, parts: each.parts.filter(isKeptMember) })),
    elements: model.elements.filter(kept("element")),
    attributes: model.attributes.filter(kept("attribute")),
    attributeGroups: model.attributeGroups.filter(kept("attribute group")),
    groups: model.groups.filter(kept("group")),
    simpleTypes: model.simpleTypes.filter(isKeptType),
    complexTypes: model.complexTypes.filter(isKeptType),
  };
}
