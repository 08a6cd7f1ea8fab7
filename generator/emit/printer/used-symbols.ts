import { isSequence, type Code, type Reference } from "./code.js";
import type { ConstantSymbol, LocalSymbol, Scope } from "./symbols.js";

/** References by their symbols, in the order in which these were met first: as a value if there is one. */
export type UsedSymbols = ReadonlyMap<Reference["symbol"], Reference>;

/** What code refers to. */
export interface Usage {
  /** Each symbol once, without variables. */
  readonly mentions: readonly Reference[];
  readonly variables: UsedVariables;
}

/** Variables that code refers to. */
export interface UsedVariables {
  readonly locals: ReadonlySet<LocalSymbol>;
  /** Functions and blocks that have them, outer ones first. */
  readonly scopes: ReadonlySet<Scope>;
}

export function usageOf(codes: readonly Code[], what: "all" | "values" = "all"): Usage {
  const mentions = new Map<Reference["symbol"], Reference>();
  const locals = new Set<LocalSymbol>();
  const scopes = new Set<Scope>();
  const refer = (reference: Reference): void => {
    const { symbol, use } = reference;
    if (symbol.kind === "local") {
      if (!locals.has(symbol)) addScopes(symbol.scope, scopes);
      locals.add(symbol);
      return;
    }
    mention(mentions, reference);
    if (symbol.kind === "member") mention(mentions, { kind: "reference", symbol: symbol.of, use });
  };
  for (const each of codes) referencesIn(each, refer, what === "all");
  return { mentions: [...mentions.values()], variables: { locals, scopes } };
}

/** Symbols that the printed part of a file refers to: what its codes mention and, one after the other, the constants that these lead to. */
export function usedSymbols(
  printed: readonly (readonly Reference[])[],
  mentionsOf: (constant: ConstantSymbol) => readonly Reference[],
): UsedSymbols {
  const references = new Map<Reference["symbol"], Reference>();
  const pending = [...printed].reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop())
    for (const reference of next) {
      const { symbol } = reference;
      if (symbol.kind === "constant" && !references.has(symbol)) pending.push(mentionsOf(symbol));
      mention(references, reference);
    }
  return references;
}

/** The symbols of several codes. */
export function merged(mentions: Iterable<readonly Reference[]>): UsedSymbols {
  const references = new Map<Reference["symbol"], Reference>();
  for (const each of mentions) for (const reference of each) mention(references, reference);
  return references;
}

function mention(references: Map<Reference["symbol"], Reference>, reference: Reference): void {
  const known = references.get(reference.symbol);
  if (known === undefined || (known.use === "type" && reference.use === "value"))
    references.set(reference.symbol, reference);
}

function addScopes(scope: Scope, scopes: Set<Scope>): void {
  if (scopes.has(scope)) return;
  if (scope.outer !== undefined) addScopes(scope.outer, scopes);
  scopes.add(scope);
}

function referencesIn(body: Code, refer: (reference: Reference) => void, inTypes: boolean): void {
  if (typeof body === "string") return;
  if (isSequence(body)) {
    for (const each of body) if (typeof each !== "string") referencesIn(each, refer, inTypes);
    return;
  }
  switch (body.kind) {
    case "reference":
      refer(body);
      return;
    case "property":
      refer(body.value);
      return;
    case "group":
    case "indented":
    case "hanging":
      referencesIn(body.body, refer, inTypes);
      return;
    case "typing":
      if (inTypes) referencesIn(body.body, refer, inTypes);
      return;
    case "ifBroken":
      referencesIn(body.broken, refer, inTypes);
      return;
    case "either":
      referencesIn(body.first, refer, inTypes);
      return;
    case "line":
    case "comment":
  }
}
