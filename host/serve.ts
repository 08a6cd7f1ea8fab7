import { createSecureContext } from "node:tls";
import { type CallLog, multipartRelated, type ServiceDescriptor } from "messenger-gen-runtime";
import {
  type CallHandler,
  callHandler,
  bindingsWith,
  type CallBinding,
  type ForbiddenCharacters,
  type HeaderGuard,
  methodsOf,
  serviceIndex,
} from "messenger-gen-runtime/host";
import type { ServedJson } from "messenger-gen-runtime/json";
import { containedLog, once } from "./tasks.js";
import type { OperationSample } from "./documents/sample-messages.js";
import { proxyTrust, type ProxyTrust } from "./http/caller-address.js";
import { documentsOf, homePage, type DocumentSources } from "./documents/documents.js";
import type { FixedResponse } from "./http/fixed-response.js";
import type { CallObserver } from "./http/call-observer.js";
import { FrontEnd, type FrontEndOptions } from "./http/front-end.js";
import type { Load } from "./http/request-resources.js";
import { defaultLimits, type Limits } from "./http/limits.js";
import { openListener, readTls, type TlsFiles } from "./http/listener.js";
import type { Documents, Mount, ServedPath } from "./http/mount.js";
import { JsonMount } from "./http/json-mount.js";
import type { StaticFiles } from "./http/static-files.js";
import { stopListener } from "./http/stopping.js";
import { referenceOf } from "./reference/served-pages.js";
import { readServedWsdl, type ServedWsdl } from "./documents/served-wsdl.js";
import { type SoapServerHook, soapHosts } from "./soap/soap-server.js";

/** A service and how its requests are handled. */
export interface HandlerOptions<Implementation> {
  /** Generated: for example `Messenger`. */
  readonly service: ServiceDescriptor<Implementation>;
  /** Has the method of every operation: for example an instance of a subclass of `UnimplementedMessengerService`. */
  readonly implementation: NoInfer<Implementation>;
  /**
   * The WSDL file the service was generated from, or what `readServedWsdl` has read; documents that it refers to are read from the same
   * folder and served too. Not needed without mounts.
   */
  readonly wsdl?: string | ServedWsdl | undefined;
  /** Folders outside that of the WSDL file that its imports may refer to; documents read there are served too. */
  readonly allow?: readonly string[] | undefined;
  /** Files by the location that they are read for, as `map` of the generator; they are served too. Default: none. */
  readonly map?: Readonly<Record<string, string>> | undefined;
  /** Generated: for example `messengerSamples`; help pages show them as messages. Default: none are shown. */
  readonly samples?: Readonly<Partial<Record<keyof NoInfer<Implementation>, OperationSample>>> | undefined;
  /** The paths of the service, each with its compatibility mode; there may be none beside `json`. */
  readonly mounts: readonly Mount[];
  /**
   * The service as JSON, at a path of its own: `servedJson` of `messenger-gen-runtime/json`. A path below that of a mount takes the place
   * of what HTTP GET and HTTP POST have there. Default: none.
   */
  readonly json?: ServedJson | undefined;
  /** Target namespace in messages and in the WSDL, when it is another than that of the contract. */
  readonly namespace?: string | undefined;
  /**
   * Whether bytes in SOAP responses are MIME parts (MTOM): always, never, or, by default, if the request used MTOM or
   * has `application/xop+xml` in Accept. Both formats are read.
   */
  readonly mtom?: boolean | undefined;
  /** Characters in responses that XML does not allow; default: `replace`, by U+FFFD. */
  readonly forbiddenCharacters?: ForbiddenCharacters | undefined;
  /** Addresses or CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustProxy?: readonly string[] | undefined;
  /** Decides about calls by SOAP headers that the contract does not declare: for example `usernameTokens`. */
  readonly guard?: HeaderGuard | undefined;
  /** Operations whose request body may be up to `limits.largeBody`. */
  readonly largeBodyOperations?: readonly string[] | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** One event per call and per refused request; default is no log. Any pino logger can be used. */
  readonly log?: CallLog | undefined;
  /** Called with every call and refused request, for metrics. */
  readonly observer?: CallObserver | undefined;
  /** Other paths of the same listener. */
  readonly paths?: readonly ServedPath[] | undefined;
  /** Files of the documentation of the service (`staticFiles`), to which its help pages link. Default: none. */
  readonly documentation?: StaticFiles | undefined;
  /** Whether help pages, and those of JSON, have a form that calls the operation. Default: true. */
  readonly testForm?: boolean | undefined;
  /** Access to the node-soap servers, for SOAP calls only: `authorizeConnection`, `authenticate`, headers, events and `log`. */
  readonly onSoapServer?: SoapServerHook | undefined;
  /** Whether the response to a SOAP request with a Timestamp of WS-Security has one. Default: false. */
  readonly soapTimestamps?: boolean | undefined;
}

