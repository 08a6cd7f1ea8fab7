import { xsdNamespace } from "../read/names.js";
import { anyType, isBuiltIn, isSoapEncoded } from "./built-in.js";
import { chainLengths, chainLimit } from "./chains.js";
import { findCycles, type Graph } from "./cycles.js";
import type { Reference } from "./declaration.js";
import type { ModelDraft } from "./draft.js";
import { baseOf, groupParts, headOf, simpleParts } from "./parts.js";
import type { ContractModel, Id } from "./types.js";
import type { Origin } from "../origin.js";

/** True for a reference to an undeclared name that is not built in. */
export function isMissing(draft: ModelDraft, { kind, id }: Reference): boolean {
  if (draft.declared(kind, id) !== undefined) return false;
  return kind !== "type" || !(isBuiltIn(id) || isSoapEncoded(id));
}

/**
 * Checks that every reference has a declaration of the right kind and that none is circular; `settled` are references
 * that were replaced.
 */
export function checkReferences(
  draft: ModelDraft,
  model: ContractModel,
  settled: ReadonlySet<Reference>,
): void {
  for (const reference of draft.references) {
    if (settled.has(reference)) continue;
    if (reference.kind === "type") checkType(draft, reference);
    else if (draft.declared(reference.kind, reference.id) === undefined) reportMissing(draft, reference);
  }
  checkBuilding(draft, "type", model.complexTypes, baseOf);
  checkBuilding(draft, "type", model.simpleTypes, simpleParts);
  checkBuilding(draft, "group", model.groups, groupParts);
  checkBuilding(draft, "attribute group", model.attributeGroups, (group) => group.groups);
  checkBuilding(draft, "substitution group", model.elements, headOf);
}

function checkType(draft: ModelDraft, reference: Reference): void {
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

function reportMissing(draft: ModelDraft, { kind, id, origin }: Reference): void {
  const name = shownName(id);
  if (kind === "type") draft.diagnostics.report("MG2001", origin, { name });
  else if (kind === "element") draft.diagnostics.report("MG2002", origin, { name });
  else draft.diagnostics.report("MG2003", origin, { kind, name });
}

interface Node {
  readonly id: Id;
  readonly origin: Origin;
}

function checkBuilding<T extends Node>(
  draft: ModelDraft,
  kind: string,
  declarations: readonly T[],
  parts: (declaration: T) => readonly Id[],
): void {
  const graph: Graph = new Map(declarations.map((declaration) => [declaration.id, parts(declaration)]));
  const origins = new Map(declarations.map(({ id, origin }) => [id, origin]));
  const cycles = findCycles(graph);
  for (const cycle of cycles) {
    const [first] = cycle;
    const origin = first === undefined ? undefined : origins.get(first);
    if (first === undefined || origin === undefined) continue;
    draft.diagnostics.report("MG2013", origin, { kind, name: shortName(first), cycle: showCycle(cycle) });
  }
  const lengths = cycles.length > 0 ? [] : [...chainLengths(graph)];
  const long = lengths.find(([, length]) => length > chainLimit);
  const origin = long === undefined ? undefined : origins.get(long[0]);
  if (long === undefined || origin === undefined) return;
  draft.diagnostics.report("MG2043", origin, { kind, name: shortName(long[0]), limit: String(chainLimit) });
}

function showCycle(cycle: readonly Id[]): string {
  const names = cycle.map(shortName);
  const shown = names.length > 12 ? [...names.slice(0, 6), "...", ...names.slice(-5)] : names;
  return shown.join(" > ");
}

/** The id; names of XML Schema with their usual prefix. */
export function shownName(id: Id): string {
  return id.startsWith(`{${xsdNamespace}}`) ? `xsd:${shortName(id)}` : id;
}

/** The id without its namespace. */
export function shortName(id: Id): string {
  return id.slice(id.indexOf("}") + 1);
}
