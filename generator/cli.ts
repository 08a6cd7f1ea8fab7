import { Command, Option } from "commander";
import type { GenerateOptions } from "./options.js";
import { packageVersion } from "./write/generator-state.js";

/** Exit codes: what a script may rely on. */
const exitCode = {
  /** The output is current, or was brought up to date. */
  ok: 0,
  /** The contract or the command line has errors; nothing was written. */
  refused: 1,
  /** `--check`: the output is not current. */
  stale: 2,
  /** A mistake of the generator. */
  internal: 3,
} as const;

interface GenerateFlags extends Pick<GenerateOptions, "out" | "allow" | "lenient" | "check"> {
  readonly allowNetwork?: true;
  readonly allowPrivateNetwork?: true;
  readonly watch?: true;
  readonly json?: true;
}

/** Runs `messenger-gen` with the arguments of a process and sets its exit code. */
export async function run(argv: readonly string[]): Promise<void> {
  try {
    await program().parseAsync([...argv]);
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(
      `messenger-gen: a mistake of the generator; please report it with the contract.\n${detail}\n`,
    );
    process.exitCode = exitCode.internal;
  }
}

function program(): Command {
  const command = new Command("messenger-gen")
    .description("Writes TypeScript types, codecs, client and server skeleton for a WSDL.")
    .version(packageVersion())
    .argument("[wsdl...]", "WSDL documents of one contract (default: schema/messenger.wsdl)")
    .option("--out <dir>", "output folder (default: generated)")
    .option("--allow <dir...>", "folders outside that of the WSDL that imports may lead to")
    .option(
      "--allow-network",
      "fetch what has an address only, over HTTP or HTTPS, from public addresses; nothing is fetched without it",
    )
    .option("--allow-private-network", "the same, from loopback, private and link-local addresses, too")
    .option(
      "--lenient",
      "take what is not declared as open content, other mistakes for what is meant, with warnings",
    )
    .option("--check", "write nothing; exit 2 and show the differences when the output is not current")
    .addOption(new Option("--watch", "run again whenever the contract changes").conflicts("check"))
    .option("--json", "print the result and the diagnostics as JSON")
    .action(generateAction);
  command
    .command("scaffold <operation>")
    .description("write the stub of an operation and its test once, for a person to fill in")
    .action(scaffoldAction);
  command
    .command("explain <code>")
    .description("explain a diagnostic, for example MG2004")
    .action(explainAction);
  return command;
}

async function generateAction(wsdls: readonly string[], flags: GenerateFlags): Promise<void> {
  const { allowNetwork: network = false, allowPrivateNetwork: privateNetwork = false } = flags;
  const options = { ...flags, network, privateNetwork, wsdls };
  const once = async (): Promise<readonly string[]> => {
    const { generate } = await import("./index.js");
    const { reportJson, reportText } = await import("./report.js");
    const result = await generate(options);
    if (flags.json) reportJson(result);
    else reportText(result, options);
    process.exitCode =
      exitCode[result.outcome === "refused" || result.outcome === "stale" ? result.outcome : "ok"];
    return result.schema;
  };
  const schema = await once();
  if (!flags.watch) return;
  const { watchFiles } = await import("./watch.js");
  await watchFiles([...schema, ...wsdls], once);
}

async function scaffoldAction(operation: string, _flags: unknown, command: Command): Promise<void> {
  const { scaffold } = await import("./scaffold.js");
  const { reportDiagnostics } = await import("./report.js");
  const { diagnostics, written } = await scaffold(operation, command.optsWithGlobals<GenerateFlags>());
  reportDiagnostics(diagnostics);
  for (const path of written) process.stdout.write(`${path} written\n`);
  if (written.length === 0) process.exitCode = exitCode.refused;
}

async function explainAction(code: string): Promise<void> {
  const { explain } = await import("./explain.js");
  const text = explain(code);
  if (text !== undefined) process.stdout.write(`${text}\n`);
  else {
    process.stderr.write(`${JSON.stringify(code)} is not the code of a diagnostic\n`);
    process.exitCode = exitCode.refused;
  }
}
