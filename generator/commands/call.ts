/** `messenger-gen call`: one call of a service, with JSON in and out. */
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import type { CallOptions, ClientOptions, TransportRequest, TransportResponse } from "messenger-gen-runtime";
import type { CallBinding } from "messenger-gen-runtime/host";
import type { Interceptor } from "messenger-gen-runtime/interceptors";
import type { JsonCall } from "messenger-gen-runtime/json";
import { Diagnostics } from "../diagnostics.js";
import type { LiveCall } from "../live/connected.js";
import { operationNamed } from "../live/contract.js";
import { liveOperation, type LiveOperation } from "../live/one-operation.js";
import { settingsOf } from "../options.js";
import type { OperationPlan, ServicePlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { planContract } from "../stages.js";
import {
  checked,
  CommandError,
  contractOptions,
  reached,
  transportOptions,
  type LiveFlags,
} from "./live-options.js";
import { readingResponses } from "./departures.js";
import { detailText, hintOf } from "./failure-text.js";

/** Options of the command line. */
export interface CallFlags extends LiveFlags {
  /** A JSON document; `@FILE` and `-` name one. */
  readonly data?: string;
  readonly binding?: CallBinding;
  readonly verbose?: true;
}

/** Result of a call. */
export interface Called {
  /** `fault`: the service refused the call. `failed`: it gave no usable response. */
  readonly outcome: "output" | "fault" | "failed";
  /** JSON text of the output, or of the detail of a fault; empty for none. */
  readonly document: string;
  /** Why there is no output. */
  readonly message?: string;
  readonly hint?: string;
}

/** Writes what `--verbose` shows. */
export type Show = (line: string) => void;

/**
 * Calls an operation of a contract.
 * @throws CommandError
 */
export async function callOperation(
  wsdl: string,
  name: string,
  flags: CallFlags,
  show: Show,
): Promise<Called> {
  const session = await openSession(wsdl, flags, show);
  try {
    return await session.call(name, flags.data);
  } finally {
    session.close();
  }
}

/** A contract whose operations are called, over one connection for each service. */
export interface Session {
  readonly plan: Plan;
  /**
   * @param data as in `CallFlags`
   * @throws CommandError
   */
  call(name: string, data: string | undefined): Promise<Called>;
  close(): void;
}

/**
 * Plans the whole contract; the code of an operation is generated when it is called first.
 * @throws CommandError for a contract that cannot be used
 */
export async function openSession(
  wsdl: string,
  { binding, verbose, ...live }: CallFlags,
  show: Show,
): Promise<Session> {
  const diagnostics = new Diagnostics();
  const settings = settingsOf({ ...contractOptions([wsdl], live), json: true });
  const plan = await checked((await planContract(settings, diagnostics)).plan, diagnostics);
  const { nodeTransport } = await import("messenger-gen-runtime/node");
  const isLenient = live.lenient === true;
  const { departures, interceptors: reading } = await readingResponses(isLenient, ({ kind, path }) => {
    show(`accepted: ${path === "" ? kind : `${kind} at ${path}`}`);
  });
  const interceptors = [
    ...reading,
    ...(live.usernameToken === undefined ? [] : [await usernameToken(live.usernameToken)]),
    ...(verbose === true ? [await shown(show)] : []),
  ];
  const connections = new Map<ServicePlan, ClientOptions & { readonly transport: { close(): void } }>();
  const connectionTo = (service: ServicePlan): ClientOptions => {
    const known = connections.get(service);
    if (known !== undefined) return known;
    const { url, headers, agent } = reached(service.url, [wsdl], live);
    const transport = nodeTransport({ url, agent, ...transportOptions(live) });
    const made = { transport, headers, interceptors, departures, timeout: live.timeout };
    connections.set(service, made);
    return made;
  };
  const operations = new Map<OperationPlan, Promise<LiveOperation>>();
  const operationOf = (service: ServicePlan, operation: OperationPlan): Promise<LiveOperation> => {
    const known = operations.get(operation) ?? liveOperation(plan, service, operation);
    operations.set(operation, known);
    return known;
  };
  return {
    plan,
    call: async (name, data) => {
      const { service, operation } = found(plan, name);
      const { json, connect } = await operationOf(service, operation);
      const input = await inputOf(json, data, `messenger-gen show ${wsdl} ${name}`);
      return called(connect(connectionTo(service)), json, input, { binding, isLenient });
    },
    close: () => {
      for (const { transport } of connections.values()) transport.close();
    },
  };
}

function found(
  { services }: Plan,
  name: string,
): { readonly service: ServicePlan; readonly operation: OperationPlan } {
  for (const service of services) {
    const operation = operationNamed(service, name);
    if (operation !== undefined) return { service, operation };
  }
  const known = services.flatMap(({ operations }) => operations.map((each) => each.name));
  throw new CommandError(
    `the contract has no operation ${JSON.stringify(name)}`,
    `Operations: ${known.join(", ")}.`,
  );
}

interface Input {
  readonly value: unknown;
  readonly headers: unknown;
}

async function inputOf({ messages }: JsonCall, data: string | undefined, command: string): Promise<Input> {
  const { JsonError, parseJson } = await import("messenger-gen-runtime/json");
  try {
    // The operation has the types of its message.
    return parseJson(messages.input as Parameters<typeof parseJson>[0], await documentOf(data));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new CommandError(
      `the input is refused (${error.code}): ${error.message}`,
      `${command} prints its types and a sample.`,
    );
  }
}

async function documentOf(data = "{}"): Promise<string | Uint8Array> {
  if (data === "-") return text(process.stdin);
  if (!data.startsWith("@")) return data;
  try {
    return readFileSync(data.slice(1));
  } catch (error) {
    throw new CommandError(
      `the file of --data cannot be read: ${error instanceof Error ? error.message : "unknown"}`,
      "Write --data '{...}', --data @FILE, or --data - for the standard input.",
    );
  }
}

async function called(
  call: LiveCall,
  { messages }: JsonCall,
  input: Input,
  { binding, isLenient }: { readonly binding: CallBinding | undefined; readonly isLenient: boolean },
): Promise<Called> {
  const { printJson } = await import("messenger-gen-runtime/json");
  let headers: unknown;
  const options: CallOptions = {
    ...(binding === undefined ? {} : { binding }),
    ...(input.headers === undefined ? {} : { soapHeaders: input.headers as never }),
    onHeaders: (given: unknown) => {
      headers = given;
    },
  };
  try {
    const output = await call(input.value, options);
    if (messages.output === undefined) return { outcome: "output", document: "" };
    return {
      outcome: "output",
      document: printJson(
        messages.output as Parameters<typeof printJson>[0],
        output,
        headers as never,
        isLenient,
      ),
    };
  } catch (error) {
    return failure(error, messages, isLenient);
  }
}

async function failure(
  error: unknown,
  { faults }: JsonCall["messages"],
  isLenient: boolean,
): Promise<Called> {
  const { ClientError, DetailFault, ServiceFault, UndeclaredFault } = await import("messenger-gen-runtime");
  const { printJson } = await import("messenger-gen-runtime/json");
  if (error instanceof ClientError) {
    const message = `no response (${error.code}): ${error.message}`;
    return { outcome: "failed", document: "", message, hint: hintOf(error) };
  }
  if (!(error instanceof ServiceFault)) throw error;
  const [name, declared] = Object.entries(faults).find(([, each]) => error instanceof each.error) ?? [];
  const isDeclared = error instanceof DetailFault && declared !== undefined;
  const detail = error instanceof UndeclaredFault ? `\n  ${await detailText(error.detail)}` : "";
  const why =
    error.cause instanceof Error
      ? `\n  not as declared, at ${error.path ?? "the detail"}: ${error.cause.message}`
      : "";
  return {
    outcome: "fault",
    document: isDeclared ? printJson(declared as never, error.detail as never, undefined, isLenient) : "",
    message: `${name ?? "fault"}${error.code === undefined ? "" : ` (${error.code})`}: ${error.message}${detail}${why}`,
    hint: "The service refused the call. --verbose prints the messages.",
  };
}

const security = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const passwordText =
  "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText";

/** WS-Security with the user and password of a file, as text. */
async function usernameToken(file: string): Promise<Interceptor> {
  const [{ element }, { sendSoapHeaders }] = await Promise.all([
    import("messenger-gen-runtime"),
    import("messenger-gen-runtime/interceptors"),
  ]);
  const [, user, password] = /^([^:\r\n]*):([^\r\n]*)/.exec(fileText(file)) ?? [];
  if (user === undefined || password === undefined)
    throw new CommandError(
      "the file of --username-token does not contain user:password",
      "Write them on its first line.",
    );
  const attributes = { Type: passwordText };
  const token = element(
    "UsernameToken",
    [
      element("Username", [user], { namespace: security }),
      element("Password", [password], { namespace: security, attributes }),
    ],
    { namespace: security },
  );
  return sendSoapHeaders([element("Security", [token], { namespace: security })], { mustUnderstand: true });
}

function fileText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new CommandError(
      `the file of --username-token cannot be read: ${error instanceof Error ? error.message : "unknown"}`,
      "Name a file with user:password.",
    );
  }
}

