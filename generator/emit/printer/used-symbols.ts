import { isSequence, type Code, type Reference } from "./code.js";
import type { ConstantSymbol, LocalSymbol, Scope } from "./symbols.js";

/** Symbols that the printed part of a file refers to. */
export interface UsedSymbols {
  /** One reference per symbol: a reference as a value if there is one. */
  readonly references: ReadonlyMap<Reference["symbol"], Reference>;
  /** Functions and blocks with variables that are referred to, outer ones first. */
  readonly scopes: ReadonlySet<Scope>;
  readonly locals: ReadonlySet<LocalSymbol>;
}

/** Walks through code and, one after the other, through the declarations of the constants that it leads to. */
export function usedSymbols(
  printed: readonly Code[],
  declarationOf: (constant: ConstantSymbol) => Code,
): UsedSymbols {
  const references = new Map<Reference["symbol"], Reference>();
  const scopes = new Set<Scope>();
  const locals = new Set<LocalSymbol>();
  const pending: Code[] = [...printed].reverse();
  const refer = (reference: Reference): void => {
    const { symbol, use } = reference;
    if (symbol.kind === "local") {
      locals.add(symbol);
      addScopes(symbol.scope, scopes);
      return;
    }
    const known = references.get(symbol);
    if (known === undefined && symbol.kind === "constant") pending.push(declarationOf(symbol));
    if (known === undefined || (known.use === "type" && use === "value")) references.set(symbol, reference);
    if (symbol.kind === "member") refer({ kind: "reference", symbol: symbol.of, use });
  };
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) referencesIn(next, refer);
  return { references, scopes, locals };
}

function addScopes(scope: Scope, scopes: Set<Scope>): void {
  if (scopes.has(scope)) return;
  if (scope.outer !== undefined) addScopes(scope.outer, scopes);
  scopes.add(scope);
}

function referencesIn(body: Code, refer: (reference: Reference) => void): void {
  if (typeof body === "string") return;
  if (isSequence(body)) {
    for (const each of body) if (typeof each !== "string") referencesIn(each, refer);
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
      referencesIn(body.body, refer);
      return;
    case "ifBroken":
      referencesIn(body.broken, refer);
      return;
    case "either":
      referencesIn(body.first, refer);
      return;
    case "line":
    case "comment":
  }
}
