import { describe, expect, test } from "@jest/globals";
import { moduleStates } from "./module-state.js";
import { sourceFiles } from "./source-files.js";

/** Modules of the product that may hold state, and why: it lives as long as the process, for all of its servers and clients. */
const reasons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "generator/config/load.ts": {
    compiles: "hooks of Node.js are registered once",
    loads: "a module that has changed is loaded again under another URL",
  },
  "generator/emit/printer/module-text.ts": {
    loaded: "ts-morph takes as long to load as a small contract to generate",
  },
  "generator/live/cached-plans.ts": { inMemory: "compiled contracts, the last 20" },
  "generator/live/live.ts": { contracts: "what a client that live has made was made of" },
  "generator/model/bound-operation.ts": { byName: "cache by port type" },
  "generator/plan/data/example-items.ts": { byKey: "cache by content" },
  "generator/plan/rules/simple-types/checked-types.ts": { runtimeType: "cache by contract and type" },
  "generator/plan/rules/simple-types/enumerations.ts": { isEnumeration: "cache by contract and type" },
  "generator/plan/rules/simple-types/simple-values.ts": { planSimpleValue: "cache by contract and type" },
  "generator/write/generator-state.ts": { state: "the code that runs does not change" },
  "host/http/gathered-body.ts": { freeChunks: "memory for the next bodies, 2 MiB" },
  "runtime/contract/media-type.ts": {
    actions: "cache by media type",
    known: "headers that callers repeat, 128 of them",
  },
  "runtime/forms/form-text.ts": { knownNames: "names that callers repeat, 512 of them" },
  "runtime/interceptors/addressing.ts": {
    addressingBlocks: "marks blocks of the interceptor, which are functions",
  },
  "runtime/interceptors/namespace-order.ts": { corrected: "classes of a package, each corrected once" },
  "runtime/text/charset.ts": { decoders: "tables of charsets, as many as there are" },
  "runtime/transport/node.ts": { leaving: "requests of one turn of the event loop" },
  "runtime/xml/name-cache.ts": { names: "names that messages repeat, 1024 of them" },
  "runtime/xml/reader.ts": { keptReader: "keeps an optimization of V8; never read" },
  "runtime/xml/tags.ts": {
    found: "the tag written last",
    tagTable: "tags of contracts, 4096 of them",
  },
  "server/domain/credit/coverage.ts": { prepared: "cache by price list" },
  "server/domain/time-zone.ts": { formats: "cache by time zone" },
  "server/storage/postgres/engine/flight.ts": {
    preparedOn: "statements that a connection has prepared",
    unreplicated: "connections with a commit that no replica confirmed",
  },
  "server/storage/postgres/engine/scripts.ts": { declarations: "cache by declaration" },
  "server/storage/postgres/hot/claim.ts": {
    end: "the statement of the last week",
    hold: "the statement of the last week",
    take: "the statement of the last week",
  },
  "server/storage/postgres/hot/numbers.ts": { latest: "the name of the last week" },
  "server/storage/postgres/hot/receipts.ts": { report: "the statement of the last week" },
  "server/storage/postgres/hot/sent-parts.ts": {
    underKeys: "the statement of the last week",
    update: "the statement of the last week",
  },
  "server/storage/postgres/hot/settle.ts": { submit: "the statement of the last week" },
  "server/storage/postgres/hot/transitions.ts": { update: "the statement of the last week" },
  "server/storage/sqlite/apart.ts": { known: "cache by declaration" },
  "server/storage/sqlite/counter.ts": { last: "counts of this thread, one after the other" },
  "server/transaction-id.ts": {
    lastBeginning: "the beginning of ids of one millisecond",
    lastTime: "that millisecond",
  },
};

test("only these modules hold state, each for its reason", () => {
  const files = ["runtime", "host", "generator", "generated", "server"].flatMap(sourceFiles);
  const found = moduleStates(files).map(({ path, name }) => `${path} ${name}`);
  const allowed = Object.entries(reasons).flatMap(([path, names]) =>
    Object.keys(names).map((name) => `${path} ${name}`),
  );
  expect(found.toSorted()).toEqual(allowed.toSorted());
});

