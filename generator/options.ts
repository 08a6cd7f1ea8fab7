import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import type { Diagnostic } from "./diagnostics.js";
import type { CoveragePlan } from "./plan/data/plan.js";
import { baseFolder, realPath, shownFrom } from "./read/source.js";
import { packageRoot } from "./write/generator-state.js";
import type { Written } from "./write/write.js";

/** What to generate from what. */
export interface GenerateOptions {
  /** Paths of WSDL documents that make up one contract; `schema/messenger.wsdl` unless given. */
  readonly wsdls?: readonly string[];
  /** The output folder; `generated` unless given. */
  readonly out?: string;
  /** Folders outside those of the WSDLs that imports may lead to. */
  readonly allow?: readonly string[];
  /** Fetches documents that have an address only, over HTTP or HTTPS, from public addresses. */
  readonly network?: boolean;
  /** Fetches them from loopback, private and link-local addresses, too. */
  readonly privateNetwork?: boolean;
  /** Whatever is not declared is taken as open content, with a warning. */
  readonly lenient?: boolean;
  /** Writes nothing, tells what would be written. */
  readonly check?: boolean;
}

/** What became of it. */
export interface GenerateResult {
  /**
   * `current`: nothing to do. `written`: the output changed. `stale`: it would change, with `check`. `refused`: the
   * diagnostics hold errors and nothing was written.
   */
  readonly outcome: "current" | "written" | "stale" | "refused";
  /** Errors and warnings, sorted by place; those of the contract only when it was read. */
  readonly diagnostics: readonly Diagnostic[];
  /** The files of the output; undefined when nothing was written. */
  readonly written: Written | undefined;
  /** How many operations of the contract the output offers; undefined when the contract was not read to its end. */
  readonly coverage: CoveragePlan | undefined;
  /** With `check`: why the output is not current. */
  readonly causes: readonly string[];
  /** With `check`: the first difference of each file, in lines of a unified diff. */
  readonly differences: readonly string[];
  /** The files of the contract, absolute, as far as they are known. */
  readonly schema: readonly string[];
}

/** Which addresses documents may be fetched from. */
export type Network = "none" | "public" | "any";

function networkOf({ network, privateNetwork }: GenerateOptions): Network {
  if (privateNetwork === true) return "any";
  return network === true ? "public" : "none";
}

/** Options with their defaults, and what follows from them. */
export interface Settings {
  readonly wsdls: readonly string[];
  readonly out: string;
  readonly allow: readonly string[];
  readonly network: Network;
  readonly lenient: boolean;
  readonly check: boolean;
  /** The folder that names of schema files are relative to. */
  readonly base: string;
  /** Names of the WSDLs, relative to it. */
  readonly names: readonly string[];
  /** The output stands at the root of this package and imports the runtime beside it. */
  readonly insidePackage: boolean;
}

export function settingsOf({
  wsdls = [],
  out = "generated",
  allow = [],
  lenient = false,
  check = false,
  ...rest
}: GenerateOptions): Settings {
  const paths = wsdls.length === 0 ? ["schema/messenger.wsdl"] : wsdls;
  const base = baseFolder(paths[0] ?? "", out);
  const names = paths.map((path) => shownFrom(base, realPath(path)));
  const insidePackage = dirname(realPath(out)) === realpathSync(packageRoot);
  const network = networkOf(rest);
  return { wsdls: paths, out, allow, network, lenient, check, base, names, insidePackage };
}
