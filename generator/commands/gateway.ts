/** `messenger-gen gateway`: JSON in front of the service of a contract. */
import { printError } from "../output.js";
import type { RunningServer } from "messenger-gen-host";
import type { CallLog } from "messenger-gen-runtime";
import type { ContractConfig } from "../config/config.js";
import { selectContracts } from "../config/contracts.js";
import { Diagnostics } from "../diagnostics.js";
import { wsdlsOf } from "../options.js";
import type { LiveClient } from "../live/connected.js";
import { liveContract, type LiveContract, type LiveService } from "../live/contract.js";
import { readingResponses, type ShownDeparture } from "./departures.js";
import {
  checked,
  CommandError,
  contractOptions,
  hostPackage,
  reached,
  transportOptions,
  type LiveFlags,
} from "./live-options.js";

/** Options of the command line. */
export interface GatewayFlags extends Omit<LiveFlags, "port" | "usernameToken"> {
  readonly config?: string;
  readonly only?: readonly string[];
  /** Address to listen on. */
  readonly host?: string;
  /** Path of the interface (default: the name of the service). */
  readonly path?: string;
  /** URL of the gateway for its callers. */
  readonly publicUrl?: string;
  /** HTTP headers that are passed on from callers. */
  readonly passHeader?: readonly string[];
  readonly verbose?: true;
}

/** A gateway that runs. */
export interface RunningGateway {
  /** URL of the interface. */
  readonly url: string;
  /** URL of the service behind it. */
  readonly endpoint: string;
  readonly service: string;
  readonly operations: number;
  close(): Promise<void>;
}

const defaultPort = 8080;
const loopback = "127.0.0.1";

/**
 * Starts a gateway for the contract of a command line, or the only one of the configuration file.
 *
 * @param port to listen on, 0 for any
 * @throws CommandError
 */
export async function startGateway(
  wsdls: readonly string[],
  flags: GatewayFlags,
  port: number = defaultPort,
): Promise<RunningGateway> {
  const diagnostics = new Diagnostics();
  const contract = await contractOf(wsdls, flags, diagnostics);
  const named = contractOptions(wsdlsOf(contract), contract);
  const live = await checked(await liveContract(named, diagnostics), diagnostics);
  const service = onlyService(live);
  const { name, url: address, operations } = service.plan;
  const behind = reached(address, wsdlsOf(contract), { ...contract, endpoint: flags.endpoint });
  const { nodeTransport } = await import("messenger-gen-runtime/node");
  const { url: endpoint, headers, agent } = behind;
  const transport = nodeTransport({ url: endpoint, agent, ...transportOptions(flags) });
  const reading = await readingResponses(contract.lenient === true, departureLog(flags.verbose === true));
  const client = service.connect({ transport, headers, timeout: flags.timeout, ...reading });
  const isLenient = contract.lenient === true;
  const server = await served({ service, client, openApi: live.openApi, isLenient }, flags, port);
  const close = async (): Promise<void> => {
    await server.close();
    transport.close();
  };
  return { url: server.url, endpoint, service: name, operations: operations.length, close };
}

async function contractOf(
  wsdls: readonly string[],
  flags: GatewayFlags,
  diagnostics: Diagnostics,
): Promise<ContractConfig> {
  const { contracts } = await checked(await selectContracts(wsdls, flags, diagnostics), diagnostics);
  const [contract, ...others] = contracts;
  if (contract !== undefined && others.length === 0) return contract;
  throw new CommandError(
    "the configuration file has several contracts",
    "Choose one by its output folder, with --only.",
  );
}

interface Front {
  readonly service: LiveService;
  readonly client: LiveClient;
  readonly openApi: string;
  readonly isLenient: boolean;
}

async function served(
  { service: { plan, service, json }, client, openApi, isLenient }: Front,
  { host = loopback, path, publicUrl, passHeader = [], verbose }: GatewayFlags,
  port: number,
): Promise<RunningServer> {
  const { gateway, servedJson } = await import("messenger-gen-runtime/json");
  const { serve, servedHosts } = await hostPackage();
  try {
    return await serve<object>({
      service,
      implementation: gateway<object>(service, client, { passHeaders: passHeader }),
      json: servedJson(service, json, {
        path: path ?? `/${encodeURIComponent(plan.name)}`,
        openApi,
        host: { partial: isLenient },
      }),
      mounts: [],
      host,
      port,
      publicUrl,
      servesHost: servedHosts(host, publicUrl),
      log: verbose === true ? errorLog : undefined,
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new CommandError(error.message, "Correct --port, --host or --path.");
  }
}

/** Departures that are shown once each: names of elements may be of any number. */
const mostShown = 1_000;

/** Logs departures of the service behind: all, or each kind once at its place. */
function departureLog(showsAll: boolean): (departure: ShownDeparture) => void {
  const shown = new Set<string>();
  return (departure) => {
    const { operation = "", kind, path } = departure;
    const key = `${operation} ${kind} ${path}`;
    if (!showsAll && (shown.has(key) || shown.size === mostShown)) return;
    shown.add(key);
    errorLog.warn({ ...departure }, "response_departs");
  };
}

/** The service of a contract that has one. @throws CommandError */
export function onlyService({ services }: LiveContract): LiveService {
  const [service, ...others] = services;
  if (service === undefined) throw new CommandError("the contract has no service", "Add one to the WSDL.");
  if (others.length === 0) return service;
  const names = services.map(({ plan }) => plan.name).join(", ");
  throw new CommandError("the contract has several services", `Choose one with --service: ${names}.`);
}

/** One line of JSON for each event, on the standard error stream. */
export const errorLog: CallLog = { info: logLine("info"), warn: logLine("warn"), error: logLine("error") };

function logLine(level: string): CallLog["info"] {
  return (fields, event) => {
    const shown = Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? value.message : value,
    ]);
    const line = { time: new Date().toISOString(), level, event, ...(Object.fromEntries(shown) as object) };
    printError(JSON.stringify(line));
  };
}
