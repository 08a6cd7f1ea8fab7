import { keyAt, type Owner, type Reference } from "./declaration.js";
import type { ModelDraft } from "./draft.js";
import { bindingsWithoutPort } from "./complete.js";
import { allMembers, offeredBy } from "./offered.js";
import { shownName } from "./references.js";
import type { Origin } from "../origin.js";
import type { ContractModel, Id } from "./types.js";

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

/** Declarations that differ from the first of their name are errors, unless no operation needs either of them. */
export function checkRepeated({ repeated, diagnostics }: ModelDraft, reached: Reached): void {
  for (const { owner, kind, name, first, origin } of repeated) {
    if (reached().has(owner)) diagnostics.report("MG2009", origin, { kind, name, first });
    else {
      const reason = `it is also declared at ${first}, and no operation uses it`;
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
  const users = new Map<Owner, Owner[]>();
  for (const binding of model.bindings)
    for (const member of offeredBy(model, binding)) add(users, member, `binding ${binding.id}`);
  for (const { kind, id, owner } of draft.references) add(users, `${kind} ${id}`, owner);
  const dropped = closure(new Set(vain.map(({ owner }) => owner)), users);
  const references = draft.references.filter(({ owner }) => dropped.has(owner));
  return { model: without(draft, model, dropped), references: new Set(references) };
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

/** From each declaration and member to those it names, and from each message to its parts. */
export function arrowsOf(draft: ModelDraft, model: ContractModel): ReadonlyMap<Owner, readonly Owner[]> {
  const arrows = namesOf(draft, model);
  for (const { id, parts } of model.messages)
    for (const { origin } of parts) add(arrows, `message ${id}`, keyAt(origin));
  return arrows;
}

/** As `arrowsOf`, but operations and parts are reached from the bindings that offer them. */
function reachArrows(draft: ModelDraft, model: ContractModel): ReadonlyMap<Owner, readonly Owner[]> {
  const arrows = namesOf(draft, model);
  for (const binding of model.bindings)
    for (const member of offeredBy(model, binding)) add(arrows, `binding ${binding.id}`, member);
  return arrows;
}

/** From each declaration to those it names, to types derived from it, and to elements that substitute it. */
function namesOf(draft: ModelDraft, { complexTypes, elements }: ContractModel): Map<Owner, Owner[]> {
  const arrows = new Map<Owner, Owner[]>();
  for (const { kind, id, owner } of draft.references) add(arrows, owner, `${kind} ${id}`);
  for (const type of complexTypes) {
    const owner = draft.owners.get(type);
    if (type.derivation !== undefined && owner !== undefined)
      add(arrows, `type ${type.derivation.base}`, owner);
  }
  for (const { id, substitutes } of elements) {
    if (substitutes !== undefined) add(arrows, `element ${substitutes}`, `element ${id}`);
  }
  return arrows;
}

/** Adds an arrow. */
export function add<T>(arrows: Map<T, T[]>, from: T, to: T): void {
  const known = arrows.get(from);
  if (known === undefined) arrows.set(from, [to]);
  else known.push(to);
}

/** The items, and all that arrows lead to from them. */
export function closure<T>(start: ReadonlySet<T>, arrows: ReadonlyMap<T, readonly T[]>): ReadonlySet<T> {
  const found = new Set(start);
  for (const owner of found) for (const next of arrows.get(owner) ?? []) found.add(next);
  return found;
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
