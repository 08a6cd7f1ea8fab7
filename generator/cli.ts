import { print, printError } from "./output.js";
import { Command, Option } from "commander";
import { addOptions, repeatedOption } from "./command-options.js";
import { addLiveCommands } from "./commands/options.js";
import { testRunners } from "./config/config.js";
import type { DiffOptions } from "./diff.js";
import {
  diffFormats,
  failLevels,
  fails,
  printChanges,
  type DiffFormat,
  type FailLevel,
} from "./diff-report.js";
import { errorsOf } from "./diagnostics.js";
import type { ProgressLine } from "./progress.js";
import type { RunFlags, RunResult } from "./run.js";
import type { ScaffoldFlags } from "./scaffold.js";
import { packageVersion } from "./write/generator-state.js";

/** Exit codes: scripts may rely on them. */
const exitCode = {
  /** The output is current, or was brought up to date. */
  ok: 0,
  /** The command line, the configuration or a contract has errors. */
  errors: 1,
  /** `--check`: the output is not current. */
  stale: 2,
  /** An internal error. */
  internal: 3,
  /** `diff`, `--against`: a change breaks callers, or what `--fail-on` names. */
  breaking: 4,
} as const;

interface GenerateFlags extends RunFlags {
  readonly watch?: true;
  readonly reportJson?: true;
  readonly verbose?: true;
}

interface DiffFlags extends Omit<DiffOptions, "old" | "new"> {
  readonly format?: DiffFormat;
  readonly failOn?: FailLevel;
}

/** Runs `messenger-gen` with the arguments of a process and sets its exit code. */
export async function run(argv: readonly string[]): Promise<void> {
  try {
    await program().parseAsync([...argv]);
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    printError(`messenger-gen: internal error (a bug); please report it with the contract.\n${detail}`);
    process.exitCode = exitCode.internal;
  }
}

