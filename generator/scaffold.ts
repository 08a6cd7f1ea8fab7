import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { testRunners, type ContractConfig, type ScaffoldOptions } from "./config/config.js";
import { selectContracts, type ContractFlags } from "./config/contracts.js";
import { Diagnostics, type Diagnostic } from "./diagnostics.js";
import { settingsOf, type Settings } from "./options.js";
import { reservedWords } from "./plan/data/identifiers.js";
import type { OperationPlan, ServicePlan } from "./plan/data/operations.js";
import type { Plan } from "./plan/data/plan.js";
import { isAddress } from "./read/names.js";
import { isInside, realPath, reasonOf, shownFrom } from "./read/source.js";
import { planContract } from "./stages.js";

/** Options of the command line. */
export interface ScaffoldFlags extends ContractFlags, ScaffoldOptions {}

/** View of `templates/scaffold/*.hbs`. */
export interface ScaffoldView {
  /** Name in the WSDL. */
  readonly operation: string;
  readonly method: string;
  /** Function that the stub exports: the method, if a module can declare that name. */
  readonly constant: string;
  /** The function as a property of an object. */
  readonly property: string;
  readonly service: ServicePlan;
  /** The function of the operation in `functions.ts`; undefined if the output has a class. */
  readonly functionName: string | undefined;
  /** The WSDL relative to the working folder, as a literal. */
  readonly wsdl: string;
  /** Folders that it may refer to, as a literal; undefined if there are none. */
  readonly allow: string | undefined;
  /** Literals of the modules that the stub imports. */
  readonly stub: { readonly server: string; readonly runtime: string };
  /** Literals of the modules that the test imports. */
  readonly test: Readonly<
    Record<"runner" | "implementation" | "client" | "service" | "samples" | "server", string>
  >;
}

/** Result of `scaffold`. */
export interface ScaffoldResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly written: readonly string[];
}

/** An operation and where it was found. */
interface Found {
  readonly contract: ContractConfig;
  readonly settings: Settings;
  readonly plan: Plan;
  readonly folders: readonly string[];
  readonly service: ServicePlan;
  readonly operation: OperationPlan;
}

/** Writes a stub and a test for an operation of one of the contracts; never over an existing file. */
export async function scaffold(
  name: string,
  wsdls: readonly string[],
  flags: ScaffoldFlags,
): Promise<ScaffoldResult> {
  const diagnostics = new Diagnostics();
  const selection = await selectContracts(wsdls, flags, diagnostics);
  const planned = await Promise.all((selection?.contracts ?? []).map(planOf));
  const reported = planned.flatMap((each) => each.diagnostics);
  const isValid = !diagnostics.hasErrors && planned.every(({ plan }) => plan !== undefined);
  const found = isValid ? chosen(name, planned, diagnostics) : undefined;
  const written = found === undefined ? [] : await write(found, flags, diagnostics);
  return { diagnostics: [...reported, ...diagnostics.all], written };
}

