/** The commands that use a contract at once, and their options. */
import { print, printError } from "../output.js";
import { InvalidArgumentError, Option, type Command } from "commander";
import { addReading, repeatedOption } from "../command-options.js";
import type { CallFlags } from "./call.js";
import type { GatewayFlags } from "./gateway.js";
import { CommandError, type LiveFlags } from "./live-options.js";
import type { MockFlags } from "./mock.js";

/** Exit codes of these commands besides those of the others. */
const callExitCode = {
  /** `call`: the service refused the call with a fault. */
  fault: 4,
  /** `call`: there was no usable response. */
  noResponse: 5,
} as const;

/**
 * Adds `show`, `call`, `explore`, `gateway` and `mock`. Options that the program has too are parsed by it: the commands have them for their help.
 */
export function addLiveCommands(program: Command): void {
  const command = (name: string, description: string): Command => {
    const made = program.command(name).description(description).helpOption("-h, --help", "print this help");
    addReading(made);
    return made.option(
      "--lenient",
      "treat undeclared types as xs:any content and repair common errors, of responses too, with warnings",
    );
  };
  command(
    "show <wsdl> [operation]",
    "Show the operations of a contract, or one with its types and a sample as JSON. Example: messenger-gen show service.wsdl Find",
  ).action(showAction);
  addCall(command);
  addExplore(command);
  addGateway(command);
  addMock(command);
}

type MakeCommand = (name: string, description: string) => Command;

function addExplore(command: MakeCommand): void {
  const explore = command(
    "explore <wsdl>",
    "Call the operations of a contract at a prompt, with completion. Example: messenger-gen explore service.wsdl",
  );
  addReaching(explore);
  explore
    .option("--username-token <file>", "file with user:password for a UsernameToken of WS-Security")
    .option("--verbose", "print both messages")
    .action(exploreAction);
}

function addCall(command: MakeCommand): void {
  const call = command(
    "call <wsdl> <operation>",
    'Call an operation with JSON, and print the response as JSON. Example: messenger-gen call service.wsdl Find --data \'{"name":"x"}\'',
  );
  call.option("--data <json>", "input: JSON, @FILE with JSON, or - for the standard input (default: {})");
  addReaching(call);
  call
    .addOption(
      new Option("--binding <name>", "binding (default: soap11, or the first of the operation)").choices([
        "soap11",
        "soap12",
        "httpGet",
        "httpPost",
      ]),
    )
    .option("--username-token <file>", "file with user:password for a UsernameToken of WS-Security")
    .option("--verbose", "print both messages")
    .action(callAction);
}

function addGateway(command: MakeCommand): void {
  const gateway = command(
    "gateway [wsdl...]",
    "Serve JSON in front of the service of a contract. Example: messenger-gen gateway https://example.com/service?wsdl --port 8080",
  );
  gateway
    .option("--config <file>", "configuration file with a contract, for example with rest")
    .addOption(
      repeatedOption(
        "--only <dir>",
        "use only the contract of the configuration file with this output folder",
      ),
    )
    .addOption(repeatedOption("--service <name>", "serve this service (default: the only one)"));
  addReaching(gateway);
  gateway
    .addOption(
      repeatedOption(
        "--pass-header <name>",
        "HTTP header that is passed on from callers, for example authorization",
      ),
    )
    .option("--port <number>", "port to listen on, 0 for any (default: 8080)")
    .option("--host <address>", "address to listen on (default: 127.0.0.1)")
    .option("--path <path>", "path of the interface (default: the name of the service)")
    .option("--public-url <url>", "URL of the gateway for callers, without the path")
    .option("--verbose", "print a line for each call")
    .action(gatewayAction);
}

