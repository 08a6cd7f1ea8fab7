import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type * as soap from "soap";
// Not the package itself: its clients and its class for WSDLs bring an HTTP client, 80 ms and 20 MB.
import { Server } from "soap/lib/server.js";
import { type CallContext, type CallLog, ServiceFault, type SoapVersion } from "messenger-gen-runtime";
import {
  type CallHandler,
  type AnyOperation,
  bindings,
  faultOf,
  type KeepBlocks,
  type ServiceIndex,
} from "messenger-gen-runtime/host";
import { securityHeader } from "messenger-gen-runtime/interceptors";
import type { ServedWsdl } from "../documents/served-wsdl.js";
import { describeSoap, type SoapDescription } from "./description.js";
import { HandOver } from "./hand-over.js";
import { HostedCall, hostedCallOf } from "./hosted-call.js";
import { byName } from "./own-names.js";
import { inEnvelope } from "./printed.js";
import { WsdlObject } from "./wsdl-object.js";

/**
 * Called with the node-soap server of each SOAP version before the service listens; a throw ends the start. The place to set
 * `authorizeConnection`, `authenticate` and `log`, to call `addSoapHeader`, and to listen to `request`, `headers` and `response`.
 */
export type SoapServerHook = (server: Server, version: SoapVersion) => void;

/** Options of the hosts of both SOAP versions. */
export interface SoapHostOptions {
  readonly index: ServiceIndex;
  readonly wsdl: ServedWsdl;
  /** Runs the operation and encodes its result or fault; never rejects. */
  readonly answer: CallHandler;
  readonly log: CallLog;
  readonly onSoapServer?: SoapServerHook | undefined;
  /** A request with a Timestamp gets a response with one. */
  readonly soapTimestamps?: boolean | undefined;
}

/** The hosts of both SOAP versions. */
export interface SoapHosts {
  readonly answers: Readonly<Record<SoapVersion, CallHandler>>;
  /** Asks the program about a request, of which only the HTTP headers have been read. */
  authorize(req: IncomingMessage, res: ServerResponse, version: SoapVersion): boolean | Promise<boolean>;
  /** The program decides by `authorize`. */
  readonly mayRefuse: boolean;
  readonly understands: KeepBlocks;
}

/** Describes the service to node-soap, once for each version. */
export function soapHosts(options: SoapHostOptions): SoapHosts {
  const hosts = { soap11: soapHost("soap11", options), soap12: soapHost("soap12", options) };
  return {
    answers: { soap11: hosts.soap11.answer, soap12: hosts.soap12.answer },
    authorize: (req, res, version) => hosts[version].authorize(req, res),
    get mayRefuse() {
      return hosts.soap11.asks || hosts.soap12.asks;
    },
    understands: ({ namespace, name }, version) =>
      hosts[version].authenticates && namespace === securityHeader.namespace && name === securityHeader.name,
  };
}

/** The host of one SOAP version. */
interface SoapHost {
  readonly answer: CallHandler;
  /** The program decides about calls by their Security header. */
  readonly authenticates: boolean;
  /** The program decides about requests by their HTTP headers. */
  readonly asks: boolean;
  /** Asks it about a request, of which only the HTTP headers have been read. */
  authorize(req: IncomingMessage, res: ServerResponse): boolean | Promise<boolean>;
}

/**
 * Passes the calls of one SOAP version through node-soap's `Server`, which has the contract of the service without types. It gets texts
 * that our reader has accepted, never bytes of a request.
 */
function soapHost(version: SoapVersion, options: SoapHostOptions): SoapHost {
  const { index, log, onSoapServer, soapTimestamps: timestamps = false } = options;
  const description = describeSoap(index, version, options.wsdl.names);
  const wsdl = new WsdlObject(description, () => (packages("soap") as typeof soap).WSDL);
  const server = serverOf(wsdl, servicesOf(description, options.answer));
  const handOver = new HandOver(server, wsdl, { log, timestamps });
  onSoapServer?.(server, version);
  const described = new Map(description.operations.map((each) => [each.operation, each]));
  const answer: CallHandler = (decoded, context) => {
    const operation = described.get(decoded.operation);
    if (operation === undefined) throw new Error(`${decoded.operation.name} is not in the description.`);
    const hosted = new HostedCall(decoded, context, operation);
    return handOver.pass(hosted).then(({ body, statusCode }) => {
      const { response, isPrinted, printed = body, refusal } = hosted;
      if (response === undefined)
        return bindings[version].encodeFault(refusalOf(refusal, statusCode, body, context));
      return handOver.isPlain || !isPrinted ? response : inEnvelope(response, printed, body, version);
    });
  };
  return {
    answer,
    get authenticates() {
      return handOver.authenticates;
    },
    get asks() {
      return hasAuthorization(server);
    },
    authorize: (req, res) => !hasAuthorization(server) || server.authorizeConnection(req, res),
  };
}

/** The types of node-soap say that it always has. */
function hasAuthorization(server: Partial<Pick<Server, "authorizeConnection">>): boolean {
  return server.authorizeConnection !== undefined;
}

const packages = createRequire(import.meta.url);
const path = "/";

/** A server of node-soap without an HTTP server. Of its WSDL it uses what `WsdlObject` has: a test compares them. */
function serverOf(wsdl: WsdlObject, services: soap.IServices): Server {
  const options = { path, services, enableChunkedEncoding: false };
  return new Server(null, path, services, wsdl as unknown as soap.WSDL, options);
}

/** The methods that node-soap calls: each runs its operation, and encodes the output while an error is still a fault. */
function servicesOf({ service, port, operations }: SoapDescription, answer: CallHandler): soap.IServices {
  const methodOf =
    (operation: AnyOperation) =>
    async (input: unknown, _done: unknown, _headers: unknown, request: unknown): Promise<HostedCall> => {
      const hosted = hostedCallOf(request);
      const { decoded, context } = hosted;
      const isDecoded = input === decoded.input && operation === decoded.operation;
      hosted.response = await answer(isDecoded ? decoded : { ...decoded, operation, input }, context);
      return hosted;
    };
  const methods = byName(operations.map(({ name, operation }) => [name, methodOf(operation)] as const));
  return byName([[service, byName([[port, methods]])]]);
}

/** Response of node-soap if no method has run: `authenticate` refused, or something of node-soap or of the program failed. */
function refusalOf(error: unknown, status: number, body: string, context: CallContext): ServiceFault {
  if (error !== undefined) return faultOf(error, context);
  if (status === 401) return new ServiceFault("InvalidValue", "The caller is not authenticated.");
  return faultOf(new Error(`node-soap did not run the call: ${body}`), context);
}