interface PlannedContract {
  readonly contract: ContractConfig;
  readonly settings: Settings;
  readonly plan: Plan | undefined;
  /** Folders of documents outside the folder of the first WSDL. */
  readonly folders: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

async function planOf(contract: ContractConfig): Promise<PlannedContract> {
  const settings = settingsOf(contract);
  const diagnostics = new Diagnostics(shownFrom(realPath("."), settings.base));
  const { plan, contract: documents } = await planContract(settings, diagnostics);
  const own = dirname(realPath(settings.wsdls[0] ?? ""));
  const outside = documents.files
    .map(({ path }) => path)
    .filter((path) => !isAddress(path) && !isInside(path, own));
  const folders = [...new Set(outside.map((path) => dirname(path)))];
  return { contract, settings, plan, folders, diagnostics: diagnostics.all };
}

/** The operation of that name; undefined, with a diagnostic, if there is none, or in several contracts. */
function chosen(
  name: string,
  planned: readonly PlannedContract[],
  diagnostics: Diagnostics,
): Found | undefined {
  const found = planned.flatMap((each) => foundIn(each, name));
  const [first] = found;
  const outs = new Set(found.map(({ settings }) => shownFrom(".", settings.out)));
  if (first === undefined) {
    const plans = planned.flatMap(({ plan }) => plan ?? []);
    const known = plans.flatMap(({ operations }) => operations.map((operation) => operation.name)).join(", ");
    const place = plans.map(({ schema }) => schema).join(", ");
    diagnostics.reportFile("MG4005", place, { operation: name, known });
  } else if (outs.size > 1) {
    diagnostics.reportFile("MG4007", "command line", { operation: name, known: [...outs].join(", ") });
    return undefined;
  }
  return first;
}

function foundIn({ contract, settings, plan, folders }: PlannedContract, name: string): readonly Found[] {
  if (plan === undefined) return [];
  return plan.services.flatMap((service) =>
    service.operations
      .filter((operation) => operation.name === name)
      .map((operation) => ({ contract, settings, plan, folders, service, operation })),
  );
}

async function write(
  found: Found,
  flags: ScaffoldOptions,
  diagnostics: Diagnostics,
): Promise<readonly string[]> {
  const { contract, settings, operation } = found;
  const { implementation, test, runner = "node" } = { ...contract.scaffold, ...flags };
  const root = dirname(realPath(settings.out));
  const module = moduleName(operation);
  const files = {
    stub: join(implementation ?? join(root, "server/operations"), `${module}.ts`),
    test: join(test ?? join(root, "test/operations"), `${module}.test.ts`),
    runner,
  };
  const view = viewOf(found, files);
  const { render } = await import("./emit/templates.js");
  const texts = [
    { path: files.stub, text: render("scaffold/operation.hbs", view) },
    { path: files.test, text: render("scaffold/test.hbs", view) },
  ];
  return writeOnce(texts, diagnostics);
}

/** The files of a scaffold. */
interface ScaffoldFiles {
  readonly stub: string;
  readonly test: string;
  readonly runner: keyof typeof testRunners;
}

function viewOf({ settings, plan, folders, service, operation }: Found, files: ScaffoldFiles): ScaffoldView {
  const { name, method, functionName } = operation;
  const { stub, test } = files;
  const output = (from: string, name: string): string => specifier(from, join(settings.out, `${name}.ts`));
  const allow = folders.map((folder) => shownFrom(".", folder) || ".");
  const constant = isTaken(method) ? `${method}$` : method;
  const runtime = JSON.stringify(plan.runtime);
  return {
    operation: name,
    method,
    constant,
    property: constant === method ? method : `${method}: ${constant}`,
    service,
    functionName: settings.client === "functions" ? functionName : undefined,
    wsdl: JSON.stringify(shownFrom(".", settings.wsdls[0] ?? "")),
    allow: allow.length === 0 ? undefined : JSON.stringify(allow),
    stub: { server: output(stub, "server"), runtime },
    test: {
      runner: JSON.stringify(testRunners[files.runner]),
      implementation: specifier(test, stub),
      client: output(test, settings.client === "functions" ? "functions" : "client"),
      service: output(test, "service"),
      samples: output(test, "samples"),
      server: output(test, "server"),
    },
  };
}

/** The literal by which a file imports the module of another. */
function specifier(from: string, to: string): string {
  const path = relative(realPath(dirname(from)), realPath(to))
    .split(sep)
    .join("/");
  return JSON.stringify((path.startsWith("../") ? path : `./${path}`).replace(/\.ts$/, ".js"));
}

/** Names that the stub or its test declares or imports. */
const taken = new Set(["assert", "expect", "nodeTransport", "serve", "test", "then", "undefined"]);

function isTaken(method: string): boolean {
  return reservedWords.has(method) || taken.has(method);
}

/** `sendSms` is `send-sms`. */
function moduleName({ method }: OperationPlan): string {
  const words = method.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1-$2").toLowerCase();
  return words.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

function writeOnce(
  files: readonly { readonly path: string; readonly text: string }[],
  diagnostics: Diagnostics,
): readonly string[] {
  const shown = (path: string): string => shownFrom(".", path);
  const existing = files.map(({ path }) => path).filter((path) => existsSync(path));
  for (const path of existing) diagnostics.reportFile("MG4006", shown(path), { path: shown(path) });
  if (existing.length > 0) return [];
  return files.flatMap(({ path, text }) => {
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: "wx" });
      return [shown(path)];
    } catch (error) {
      diagnostics.reportFile("MG4004", shown(path), { path: shown(path), reason: reasonOf(error) });
      return [];
    }
  });
}