describe("state is found", () => {
  test.each<readonly [string, readonly string[]]>([
    ["let a = 0; function f() { a = 1; }", ["a"]],
    ["let a: string | undefined; const f = () => (a ??= load());", ["a"]],
    ["let a; class C { static { a = 1; } }", []],
    ["let [a, b] = [1, 2]; function f() { [a, b] = [b, a]; }", ["a", "b"]],
    ["const a = new Map();", ["a"]],
    ["const a: ReadonlyMap<string, string> = new Map();", []],
    ["const a: Map<string, string> = new Map(); function f() { a.set('x', 'y'); }", ["a"]],
    ["export const a = new WeakMap<object, string>();", ["a"]],
    ['const a = new Map([["x", 1]]);', []],
    ['const a = new Map([["x", 1]]); const f = () => a.set("y", 2);', ["a"]],
    ["const a = new Set(); a.add(1);", ["a"]],
    ["const a = new Set([1]); a.add(2);", []],
    ["const a = [1]; function f() { a.push(2); }", ["a"]],
    ["const a = [1]; function f() { const a = []; a.push(2); }", []],
    ["const a = [1]; function f(a) { a.push(2); }", []],
    ["const a = [1]; const f = () => { for (const a of []) a.push(1); };", []],
    ["const a = [1]; for (const b of [2]) a.push(b);", []],
    ["const a = { n: 0 }; class C { m() { a.n += 1; } }", ["a"]],
    ["const a = { n: { m: [0] } }; function f() { a.n.m[0]++; }", ["a"]],
    ["const a = { n: 0 }; function f() { return a.n + 1; }", []],
    ["const a = { n: 0 }; function f() { delete a.n; }", ["a"]],
    ["const a = {}; function f() { Object.assign(a, { n: 1 }); }", ["a"]],
    ["const a = {}; function f() { return Object.assign({}, a); }", []],
    ["const a = { n: 0 }; function f() { [a.n] = [1]; }", ["a"]],
    ["const a = { n: 0 }; function f(b) { ({ b: a.n } = b); }", ["a"]],
    ["const a = new Uint8Array(9); function f() { a.fill(1); }", ["a"]],
    ["const a = new Uint8Array(9); function f() { (a as Uint8Array)[0] = 1; }", ["a"]],
    ["const a = /x/g; function f(t) { return a.test(t); }", ["a"]],
    ["const a = /x/y; function f(t, at) { a.lastIndex = at; return a.exec(t); }", []],
    ["const a = /x/; function f(t) { return a.test(t); }", []],
    ['const a = /x/g; function f(t) { return t.replace(a, ""); }', []],
    ["function once(f) { let v; return () => (v ??= f()); } const a = once(f);", ["a"]],
    ["function counter() { let n = 0; return { next: () => n++ }; } const a = counter();", ["a"]],
    ["function named() { let n = 0; function f() { n++; } return f; } const a = named();", ["a"]],
    ["function sum(l) { let n = 0; l.forEach((x) => { n += x; }); return n; } const a = sum([]);", []],
    ["const a = (() => { let n = 0; return () => n++; })();", ["a"]],
    ["const a = (() => { let n = 0; n += 1; return () => n; })();", []],
    ["class C { static a = 0; static readonly b = 1; static readonly c = new Map(); }", ["C.a", "C.c"]],
    ["class C { #a = new Map(); b = 0; }", []],
    ["class C { #a = 0; } const c = new C();", ["c"]],
    ["class C { readonly a = []; } const c = new C();", ["c"]],
    ["class C { readonly a = 0; } const c = new C();", []],
    ["const a = new AsyncLocalStorage();", ["a"]],
    ['const a = new TextDecoder("latin1");', []],
    ["function f() { let a = 0; a += 1; const m = new Map(); m.set(1, a); }", []],
  ])("in %s", (text, want) => {
    const found = moduleStates([{ path: "a.ts", text, imports: [] }]);
    expect(found.map(({ name }) => name)).toEqual(want);
  });
});