function addMock(command: MakeCommand): void {
  command(
    "mock <wsdl>",
    "Serve a contract with its samples as answers. Example: messenger-gen mock service.wsdl --port 8080 --answers answers.json",
  )
    .addOption(repeatedOption("--service <name>", "serve this service (default: the only one)"))
    .option("--answers <file>", "JSON with the outputs of operations by their names, in place of samples")
    .addOption(
      new Option("--delay <ms>", "milliseconds before each answer (default: 0)").argParser(wholeNumber),
    )
    .option("--port <number>", "port to listen on, 0 for any (default: 8080)")
    .option("--host <address>", "address to listen on (default: 127.0.0.1)")
    .option("--verbose", "print a line for each call")
    .action(mockAction);
}

function addReaching(command: Command): void {
  command
    .option("--endpoint <url>", "address of the service (default: that in the contract)")
    .addOption(
      new Option("--timeout <ms>", "milliseconds that a call may take (default: 30000)").argParser(
        wholeNumber,
      ),
    )
    .addOption(
      new Option("--max-response <bytes>", "bytes that a response may have (default: 8388608)").argParser(
        wholeNumber,
      ),
    );
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65535)
    throw new CommandError(
      `${text} is no port to listen on`,
      "Write a number up to 65535, or 0 for any free port.",
    );
  return port;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("Write a whole number.");
  return Number(text);
}

/** Runs a command; what its user has to correct is two lines and the exit code 1. */
async function contained(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    printError(`messenger-gen: ${error.message}\n  ${error.hint}`);
    process.exitCode = 1;
  }
}

function showAction(
  wsdl: string,
  operation: string | undefined,
  _: unknown,
  command: Command,
): Promise<void> {
  return contained(async () => {
    const { shownContract } = await import("./show.js");
    const text = await shownContract(wsdl, operation, command.optsWithGlobals<LiveFlags>());
    print(text);
  });
}

function exploreAction(wsdl: string, _: unknown, command: Command): Promise<void> {
  return contained(async () => {
    const { explore } = await import("./explore.js");
    await explore(wsdl, command.optsWithGlobals<CallFlags>(), {
      input: process.stdin,
      output: process.stdout,
    });
  });
}

function callAction(wsdl: string, operation: string, _: unknown, command: Command): Promise<void> {
  return contained(async () => {
    const { callOperation } = await import("./call.js");
    const flags = command.optsWithGlobals<CallFlags>();
    const { outcome, document, message, hint } = await callOperation(wsdl, operation, flags, (line) => {
      printError(line);
    });
    if (document !== "") print(JSON.stringify(JSON.parse(document), undefined, 2));
    if (message === undefined) return;
    printError(`messenger-gen: ${message}\n  ${hint ?? ""}`);
    process.exitCode = outcome === "fault" ? callExitCode.fault : callExitCode.noResponse;
  });
}

/** The program has `--port` for the name of a port of the contract. */
interface GivenPort {
  readonly port?: readonly string[];
}

function mockAction(wsdl: string, _: unknown, command: Command): Promise<void> {
  return contained(async () => {
    const { startMock } = await import("./mock.js");
    const { port, ...flags } = command.optsWithGlobals<MockFlags & GivenPort>();
    const last = port?.at(-1);
    const mock = await startMock(wsdl, flags, last === undefined ? undefined : portOf(last));
    print(`${mock.service}: ${mock.operations} operations with samples at ${mock.url}`);
    stopOnSignal(mock);
  });
}

function stopOnSignal({ close }: { readonly close: () => Promise<void> }): void {
  const stop = (): void => {
    void close();
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
}

function gatewayAction(wsdls: readonly string[], _: unknown, command: Command): Promise<void> {
  return contained(async () => {
    const { startGateway } = await import("./gateway.js");
    const { port, ...flags } = command.optsWithGlobals<GatewayFlags & GivenPort>();
    const last = port?.at(-1);
    const gateway = await startGateway(wsdls, flags, last === undefined ? undefined : portOf(last));
    const { url, endpoint, service, operations } = gateway;
    print(
      `${service}: ${operations} operations as JSON at ${url}\n  in front of ${endpoint}\n  ${url}/ (reference), ${url}/openapi.json`,
    );
    stopOnSignal(gateway);
  });
}
