import Module, { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import {
  bindingsWith,
  type SoapVersion,
  type CallLog,
  type AnyService,
  faultOf,
  type AnswerCall,
} from "messenger-gen-runtime";
import type { ServedWsdl } from "../documents/served-wsdl.js";
import { soap11Binding, soap12Binding } from "../documents/wsdl-document.js";
import type { SoapServerHook } from "./soap-server.js";
import { once } from "../tasks.js";

/** Options of the hosts of both SOAP versions. */
export interface LazySoapOptions {
  readonly service: AnyService;
  readonly wsdl: ServedWsdl;
  readonly answer: AnswerCall;
  readonly log: CallLog;
  readonly onSoapServer?: SoapServerHook | undefined;
}

/** The hosts of both SOAP versions; calls before node-soap is loaded wait for it. */
export interface LazySoapHosts {
  readonly answers: Readonly<Record<SoapVersion, AnswerCall>>;
  /** Loads node-soap and reads the WSDL into it, for one version after the other, each after `calmTime`; failures are logged. */
  load(): Promise<void>;
  /** Cancels the deferred loading of node-soap. */
  readonly close: () => void;
}

/** Milliseconds after the start in which a call over GET is not delayed by loading node-soap. */
const calmTime = 100;

/** node-soap takes longer to load than most of a server does, so it is loaded by its first call, or a moment after the start. */
export function lazySoapHosts(options: LazySoapOptions): LazySoapHosts {
  const soap11 = once(() => load("soap11", options));
  const soap12 = once(() => load("soap12", options));
  let isOpen = true;
  return {
    answers: { soap11: waiting(soap11), soap12: waiting(soap12) },
    load: async () => {
      for (const version of [soap11, soap12]) {
        await setTimeout(calmTime, undefined, { ref: false });
        if (!isOpen) return;
        await version().catch((error: unknown) => {
          options.log.error({ err: error }, "SOAP is not available");
        });
      }
    },
    close: () => {
      isOpen = false;
    },
  };
}

async function load(version: SoapVersion, options: LazySoapOptions): Promise<AnswerCall> {
  const [port] = options.wsdl.ports(version === "soap11" ? soap11Binding : soap12Binding);
  const { soapHost } = await withoutHttpClient(() => import("./soap-server.js"));
  return soapHost({ ...options, version, port: port?.name ?? version });
}

/**
 * Loads node-soap without its HTTP client, which takes longer than the rest of it. Its reader of WSDLs imports the client, and uses it for
 * a WSDL at a URL: then the client is loaded. Other importers of the client get it as always.
 */
function withoutHttpClient<T>(load: () => Promise<T>): Promise<T> {
  const packages = createRequire(import.meta.url);
  const path = packages.resolve("soap/lib/http.js");
  if (packages.cache[path] !== undefined) return load();
  const deferred = new Module(path);
  deferred.loaded = true;
  const forget = (): void => {
    if (packages.cache[path] === deferred) Reflect.deleteProperty(packages.cache, path);
  };
  Object.defineProperty(deferred.exports, "HttpClient", {
    get: () => {
      forget();
      return (packages(path) as { readonly HttpClient: unknown }).HttpClient;
    },
  });
  packages.cache[path] = deferred;
  return load().finally(forget);
}

function waiting(load: () => Promise<AnswerCall>): AnswerCall {
  let ready: AnswerCall | undefined;
  const answerLater: AnswerCall = async (decoded, call) => {
    try {
      ready = await load();
    } catch (error) {
      return bindingsWith()(decoded.binding).encodeFault(faultOf(error, call));
    }
    return ready(decoded, call);
  };
  return (decoded, call) => (ready ?? answerLater)(decoded, call);
}
