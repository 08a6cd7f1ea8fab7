import type { EventEmitter } from "node:events";
import type { Server } from "soap";
import { xsdNamespace, xsiNamespace } from "messenger-gen-runtime/xml";
import type { CallLog } from "messenger-gen-runtime";
import { contain } from "../tasks.js";
import { headerObject, withoutTimestamp } from "./header-object.js";
import { HostedCall, hostedCallOf } from "./hosted-call.js";
import { withoutSecrets } from "./masked.js";
import { bodyContent, placeholder } from "./printed.js";
import type { WsdlObject } from "./wsdl-object.js";

/**
 * All properties of node-soap's objects that are replaced, and by what. Everything else of a call is done by its server: it finds the
 * operation by the message, emits events, calls the method, and puts SOAP headers into the response.
 */
export const replacedProperties = [
  { of: "WSDL", property: "onReady", by: "nothing to wait for" },
  { of: "WSDL", property: "options", by: "the version of SOAP" },
  {
    of: "WSDL",
    property: "definitions",
    by: "the names of the contract, as the class makes them of its WSDL",
  },
  { of: "WSDL", property: "xmlToObject", by: "the call that our reader has decoded from the same text" },
  { of: "WSDL", property: "objectToDocumentXML", by: "the content of Body that our encoder has printed" },
  { of: "WSDL", property: "objectToXML", by: "that of the class, which is loaded for it" },
  { of: "WSDL", property: "xmlnsInEnvelope", by: "the namespaces that our envelopes declare" },
  { of: "Server", property: "authenticate", by: "that of the program, for which the Timestamp is put back" },
  { of: "Server", property: "log", by: "that of the program, which sees no passwords" },
  {
    of: "Server",
    property: "emit",
    by: "itself: an error of a listener of `response` would end the process",
  },
] as const;

/** Options of `HandOver`. */
export interface HandOverOptions {
  readonly log: CallLog;
  /** A request with a Timestamp gets a response with one. */
  readonly timestamps: boolean;
}

/**
 * The one place where decoded calls and encoded responses are handed to node-soap, in place of its reader and its writer: a message is
 * decoded once, and printed once.
 */
export class HandOver {
  readonly #server: Server;
  readonly #options: HandOverOptions;
  /** The call whose text node-soap reads next. */
  #next: HostedCall | undefined;
  /** The call whose response node-soap has just printed, until it has emitted it; undefined for a fault of its own. */
  #printed: HostedCall | undefined;
  #authenticate: Server["authenticate"] | undefined;
  /** The last request had a Timestamp, which is put back before anybody sees it. */
  #isHiding = false;
  #log: Server["log"] | undefined;

