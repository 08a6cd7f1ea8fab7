/** Other generators on the same contracts: what they write, whether it compiles, whether it has every operation. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { coreAcceptance, type Entry } from "./entries.js";
import { installed } from "./installed.js";
import type { Totals } from "./report.js";

interface Peer {
  readonly name: string;
  readonly version: string;
  /** Arguments of its command, which is called like the package. */
  readonly args: (wsdl: string, out: string) => readonly string[];
}

const peers: readonly Peer[] = [
  { name: "wsdl-tsclient", version: "1.7.1", args: (wsdl, out) => ["--quiet", wsdl, "-o", out] },
  { name: "wsdl-to-ts", version: "0.2.3", args: (wsdl, out) => ["--outdir", out, wsdl] },
];

/** What came of one contract. */
interface PeerResult {
  readonly peer: string;
  readonly core: boolean;
  readonly ended: boolean;
  readonly compiles: boolean;
  /** It ended well, compiles strictly, and names every operation. */
  readonly usable: boolean;
}

const timeLimitMs = 60_000;

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
  const ended = await run(join(modules, ".bin", name), args(join(corpus, id, main), out), scratch);
  const files = existsSync(out) ? readdirSync(out, { recursive: true, encoding: "utf8" }) : [];
  const sources = files.filter((file) => file.endsWith(".ts")).map((file) => join(out, file));
  const compiles = sources.length > 0 && isClean(sources);
  const text = sources.map((file) => readFileSync(file, "utf8")).join("\n");
  const hasAll = operations.every((operation) => text.includes(operation));
  const core = acceptedByOthers >= coreAcceptance;
  return { peer: name, core, ended, compiles, usable: ended && compiles && hasAll };
}

function run(command: string, args: readonly string[], cwd: string): Promise<boolean> {
  const child = spawn(command, args, { cwd, stdio: "ignore", timeout: timeLimitMs, killSignal: "SIGKILL" });
  return new Promise((resolve) => {
    child.on("error", () => {
      resolve(false);
    });
    child.on("close", (code) => {
      resolve(code === 0);
    });
  });
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

/** A table of the others beside ours. */
export function peersText(results: readonly PeerResult[], ours: Totals): string {
  const rows = peers.map(({ name, version }) => {
    const own = results.filter(({ peer }) => peer === name);
    const count = (test: (result: PeerResult) => boolean): number => own.filter(test).length;
    return [
      `${name} ${version}`,
      count(({ ended }) => ended),
      count(({ compiles }) => compiles),
      count(({ usable }) => usable),
      count(({ usable, core }) => usable && core),
    ];
  });
  const { entries, refused, usable, usableCore, core } = ours;
  const mine = ["messenger-gen", entries - refused, usable, usable, usableCore];
  const head = ["generator", "ends well", "compiles", "usable", `usable of the core (${core})`];
  return [head, mine, ...rows]
    .map((row) =>
      row
        .map((cell) => String(cell).padEnd(20))
        .join("")
        .trimEnd(),
    )
    .join("\n");
}