/** A service and how it is served. */
export interface ServeOptions<Implementation> extends HandlerOptions<Implementation> {
  /** Address to listen on, for example `127.0.0.1`. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Origin of the service for callers, for example `https://sms.example.com`; default is the listening address. */
  readonly publicUrl?: string | undefined;
  /** Whether requests with this Host header are served (`servedHosts`); others get 421. Default: all are. */
  readonly servesHost?: ((host: string | undefined) => boolean) | undefined;
  readonly tls?: TlsFiles | undefined;
}

/** Settings that can change while a server runs. */
export interface Reload {
  /** Requires a server that was started with TLS. */
  readonly tls?: TlsFiles | undefined;
  readonly limits?: Partial<Pick<Limits, "largeBody" | "bodyMemory">> | undefined;
}

/** A server that runs. */
export interface RunningServer {
  /** Public URL of the first mount; without mounts, that of the JSON interface. */
  readonly url: string;
  readonly port: number;
  /** Resources that requests hold and wait for now. */
  readonly load: Load;
  /** Reads the certificate again and changes limits, for later connections and requests. Rejects if a file cannot be used. */
  reload(changes: Reload): Promise<void>;
  /** Checks the changes of a reload; the returned function applies them. Rejects if a file cannot be used. */
  prepare(changes: Reload): Promise<() => void>;
  /**
   * Serves requests that arrive on open connections for `limits.closeIdleTime`, waits for calls in progress up to
   * `limits.closeTime`, gives up the rest, and resolves when every connection is closed.
   */
  close(): Promise<void>;
}

/**
 * Serves a generated service over SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST, with its WSDL and help pages. Resolves
 * when the server listens.
 *
 * @throws Error if an option is not valid, a file or a method is missing, or the address is not available
 */
export async function serve<Implementation>(options: ServeOptions<Implementation>): Promise<RunningServer> {
  const home = homePage(
    options.service.name,
    options.mounts.map(({ path }) => path),
  );
  const { front, limits, proxies, publish } = openFrontEnd(options, home);
  const listener = await openListener({
    host: options.host,
    port: options.port,
    tls: options.tls === undefined ? undefined : await readTls(options.tls),
    limits,
    trusts: proxies.trusts,
    servesHost: options.servesHost,
    onRequest: front.handle,
    onClosed: front.abandon,
  });
  const prepare: RunningServer["prepare"] = async (changes) => {
    const tls = changes.tls && (await readTls(changes.tls));
    if (tls !== undefined && options.tls === undefined) throw new Error("The listener has no TLS.");
    if (tls !== undefined) createSecureContext(tls);
    return () => {
      if (tls !== undefined) listener.secure(tls);
      // All parts read the limits in this object when they apply them.
      Object.assign(limits, changes.limits);
    };
  };
  return {
    url: publish(options.publicUrl?.replace(/\/+$/, "") ?? listeningUrl(options, listener.port)),
    port: listener.port,
    get load() {
      return front.load;
    },
    prepare,
    reload: async (changes) => {
      (await prepare(changes))();
    },
    close: once(() => stopListener(listener, limits.closeTime, () => front.endCalls())),
  };
}

/** A front whose documents are published when the address is known. */
export interface OpenFrontEnd {
  readonly front: FrontEnd;
  readonly limits: Limits;
  readonly proxies: ProxyTrust;
  /** @returns the URL of the first mount */
  readonly publish: (origin: string) => string;
}