  constructor(server: Server, wsdl: WsdlObject, options: HandOverOptions) {
    this.#server = server;
    this.#options = options;
    wsdl.xmlToObject = this.#read;
    wsdl.objectToDocumentXML = this.#print;
    wsdl.xmlnsInEnvelope = `xmlns:xsi="${xsiNamespace}" xmlns:xsd="${xsdNamespace}"`;
    this.#replaceEmit(server);
    Object.defineProperties(server, {
      authenticate: {
        get: () => (this.#authenticate === undefined && !this.#isHiding ? undefined : this.#ask),
        set: (given: Server["authenticate"] | undefined) => {
          this.#authenticate = given;
        },
      },
      log: {
        get: () => (this.#log === undefined ? undefined : this.#logMasked),
        set: (given: Server["log"] | undefined) => {
          this.#log = given;
        },
      },
    });
  }

  /** The program decides about calls by their Security header. */
  get authenticates(): boolean {
    return this.#authenticate !== undefined;
  }

  /** Nothing looks at the envelope that node-soap prints, and nothing is added to it. */
  get isPlain(): boolean {
    return !this.#hasHeaders && !this.#options.timestamps && !this.#isRead;
  }

  get #hasHeaders(): boolean {
    return hasAny(this.#server.getSoapHeaders());
  }

  get #isRead(): boolean {
    return this.#log !== undefined || this.#server.listenerCount("response") > 0;
  }

  /** Passes a call through node-soap, which reads its text before this returns. Resolves with the envelope that it sends. */
  pass(hosted: HostedCall): ReturnType<Server["processRequest"]> {
    this.#next = hosted;
    const isSeen = this.#authenticate !== undefined || this.#log !== undefined || this.#hasHeaders;
    const headers = isSeen ? hosted.httpHeaders : unseen;
    return this.#server.processRequest(hosted.document, { url, headers, connection: hosted });
  }

  readonly #read = (text: string): object => {
    const hosted = this.#next;
    this.#next = undefined;
    if (hosted === undefined || text !== hosted.document)
      throw new Error("Only the text of an accepted request is read.");
    const Body = { [hosted.described.input.element]: hosted.decoded.input };
    const Header = headerObject(hosted.decoded);
    this.#isHiding = false;
    if (Header === undefined) return { Body };
    if (!this.#options.timestamps) hosted.security = withoutTimestamp(Header);
    this.#isHiding = hosted.security !== undefined;
    return { Header, Body };
  };

  /** Must not throw: node-soap calls it where nothing would catch the error. So the method has encoded its output already. */
  readonly #print = (_name: string, answered: unknown): string => {
    this.#printed = undefined;
    if (!(answered instanceof HostedCall)) return placeholder;
    answered.isPrinted = true;
    if (!this.#isRead) return placeholder;
    this.#printed = answered;
    return bodyContent(answered.response);
  };

  readonly #ask: Server["authenticate"] = (security, done, request, message) => {
    const hosted = hostedCallOf(request);
    if (hosted.security !== undefined) hosted.security.content["Timestamp"] = hosted.security.timestamp;
    if (this.#authenticate === undefined) return true;
    const refused = (error: unknown): never => {
      hosted.refusal = error;
      throw error instanceof Error ? error : new Error(String(error));
    };
    try {
      const asked = this.#authenticate.call(this.#server, security, done, request, message);
      return asked instanceof Promise ? asked.catch(refused) : asked;
    } catch (error) {
      return refused(error);
    }
  };

  readonly #logMasked: Server["log"] = (type, data: unknown, request) => {
    const isMessage = typeof data === "string" && (type === "received" || type === "replied");
    contain(this.#options.log, "log of SOAP messages failed", (): unknown =>
      this.#log?.call(this.#server, type, isMessage ? withoutSecrets(data) : data, request),
    );
  };

  /** When there is a listener of `response`. */
  #replaceEmit(server: EventEmitter): void {
    const emit = server.emit.bind(server);
    server.on("newListener", (added) => {
      if (added !== "response") return;
      server.emit = (event: string | symbol, ...args: unknown[]) => {
        if (event !== "response") return emit(event, ...args);
        const [response] = args;
        const hosted = this.#printed;
        this.#printed = undefined;
        if (hosted !== undefined && isPrinted(response)) hosted.printed = response.result;
        try {
          return emit(event, ...args);
        } catch (error) {
          this.#options.log.error({ err: error }, "listener of SOAP responses failed");
          return true;
        }
      };
    });
  }
}

/** HTTP headers of a request at which nobody looks: to copy them takes longer. */
const unseen: Readonly<Record<string, unknown>> = {};

/** Of each call: node-soap resolves it against an address, which takes twice as long for a path. */
const url = "soap:/";

/** The types of node-soap say that there is always a list. */
function hasAny(list: readonly unknown[] | null | undefined): boolean {
  return list !== null && list !== undefined && list.length > 0;
}

function isPrinted(response: unknown): response is { readonly result: string } {
  return (
    typeof response === "object" &&
    response !== null &&
    "result" in response &&
    typeof response.result === "string"
  );
}
