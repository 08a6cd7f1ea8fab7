import type { LegacyCharset } from "../text/known-charsets.js";
import type { ServiceFault } from "../errors/fault.js";
import type { HeaderValues } from "../service/header-call.js";
import type { CallBinding } from "../contract/message-codecs.js";
import type { XmlElement } from "../xml/content.js";
import type { AnyOperation } from "../contract/operation.js";
import type { Steps } from "../xml/steps.js";
import type { XmlLimits } from "../xml/limits.js";
import type { Piece } from "../xml/written-part.js";
import type { SentPackage } from "../contract/multipart.js";
import type { ServiceIndex } from "./service-index.js";

/** One HTTP request as the bindings see it; the body is complete and within its limit. */
export interface WireRequest {
  readonly method: string;
  /** Rest of the path after the service: empty, or `/HTTP_SendSms`. */
  readonly path: string;
  /** Raw, without the question mark. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

/** One HTTP response. */
export interface WireResponse {
  readonly status: number;
  /** Of no meaning when the body is empty; empty for a response without that header. */
  readonly contentType: string;
  /** In order; text is sent as UTF-8, as bytes are. */
  readonly body: readonly Piece[];
  /** Further HTTP headers, names and values in turn. Default: none. */
  readonly headers?: readonly string[];
  /** The streamed rest after `body`; a consumer that does not read all of it calls `return`. Absent if there is none. */
  readonly rest?: AsyncGenerator<Piece, void, undefined>;
  /** A response that is not text; `body` is empty then. */
  readonly bytes?: Uint8Array;
  /** Present if MIME parts follow the text of `body` and `rest`: the multipart framing. */
  readonly around?: SentPackage;
}

/** How exactly requests are read. */
export interface DecodeOptions {
  /** Absent values, duplicates in forms and other liberties of the original service are accepted. */
  readonly lenient?: boolean;
  /** SOAP 1.1 requests may come without SOAPAction, although the contract has one; always so in lenient reading. */
  readonly withoutAction?: boolean | undefined;
  /** Of the parameters of HTTP GET, and of those of HTTP POST when the content type names none. Default: UTF-8. */
  readonly charset?: LegacyCharset | undefined;
  /** Default: the limits of a server. */
  readonly limits?: XmlLimits;
}

/** A request that names an operation and holds its input. */
export interface DecodedCall {
  readonly binding: CallBinding;
  readonly operation: AnyOperation;
  readonly input: unknown;
  /** Values of the SOAP headers that the operation has, by property. */
  readonly headers?: HeaderValues | undefined;
  /** Blocks of Header that no operation declares: those that the guard understands, or all of them if the host keeps them. */
  readonly blocks?: readonly XmlElement[] | undefined;
  /** Text of the SOAP message from which the call was read, without its MIME parts. */
  readonly document?: string | undefined;
  /** The caller accepts a response with optimized parts (MTOM): its request had them, or its Accept has the media type. */
  readonly takesMtom?: boolean | undefined;
  /** In place of `Binding.encode`, where the response depends on the request. */
  readonly encode?:
    ((output: unknown, options: EncodeOptions) => WireResponse | Promise<WireResponse>) | undefined;
}

/** Options for the encoding of a response. */
export interface EncodeOptions {
  /** Values of the SOAP headers, by property. */
  readonly headers?: HeaderValues | undefined;
  /** As in `DecodedCall`. */
  readonly takesMtom?: boolean | undefined;
}

/** A request that is refused before anything runs. */
export interface RefusedCall {
  /** The binding of the response: for SOAP the version of the request, 1.1 if that is unknown. */
  readonly binding: CallBinding;
  /** Undefined when the request named none. */
  readonly operation: AnyOperation | undefined;
  readonly fault: ServiceFault;
}

/** One of the ways in. */
export interface Binding {
  /** Never throws: whatever is wrong with a request is a `RefusedCall`. */
  decode(request: WireRequest, service: ServiceIndex, options: DecodeOptions): DecodedCall | RefusedCall;
  /** As `decode`; a step of a large message decodes `textStep` bytes of it. */
  decodeInSteps(
    request: WireRequest,
    service: ServiceIndex,
    options: DecodeOptions,
  ): Steps<DecodedCall | RefusedCall>;
  /**
   * @throws XmlError or LexicalError when `output` cannot be written
   */
  encode(
    operation: AnyOperation,
    output: unknown,
    service: ServiceIndex,
    options?: EncodeOptions,
  ): WireResponse;
  /**
   * @param operation the operation of the call: its declared faults are sent with their detail
   * @throws XmlError or LexicalError when the detail cannot be written
   */
  encodeFault(fault: ServiceFault, operation?: AnyOperation, service?: ServiceIndex): WireResponse;
}

/** True for a request that is refused. */
export function isRefused(decoded: object): decoded is RefusedCall {
  return "fault" in decoded;
}

/** First value of a header. */
export function header(request: WireRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" || value === undefined ? value : value[0];
}

/** The whole body except for `rest`. */
export function sentPieces({ body, around }: WireResponse): readonly Piece[] {
  return around === undefined ? body : [around.before, ...body, ...around.after];
}
