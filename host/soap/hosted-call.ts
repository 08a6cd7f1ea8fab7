import type { CallContext } from "messenger-gen-runtime";
import type { DecodedCall, WireResponse } from "messenger-gen-runtime/host";
import type { DescribedOperation } from "./description.js";
import type { SecurityHeader } from "./header-object.js";

/** A call in flight through node-soap, and its response. node-soap treats it as the connection of the request. */
export class HostedCall {
  readonly decoded: DecodedCall;
  readonly context: CallContext;
  readonly described: DescribedOperation;
  response: WireResponse | undefined;
  /** node-soap has printed the response: it does not where a program has replaced the method. */
  isPrinted = false;
  /** The envelope that it has printed, if there are listeners who may change it. */
  printed: string | undefined;
  /** What `authenticate` has thrown. */
  refusal: unknown;
  /** The header Security of the request while its Timestamp is not in it. */
  security: SecurityHeader | undefined;

  constructor(decoded: DecodedCall, context: CallContext, described: DescribedOperation) {
    this.decoded = decoded;
    this.context = context;
    this.described = described;
  }

  get remoteAddress(): string | undefined {
    return this.context.remoteAddress;
  }

  /** The text that was decoded. */
  get document(): string {
    return this.decoded.document ?? "";
  }

  /**
   * The HTTP headers of the request. SOAPAction has been compared already, and may be spelled in ways that node-soap does not know: it finds
   * the operation by the message.
   */
  get httpHeaders(): Readonly<Record<string, unknown>> {
    const { httpHeaders = {} } = this.context;
    return httpHeaders["soapaction"] === undefined ? httpHeaders : { ...httpHeaders, soapaction: undefined };
  }
}

/** The call of a request that node-soap passes to methods, `authenticate` and functions for headers. */
export function hostedCallOf(request: unknown): HostedCall {
  if (typeof request === "object" && request !== null && "connection" in request) {
    if (request.connection instanceof HostedCall) return request.connection;
  }
  throw new Error("The request does not belong to this host.");
}