/** Headers whose values are secret. */
const secret = /^(?:authorization|proxy-authorization|cookie|set-cookie)$/i;

/** Shows the messages of a call as they are sent. */
async function shown(show: Show): Promise<Interceptor> {
  const { interceptExchange } = await import("messenger-gen-runtime/interceptors");
  return interceptExchange(async (request, send) => {
    for (const line of requestLines(request)) show(`> ${line}`);
    const response = await send(request);
    for (const line of responseLines(response)) show(`< ${line}`);
    return response;
  });
}

function requestLines({ method, target, headers, body }: TransportRequest): readonly string[] {
  const named = Object.entries(headers).map(
    ([name, value]) => `${name}: ${secret.test(name) ? "(secret)" : value}`,
  );
  return [`${method} ${target === "" ? "(address of the service)" : target}`, ...named, "", ...linesOf(body)];
}

function responseLines({ status, contentType, body }: TransportResponse): readonly string[] {
  const type = contentType === undefined ? [] : [`content-type: ${contentType}`];
  return [`status ${status}`, ...type, "", ...linesOf(body)];
}

function linesOf(body: string | Uint8Array | undefined): readonly string[] {
  if (body === undefined || body.length === 0) return [];
  return (typeof body === "string" ? body : new TextDecoder().decode(body)).split("\n");
}
