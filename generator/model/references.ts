import { xsdNamespace } from "../read/names.js";
import { anyType, isBuiltIn, isSoapEncoded } from "./built-in.js";
import { findCycles, type Graph } from "./cycles.js";
import type { Draft, Reference } from "./draft.js";
import type {
  AttributeGroupModel,
  ContractModel,
  GroupModel,
  Id,
  Origin,
  Particle,
  SimpleTypeModel,
} from "./types.js";

/** True for a reference to what is neither declared nor known to everybody. */
export function isMissing(draft: Draft, { kind, id }: Reference): boolean {
  if (draft.declared(kind, id) !== undefined) return false;
  return kind !== "type" || !(isBuiltIn(id) || isSoapEncoded(id));
}

/**
 * Whatever is referred to has to be declared, as the right kind of thing, and may not be built on itself; `settled` are the
 * references for which something else was found.
 */
export function checkReferences(draft: Draft, model: ContractModel, settled: ReadonlySet<Reference>): void {
  for (const reference of draft.references) {
    if (settled.has(reference)) continue;
    if (reference.kind === "type") checkType(draft, reference);
    else if (draft.declared(reference.kind, reference.id) === undefined) reportMissing(draft, reference);
  }
  checkCycles(draft, "type", model.complexTypes, (type) =>
    type.derivation === undefined ? [] : [type.derivation.base],
  );
  checkCycles(draft, "type", model.simpleTypes, simpleParts);
  checkCycles(draft, "group", model.groups, groupParts);
  checkCycles(draft, "attribute group", model.attributeGroups, (group: AttributeGroupModel) => group.groups);
  checkCycles(draft, "substitution group", model.elements, ({ substitutes }) =>
    substitutes === undefined ? [] : [substitutes],
  );
}

function checkType(draft: Draft, reference: Reference): void {
  const { id, wanted, origin } = reference;
  if (isSoapEncoded(id)) return;
  const declared = draft.declared("type", id);
  if (declared === undefined && !isBuiltIn(id)) {
    reportMissing(draft, reference);
    return;
  }
  const complex = declared === undefined ? id === anyType : declared.element.name.name === "complexType";
  const found = complex ? "complex type" : "simple type";
  if (wanted === undefined || wanted === "type" || wanted === found) return;
  draft.diagnostics.report("MG2014", origin, { name: shortName(id), found, wanted });
}

function reportMissing(draft: Draft, { kind, id, origin }: Reference): void {
  const name = shownName(id);
  if (kind === "type") draft.diagnostics.report("MG2001", origin, { name });
  else if (kind === "element") draft.diagnostics.report("MG2002", origin, { name });
  else draft.diagnostics.report("MG2003", origin, { kind, name });
}

function simpleParts({ variety }: SimpleTypeModel): readonly Id[] {
  switch (variety.kind) {
    case "restriction":
      return [variety.base];
    case "list":
      return [variety.item];
    case "union":
      return variety.members;
  }
}

function groupParts({ particle }: GroupModel): readonly Id[] {
  return particle === undefined ? [] : groupsIn(particle);
}

function groupsIn(particle: Particle): readonly Id[] {
  if (particle.kind === "group") return [particle.group];
  return "particles" in particle ? particle.particles.flatMap(groupsIn) : [];
}

interface Node {
  readonly id: Id;
  readonly origin: Origin;
}

function checkCycles<T extends Node>(
  draft: Draft,
  kind: string,
  declarations: readonly T[],
  parts: (declaration: T) => readonly Id[],
): void {
  const graph: Graph = new Map(declarations.map((declaration) => [declaration.id, parts(declaration)]));
  const origins = new Map(declarations.map(({ id, origin }) => [id, origin]));
  for (const cycle of findCycles(graph)) {
    const [first] = cycle;
    const origin = first === undefined ? undefined : origins.get(first);
    if (first === undefined || origin === undefined) continue;
    draft.diagnostics.report("MG2013", origin, { kind, name: shortName(first), cycle: showCycle(cycle) });
  }
}

function showCycle(cycle: readonly Id[]): string {
  const names = cycle.map(shortName);
  const shown = names.length > 12 ? [...names.slice(0, 6), "...", ...names.slice(-5)] : names;
  return shown.join(" > ");
}

/** The id; what belongs to XML Schema with its usual prefix. */
export function shownName(id: Id): string {
  return id.startsWith(`{${xsdNamespace}}`) ? `xsd:${shortName(id)}` : id;
}

/** The id without its namespace. */
export function shortName(id: Id): string {
  return id.slice(id.indexOf("}") + 1);
}