/** @throws Error if an option is not valid, or a file or a method is missing */
export function openFrontEnd<Implementation>(
  options: HandlerOptions<Implementation>,
  home?: () => Promise<FixedResponse>,
): OpenFrontEnd {
  const {
    service,
    mounts,
    namespace = service.namespace,
    json,
    mtom,
    forbiddenCharacters,
    guard,
    testForm = true,
    documentation,
  } = options;
  const log = containedLog(options.log ?? silentLog);
  const index = serviceIndex(service, {
    namespace,
    mtom,
    forbiddenCharacters,
    guard,
    multipart: multipartRelated,
    keepBlocks: options.onSoapServer && ((block, version) => soap?.understands(block, version) === true),
  });
  const find = bindingsWith(json?.binding);
  const answer = callHandler(methodsOf(service, options.implementation), index, find);
  const limits = { ...defaultLimits, ...options.limits };
  const proxies = proxyTrust(options.trustProxy ?? []);
  const wsdl = servedWsdl(options)?.renamed(service.namespace, namespace);
  const soap = wsdl && soapHosts({ ...soapOptions(options), index, wsdl, answer, log });
  const samples = new Map<string, OperationSample>(Object.entries(options.samples ?? {}));
  const documents = new Map<Mount, Documents>();
  const jsonMount = json && new JsonMount(json, referenceOf(json, testForm));
  const front = new FrontEnd({
    service: index,
    mounts,
    documents,
    json: jsonMount,
    find,
    largeBodyOperations: options.largeBodyOperations ?? [],
    limits,
    callerAddress: proxies.callerAddress,
    answers: { ...answersWith(answer), ...soap?.answers },
    authorization: soap,
    log,
    observer: options.observer,
    paths: options.paths ?? [],
    page: pagesOf(documentation, home),
  });
  const publish = (origin: string): string => {
    if (wsdl !== undefined) {
      const sources = { index, namespace, wsdl, samples, testForm, documentation: documentation?.path };
      for (const [mount, found] of publishedAt(origin, mounts, sources)) documents.set(mount, found);
    }
    if (jsonMount !== undefined) jsonMount.origin = origin;
    return origin + (mounts[0]?.path ?? json?.path ?? "");
  };
  return { front, limits, proxies, publish };
}

function soapOptions({
  onSoapServer,
  soapTimestamps,
}: Pick<HandlerOptions<unknown>, "onSoapServer" | "soapTimestamps">) {
  return { onSoapServer, soapTimestamps };
}

/** Pages beside the mounts: the documentation, and the one at `/`. */
function pagesOf(
  documentation: StaticFiles | undefined,
  home: (() => Promise<FixedResponse>) | undefined,
): FrontEndOptions["page"] {
  return (target) => {
    if (documentation?.has(target) === true) return () => documentation.document(target);
    return target === "/" ? home : undefined;
  };
}

function answersWith(answer: CallHandler): Readonly<Record<CallBinding, CallHandler>> {
  return { soap11: answer, soap12: answer, httpGet: answer, httpPost: answer, json: answer };
}

/** The documents of each mount, for this public URL before its path. */
function publishedAt(
  origin: string,
  mounts: readonly Mount[],
  sources: Omit<DocumentSources, "url">,
): readonly (readonly [Mount, Documents])[] {
  return mounts.map((mount) => [mount, documentsOf({ ...sources, url: origin + mount.path })]);
}

function servedWsdl({
  wsdl,
  allow,
  map,
  mounts,
}: Pick<HandlerOptions<unknown>, "wsdl" | "allow" | "map" | "mounts">): ServedWsdl | undefined {
  if (mounts.length === 0) return undefined;
  if (wsdl === undefined) throw new Error("A service with mounts needs the option wsdl.");
  return typeof wsdl === "string" ? readServedWsdl(wsdl, allow, map) : wsdl;
}

function listeningUrl({ host, tls }: Pick<ServeOptions<unknown>, "host" | "tls">, port: number): string {
  const anyAddress = host === "" || host === "0.0.0.0" || host === "::";
  const name = anyAddress ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `${tls === undefined ? "http" : "https"}://${name}:${port}`;
}

const silentLog: CallLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