/** The command with its options; `docs/reference/generator.md` lists them. */
export function program(): Command {
  const command = new Command("messenger-gen")
    .description("Generate TypeScript types, codecs, a client and a server interface from WSDL")
    .version(packageVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .argument(
      "[wsdl...]",
      "WSDL documents of one contract: paths, or URLs with --allow-network; without any, the contracts of the configuration file",
    )
    .option(
      "--config <file>",
      "configuration file (default: messenger-gen.config.ts, .mts, .js, .mjs or .json)",
    )
    .addOption(
      repeatedOption(
        "--only <dir>",
        "run only the contract of the configuration file with this output folder",
      ),
    );
  addOptions(command, () => true);
  command
    .option("--check", "write nothing; exit 2 and print the differences if the output is not current")
    .addOption(
      new Option("--dry-run", "write nothing; print what would be done to each file").conflicts("check"),
    )
    .addOption(
      new Option("--watch", "run again whenever a contract or the configuration changes").conflicts([
        "check",
        "dryRun",
      ]),
    )
    .addOption(
      new Option(
        "--against <revision>",
        "with --check: compare the contract with a revision of the checkout, and exit 4 if callers break",
      ).implies({ check: true }),
    )
    .option("--report-json", "print the result and the diagnostics as JSON")
    .option("--verbose", "print the time that each stage took, on the standard error stream")
    .action(generateAction);
  addInit(command);
  addScaffold(command);
  addDiff(command);
  addExplain(command);
  addLiveCommands(command);
  return command.addHelpText("after", "\nExample: messenger-gen service.wsdl --out generated");
}

function addInit(command: Command): void {
  command
    .command("init [wsdl...]")
    .description(
      "Write a configuration file with one contract, and the options of the command line; a terminal is asked for others. Example: messenger-gen init service.wsdl --out service",
    )
    .helpOption("-h, --help", "print this help")
    .action(initAction);
}

function addScaffold(command: Command): void {
  command
    .command("scaffold <operation> [wsdl...]")
    .description(
      "Write the implementation stub of an operation and its test, once. Example: messenger-gen scaffold SendSms --runner jest",
    )
    .helpOption("-h, --help", "print this help")
    .option("--implementation <dir>", "folder of the implementation (default: server/operations)")
    .option("--test <dir>", "folder of the test (default: test/operations)")
    .addOption(
      new Option(
        "--runner <name>",
        "runner that the test imports: node:test, Jest or Vitest (default: node)",
      ).choices(Object.keys(testRunners)),
    )
    .action(scaffoldAction);
}

function addDiff(command: Command): void {
  command
    .command("diff <old> <new>")
    .description(
      "Compare two versions of a contract, and tell what breaks callers and servers. Example: messenger-gen diff main:service.wsdl service.wsdl",
    )
    .helpOption("-h, --help", "print this help")
    .addOption(new Option("--format <name>", "text, json or markdown (default: text)").choices(diffFormats))
    .addOption(
      new Option(
        "--fail-on <level>",
        "exit 4 for changes that break callers, or servers too, or for any, or never (default: callers)",
      ).choices(failLevels),
    )
    .action(diffAction);
}

function addExplain(command: Command): void {
  command
    .command("explain <code>")
    .description("Explain a diagnostic. Example: messenger-gen explain MG2004")
    .helpOption("-h, --help", "print this help")
    .action(explainAction);
}

async function generateAction(wsdls: readonly string[], allFlags: GenerateFlags): Promise<void> {
  const { watch = false, reportJson: asJson = false, verbose = false, ...flags } = allFlags;
  const { Run } = await import("./run.js");
  const { reportJson, reportText, reportTimes } = await import("./report.js");
  const command = new Run(wsdls, flags);
  const once = async (changed?: ReadonlySet<string>): Promise<void> => {
    const progress = asJson ? undefined : await progressOf(process.stderr);
    const result = await command.generate(changed, progress).finally(() => progress?.end());
    if (asJson) reportJson(result, watch);
    else await reportText(result, wsdls, flags);
    if (verbose) reportTimes(result);
    process.exitCode = codeOf(result, flags);
  };
  await once();
  if (!watch) return;
  const { watchFiles } = await import("./watch.js");
  await watchFiles(command.inputs, async (changed) => {
    await once(changed);
    return command.inputs;
  });
}

/** Progress on a terminal. */
async function progressOf(stream: NodeJS.WriteStream): Promise<ProgressLine | undefined> {
  const { styleOf } = await import("./terminal.js");
  if (!styleOf(stream, process.env).progress) return undefined;
  const { ProgressLine } = await import("./progress.js");
  return new ProgressLine(stream);
}

function codeOf({ outcome, contracts }: RunResult, { check = false }: RunFlags): number {
  const hasErrors = contracts.some(
    ({ result, against }) => errorsOf([...result.diagnostics, ...(against?.diagnostics ?? [])]).length > 0,
  );
  if (outcome === "refused" || hasErrors) return exitCode.errors;
  if (check && outcome === "stale") return exitCode.stale;
  const isBreaking = contracts.some(({ against }) => fails(against?.changes ?? [], "callers"));
  return isBreaking ? exitCode.breaking : exitCode.ok;
}

async function initAction(wsdls: readonly string[], _flags: unknown, command: Command): Promise<void> {
  const { stdin: input, stdout: output } = process;
  const console = input.isTTY && output.isTTY ? { input, output } : undefined;
  if (wsdls.length === 0 && console === undefined) command.error("error: missing required argument 'wsdl'");
  const { initialize } = await import("./config/init.js");
  const { reportDiagnostics } = await import("./report.js");
  const { diagnostics, written } = await initialize(wsdls, command.optsWithGlobals<GenerateFlags>(), console);
  await reportDiagnostics(diagnostics);
  if (written === undefined) process.exitCode = exitCode.errors;
  else output.write(`${written} written\n`);
}

async function scaffoldAction(
  operation: string,
  wsdls: readonly string[],
  _flags: unknown,
  command: Command,
): Promise<void> {
  const { scaffold } = await import("./scaffold.js");
  const { reportDiagnostics } = await import("./report.js");
  const { diagnostics, written } = await scaffold(operation, wsdls, command.optsWithGlobals<ScaffoldFlags>());
  await reportDiagnostics(diagnostics);
  for (const path of written) print(`${path} written`);
  if (written.length === 0) process.exitCode = exitCode.errors;
}

async function diffAction(old: string, fresh: string, _flags: unknown, command: Command): Promise<void> {
  const flags = command.optsWithGlobals<DiffFlags>();
  const { format = "text", failOn = "callers", ...options } = flags;
  const { diffVersions } = await import("./diff.js");
  const { reportDiagnostics } = await import("./report.js");
  const { changes, diagnostics } = await diffVersions({ ...options, old, new: fresh });
  await reportDiagnostics(diagnostics);
  if (changes === undefined) {
    process.exitCode = exitCode.errors;
    return;
  }
  print(printChanges(changes, format));
  process.exitCode = fails(changes, failOn) ? exitCode.breaking : exitCode.ok;
}

async function explainAction(code: string): Promise<void> {
  const { explain } = await import("./report.js");
  const text = explain(code);
  if (text !== undefined) print(text);
  else {
    printError(
      `unknown diagnostic code ${JSON.stringify(code)}; codes are listed in docs/reference/diagnostics.md`,
    );
    process.exitCode = exitCode.errors;
  }
}
