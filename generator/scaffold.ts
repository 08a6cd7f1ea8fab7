import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Diagnostics, type Diagnostic } from "./diagnostics.js";
import { settingsOf, type GenerateOptions } from "./options.js";
import { reservedWords } from "./plan/data/identifiers.js";
import type { OperationPlan } from "./plan/data/operations.js";
import type { Plan } from "./plan/data/plan.js";
import { realPath, reasonOf, shownFrom } from "./read/source.js";
import { planContract } from "./stages.js";
import { readManifest } from "./write/manifest.js";

/** What `templates/scaffold/*.hbs` are given. */
export interface ScaffoldView {
  /** Name in the WSDL. */
  readonly operation: string;
  readonly method: string;
  /** Function that the stub exports: the method, if a module can declare that name. */
  readonly constant: string;
  /** Interface of the service. */
  readonly interfaceName: string;
  readonly unimplementedName: string;
  /** Module of the stub, without extension. */
  readonly module: string;
  /** The generated interface, seen from the stub. */
  readonly server: string;
  readonly runtime: string;
}

export interface ScaffoldResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly written: readonly string[];
}

/** Writes a stub and a test for an operation of the contract; never over an existing file. */
export async function scaffold(operation: string, options: GenerateOptions): Promise<ScaffoldResult> {
  const settings = settingsOf({ ...options, ...contractOf(options.out ?? "generated") });
  const diagnostics = new Diagnostics(shownFrom(realPath("."), settings.base));
  const { plan } = await planContract(settings, diagnostics);
  const view = plan === undefined ? undefined : viewOf(plan, operation, settings.out, diagnostics);
  if (view === undefined) return { diagnostics: diagnostics.all, written: [] };
  const { render } = await import("./emit/templates.js");
  const files = [
    { path: `server/operations/${view.module}.ts`, text: render("scaffold/operation.hbs", view) },
    { path: `test/operations/${view.module}.test.ts`, text: render("scaffold/test.hbs", view) },
  ];
  const root = dirname(realPath(settings.out));
  const written = writeOnce(root, files, diagnostics);
  return { diagnostics: diagnostics.all, written };
}

/** The contract that an output folder beside it was generated from. */
function contractOf(out: string): Pick<GenerateOptions, "wsdls"> {
  const names = readManifest(out)?.wsdls ?? [];
  const paths = names.map((name) => join(dirname(out), name));
  return paths.length > 0 && paths.every((path) => existsSync(path)) ? { wsdls: paths } : {};
}

function viewOf(
  plan: Plan,
  operation: string,
  out: string,
  diagnostics: Diagnostics,
): ScaffoldView | undefined {
  const server = `../../${basename(realPath(out))}/server.js`;
  const runtime = plan.insidePackage ? "../../runtime/index.js" : plan.runtime.index;
  for (const { operations, interfaceName, unimplementedName } of plan.services) {
    const found = operations.find(({ name }) => name === operation);
    if (found === undefined) continue;
    const { method } = found;
    const module = moduleName(found);
    const constant = isTaken(method) ? `${method}$` : method;
    return { operation, method, constant, interfaceName, unimplementedName, module, server, runtime };
  }
  const known = plan.operations.map(({ name }) => name).join(", ");
  diagnostics.reportFile("MG4005", plan.schema, { operation, known });
  return undefined;
}

/** True for reserved words and names that the stub or its test imports. */
function isTaken(method: string): boolean {
  return reservedWords.has(method) || ["expect", "test", "undefined"].includes(method);
}

/** `sendSms` is `send-sms`. */
function moduleName({ method }: OperationPlan): string {
  const words = method.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1-$2").toLowerCase();
  return words.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

function writeOnce(
  root: string,
  files: readonly { readonly path: string; readonly text: string }[],
  diagnostics: Diagnostics,
): readonly string[] {
  const taken = files.filter(({ path }) => existsSync(join(root, path)));
  for (const { path } of taken) diagnostics.reportFile("MG4006", path, { path });
  if (taken.length > 0) return [];
  return files.flatMap(({ path, text }) => {
    try {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text, { flag: "wx" });
      return [path];
    } catch (error) {
      diagnostics.reportFile("MG4004", path, { path, reason: reasonOf(error) });
      return [];
    }
  });
}
