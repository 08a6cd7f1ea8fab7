import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { CallLog, SoapVersion } from "messenger-gen-runtime";
import {
  type CallHandler,
  bindingsWith,
  faultOf,
  type KeepBlocks,
  type ServiceIndex,
} from "messenger-gen-runtime/host";
import { securityHeader } from "messenger-gen-runtime/interceptors";
import type { ServedWsdl } from "../documents/served-wsdl.js";
import { once } from "../tasks.js";
import type { SoapHost, SoapServerHook } from "./soap-server.js";

/** Options of the hosts of both SOAP versions. */
export interface LazySoapOptions {
  readonly index: ServiceIndex;
  readonly wsdl: ServedWsdl;
  readonly answer: CallHandler;
  readonly log: CallLog;
  readonly onSoapServer?: SoapServerHook | undefined;
  readonly soapTimestamps?: boolean | undefined;
}

/** The hosts of both SOAP versions; calls before node-soap is loaded wait for it. */
export interface LazySoapHosts {
  readonly answers: Readonly<Record<SoapVersion, CallHandler>>;
  /** Asks the program about a request, of which only the HTTP headers have been read. */
  authorize(req: IncomingMessage, res: ServerResponse, version: SoapVersion): boolean | Promise<boolean>;
  /** The program decides by `authorize`, or may decide: what it wants is not known before node-soap is loaded. */
  readonly mayRefuse: boolean;
  readonly understands: KeepBlocks;
  /** Loads node-soap and describes the service to it, for one version after the other, each after `calmTime`; failures are logged. */
  load(): Promise<void>;
  /** Cancels the deferred loading of node-soap. */
  readonly close: () => void;
}

/** Milliseconds after the start in which a call over GET is not delayed by loading node-soap. */
const calmTime = 100;

/** node-soap is loaded, and has the service described, by its first call, or a moment after the start. */
export function lazySoapHosts(options: LazySoapOptions): LazySoapHosts {
  const hosts = { soap11: new LazyHost("soap11", options), soap12: new LazyHost("soap12", options) };
  let isOpen = true;
  return {
    answers: { soap11: hosts.soap11.answer, soap12: hosts.soap12.answer },
    authorize: (req, res, version) => hosts[version].authorize(req, res),
    get mayRefuse() {
      return options.onSoapServer !== undefined && (hosts.soap11.mayRefuse || hosts.soap12.mayRefuse);
    },
    understands: ({ namespace, name }, version) =>
      hosts[version].authenticates && namespace === securityHeader.namespace && name === securityHeader.name,
    load: async () => {
      for (const host of Object.values(hosts)) {
        await setTimeout(calmTime, undefined, { ref: false });
        if (!isOpen) return;
        await host.load().catch((error: unknown) => {
          options.log.error({ err: error }, "SOAP is not available");
        });
      }
    },
    close: () => {
      isOpen = false;
    },
  };
}

/** The host of one version of SOAP, which is made when it is needed. */
class LazyHost {
  readonly load: () => Promise<SoapHost>;
  #ready: SoapHost | undefined;

  constructor(version: SoapVersion, options: LazySoapOptions) {
    this.load = once(async () => {
      const { soapHost } = await import("./soap-server.js");
      return (this.#ready = soapHost({ ...options, version, names: options.wsdl.names }));
    });
  }

  get mayRefuse(): boolean {
    return this.#ready === undefined || this.#ready.asks;
  }

  get authenticates(): boolean {
    return this.#ready?.authenticates === true;
  }

  readonly answer: CallHandler = (decoded, call) =>
    this.#ready === undefined ? this.#answerLater(decoded, call) : this.#ready.answer(decoded, call);

  readonly #answerLater: CallHandler = async (decoded, call) => {
    try {
      await this.load();
    } catch (error) {
      return bindingsWith()(decoded.binding).encodeFault(faultOf(error, call));
    }
    return this.answer(decoded, call);
  };

  /** A request that cannot be asked about because node-soap is not available is refused as a call. */
  authorize(req: IncomingMessage, res: ServerResponse): boolean | Promise<boolean> {
    if (this.#ready !== undefined) return this.#ready.authorize(req, res);
    return this.load().then(
      (host) => host.authorize(req, res),
      () => true,
    );
  }
}
