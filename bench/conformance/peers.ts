/** Other generators on the same contracts: what they write, whether it compiles, whether it has every operation. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { coreAcceptance, type Entry } from "./entries.js";
import { installed } from "./installed.js";
import { runPeer, type PeerRun } from "./peer-process.js";

export interface Peer {
  readonly name: string;
  readonly version: string;
  /** Arguments of its command, which is called like the package. */
  readonly args: (wsdl: string, out: string) => readonly string[];
}

export const peers: readonly Peer[] = [
  { name: "wsdl-tsclient", version: "1.7.1", args: (wsdl, out) => ["--quiet", wsdl, "-o", out] },
  { name: "wsdl-to-ts", version: "0.2.3", args: (wsdl, out) => ["--outdir", out, wsdl] },
];

/** Result of one contract. */
export interface PeerResult extends PeerRun {
  readonly peer: string;
  readonly core: boolean;
  readonly compiles: boolean;
  /** Every operation has its name in the output. */
  readonly complete: boolean;
}

export interface PeersOptions {
  readonly corpus: string;
  /** An empty folder. */
  readonly scratch: string;
  readonly jobs: number;
}

/** Installs the others and tries each on every entry. */
export async function tryPeers(
  entries: readonly Entry[],
  options: PeersOptions,
): Promise<readonly PeerResult[]> {
  const modules = installed(
    options.scratch,
    peers.map(({ name, version }) => `${name}@${version}`),
  );
  const waiting = entries.flatMap((entry) => peers.map((peer) => ({ entry, peer })));
  const results: PeerResult[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results.push(await tryPeer(next.peer, next.entry, { ...options, modules }));
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  return results;
}

async function tryPeer(
  { name, args }: Peer,
  { id, main, operations, acceptedByOthers }: Entry,
  { corpus, scratch, modules }: PeersOptions & { readonly modules: string },
): Promise<PeerResult> {
  const out = join(scratch, name, id);
  mkdirSync(out, { recursive: true });
  const usageFile = join(scratch, `${name}-${id}.usage`);
  const run = await runPeer(
    join(modules, ".bin", name),
    args(join(corpus, id, main), out),
    scratch,
    usageFile,
  );
  const files = existsSync(out) ? readdirSync(out, { recursive: true, encoding: "utf8" }) : [];
  const sources = files.filter((file) => file.endsWith(".ts")).map((file) => join(out, file));
  const compiles = sources.length > 0 && isClean(sources);
  const text = sources.map((file) => readFileSync(file, "utf8")).join("\n");
  const complete = operations.every((operation) => text.includes(operation));
  return { ...run, peer: name, core: acceptedByOthers >= coreAcceptance, compiles, complete };
}

const settings: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

function isClean(rootNames: readonly string[]): boolean {
  return ts.getPreEmitDiagnostics(ts.createProgram({ rootNames, options: settings })).length === 0;
}
