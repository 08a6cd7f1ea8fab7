/** `messenger-gen mock`: a service that answers with samples, over every binding of its contract. */
import { readFileSync } from "node:fs";
import type { DescriptionDocuments, RunningServer } from "messenger-gen-host";
import type { JsonMessage, JsonService } from "messenger-gen-runtime/json";
import { Diagnostics } from "../diagnostics.js";
import { liveContract, operationNamed, type LiveContract, type LiveService } from "../live/contract.js";
import { type DocumentFiles, type ContractFile, locationIn } from "../read/contract.js";
import { isAddress } from "../read/names.js";
import { reasonOf } from "../read/source.js";
import { errorLog, onlyService } from "./gateway.js";
import { checked, CommandError, contractOptions, hostPackage, type LiveFlags } from "./live-options.js";

/** Options of the command line. */
export interface MockFlags extends Omit<LiveFlags, "port" | "endpoint" | "timeout" | "usernameToken"> {
  /** Address to listen on. */
  readonly host?: string;
  /** File with outputs as JSON, by operation. */
  readonly answers?: string;
  /** Milliseconds before each answer. */
  readonly delay?: number;
  readonly verbose?: true;
}

/** A mock that runs. */
export interface RunningMock {
  readonly url: string;
  readonly service: string;
  readonly operations: number;
  close(): Promise<void>;
}

const defaultPort = 8080;

/**
 * Starts a mock of the service of a contract.
 *
 * @param port to listen on, 0 for any
 * @throws CommandError
 */
export async function startMock(
  wsdl: string,
  flags: MockFlags,
  port: number = defaultPort,
): Promise<RunningMock> {
  const diagnostics = new Diagnostics();
  const live = await checked(await liveContract(contractOptions([wsdl], flags), diagnostics), diagnostics);
  const found = onlyService(live);
  const { name, operations } = found.plan;
  const { mockService } = await import("messenger-gen-runtime/testing");
  const answers = flags.answers === undefined ? {} : await answersOf(flags.answers, found);
  const samples = samplesOf(live, found);
  const mock = mockService<object>(found.service, answers, { samples, delay: flags.delay ?? 0 });
  const server = await served(found, live.documents, mock.implementation, flags, port);
  const url = `${new URL(server.url).origin}/${encodeURIComponent(name)}`;
  return { url, service: name, operations: operations.length, close: () => server.close() };
}

function samplesOf(
  { load }: LiveContract,
  { plan }: LiveService,
): Record<string, { readonly output: unknown }> {
  return load("samples")[plan.samplesConstant] as Record<string, { readonly output: unknown }>;
}

/** Handlers with the outputs of a file, which are checked as documents of JSON are. */
async function answersOf(file: string, { plan, json }: LiveService): Promise<Record<string, () => unknown>> {
  const { JsonError, parseJson } = await import("messenger-gen-runtime/json");
  const handlers = Object.entries(answersIn(file)).map(([name, answer]) => {
    const operation = operationNamed(plan, name);
    if (operation === undefined)
      throw new CommandError(
        `${file} names the operation ${name}, which ${plan.name} does not have`,
        `Operations: ${plan.operations.map((each) => each.name).join(", ")}.`,
      );
    const message = outputOf(json, operation.method);
    try {
      const value =
        message === undefined ? undefined : parseJson(contentOf(message), JSON.stringify(answer)).value;
      return [operation.method, () => value] as const;
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      throw new CommandError(`${file}: ${name}${error.message}`, "Correct the output.");
    }
  });
  return Object.fromEntries(handlers);
}

type OutputMessage = NonNullable<JsonService[string][number]["messages"]["output"]>;

function outputOf(json: JsonService, method: string): OutputMessage | undefined {
  return json[method]?.[0]?.messages.output;
}

/** A message without its headers. */
function contentOf({ read }: OutputMessage): JsonMessage<unknown> {
  return { read, write: () => undefined };
}

function answersIn(file: string): object {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${reasonOf(error)}`, "Correct --answers.");
  }
  try {
    const answers: unknown = JSON.parse(text);
    if (typeof answers === "object" && answers !== null && !Array.isArray(answers)) return answers;
  } catch {
    // As for a document of another kind.
  }
  throw new CommandError(`${file} is no object of JSON`, 'Write { "Operation": output, ... }.');
}

async function served(
  { plan, service }: LiveService,
  documents: DocumentFiles,
  implementation: object,
  { host = "127.0.0.1", verbose }: MockFlags,
  port: number,
): Promise<RunningServer> {
  const { serve, servedDocuments, servedHosts } = await hostPackage();
  const [wsdl] = documents.files;
  try {
    return await serve<object>({
      service,
      implementation,
      wsdl: servedDocuments(wsdl?.path ?? "", readDocuments(documents)),
      mounts: [{ path: `/${encodeURIComponent(plan.name)}`, compatibility: "strict", withoutAction: true }],
      host,
      port,
      servesHost: servedHosts(host, undefined),
      log: verbose === true ? errorLog : undefined,
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Only errors of the system have one: the address cannot be listened on.
    const hint =
      "syscall" in error
        ? "Correct --port or --host."
        : "A mock serves its documents as they are: correct them, or test with mockTransport in a program.";
    throw new CommandError(error.message, hint);
  }
}

/** What a host serves: the documents as they were read, files and what a network, a map or a catalog has in place of them. A document from an address is named by its number and its last word: the address may hold a secret. */
function readDocuments({ files, targets }: DocumentFiles): DescriptionDocuments {
  const byPath = new Map(files.map((each) => [each.path, each]));
  const found = (path: string): ContractFile => {
    const file = byPath.get(path);
    if (file === undefined) throw new Error(`${path} is not among the documents of the contract`);
    return file;
  };
  return {
    target(location, from) {
      // Relative to a document, one that was not read is not there; an address stays as it is.
      const read = targets.get(locationIn(found(from).file, location));
      return read ?? (isAddress(location) ? undefined : location);
    },
    has: (path) => byPath.has(path),
    read: (path) => found(path).bytes,
    nameOf: (path) =>
      isAddress(path) ? `${files.indexOf(found(path))}-${lastWordOf(path)}` : found(path).file,
  };
}

function lastWordOf(address: string): string {
  return /([^/?#]*)\/?(?:[?#].*)?$/s.exec(address)?.[1] ?? "";
}
