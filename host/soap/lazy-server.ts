import {
  bindings,
  type SoapVersion,
  type CallLog,
  type AnyService,
  faultOf,
  type AnswerCall,
} from "messenger-gen-runtime";
import type { ServedWsdl } from "../documents/served-wsdl.js";
import { soap11Binding, soap12Binding } from "../documents/wsdl-document.js";
import type { SoapServerHook } from "./soap-server.js";
import { once } from "messenger-gen-runtime/host";

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
  /** Loads node-soap and reads the WSDL into it, for one version after the other; failures are logged. */
  load(): Promise<void>;
}

/** Loading node-soap takes longer than everything else a server does at its start, so it is loaded afterwards. */
export function lazySoapHosts(options: LazySoapOptions): LazySoapHosts {
  const soap11 = once(() => load("soap11", options));
  const soap12 = once(() => load("soap12", options));
  return {
    answers: { soap11: waiting(soap11), soap12: waiting(soap12) },
    load: async () => {
      for (const version of [soap11, soap12]) {
        await version().catch((error: unknown) => {
          options.log.error({ err: error }, "SOAP is not available");
        });
      }
    },
  };
}

async function load(version: SoapVersion, options: LazySoapOptions): Promise<AnswerCall> {
  const [port] = options.wsdl.ports(version === "soap11" ? soap11Binding : soap12Binding);
  const { soapHost } = await import("./soap-server.js");
  return soapHost({ ...options, version, port: port?.name ?? version });
}

function waiting(load: () => Promise<AnswerCall>): AnswerCall {
  let ready: AnswerCall | undefined;
  const answerLater: AnswerCall = async (decoded, call) => {
    try {
      ready = await load();
    } catch (error) {
      return bindings[decoded.binding].encodeFault(faultOf(error, call));
    }
    return ready(decoded, call);
  };
  return (decoded, call) => (ready ?? answerLater)(decoded, call);
}
