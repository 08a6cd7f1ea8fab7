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
  const pending: Code[] = [body];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "string") continue;
    if (isSequence(next)) for (let at = next.length - 1; at >= 0; at--) pending.push(next[at] ?? "");
    else if (next.kind === "reference") refer(next);
    else if (next.kind === "property") refer(next.value);
    else if (next.kind === "group" || next.kind === "indented" || next.kind === "hanging")
      pending.push(next.body);
    else if (next.kind === "ifBroken") pending.push(next.broken);
    else if (next.kind === "either") pending.push(next.first);
  }
}
