import type {
  CallBinding,
  CalledOperation,
  FaultDetailFormat,
  ServiceContract,
  MessageReader,
} from "./message-codecs.js";
import type { ClientError } from "../errors/client-error.js";
import type { ServiceFault } from "../errors/fault.js";
import type { TransportRequest, TransportResponse } from "../transport/transport.js";
import type { ReaderClass, UndeclaredHeaders } from "./call-parts.js";
import { clientLimits, type XmlLimits } from "../xml/limits.js";
import type { NamespaceAlias } from "../xml/namespace-alias.js";
import type { ForbiddenCharacters } from "../xml/writer.js";
import type { MultipartFormat, ReceivedPackage } from "./multipart.js";
import type { SoapVersion } from "./soap-version.js";

/** The part of a request that the binding decides. */
export type BoundRequest = Pick<TransportRequest, "method" | "target" | "headers" | "body">;

/** The form of the messages of a service. */
export interface ServiceForm {
  /** Undefined where it has the namespace of its contract. */
  readonly alias: NamespaceAlias | undefined;
  /** For messages of all operations; undefined where each operation that needs it has it. */
  readonly multipart: MultipartFormat | undefined;
  /** Whether bytes are sent as parts (MTOM); undefined to do as the other side does. */
  readonly mtom: boolean | undefined;
  /** Undefined to replace them. */
  readonly forbiddenCharacters?: ForbiddenCharacters | undefined;
}

/** A service as its calls are written and read. */
export interface CalledService extends ServiceForm {
  /** Limits of a response. */
  readonly limits: XmlLimits;
  /** Reads the detail of faults that are not declared. */
  readonly faultDetail: FaultDetailFormat | undefined;
  /** SOAP headers of one call that the contract does not declare. */
  readonly undeclared?: UndeclaredHeaders | undefined;
  /** Reads the response of one call. */
  readonly Reader?: ReaderClass | undefined;
  /** Reads what deviates. */
  readonly deviating?: DeviatingReader | undefined;
}

/** How a service is served or called. */
export interface ServiceOptions {
  /** Target namespace in messages; that of the contract when not given. */
  readonly namespace?: string | undefined;
  /**
   * Whether binary values of 768 bytes or more in SOAP messages are sent as MIME parts (MTOM) instead of base64.
   * Default: as the contract declares. For a client, true or false applies to every message. A server without this
   * option uses MTOM if the request used it, or has `application/xop+xml` in Accept. Both formats are always read.
   */
  readonly mtom?: boolean | undefined;
  /** `multipartRelated`, for a contract without bytes, and for a `caller` with `mtom`. */
  readonly multipart?: MultipartFormat | undefined;
  /**
   * What becomes of characters in texts that XML does not allow, such as U+0001: `refuse` reports the property (for a client `InvalidInput`, for
   * a server `Internal`), `replace` sends U+FFFD. Default: `refuse` for a client, `replace` for a server, where the rest of the response is
   * worth more than a character that no caller can receive.
   */
  readonly forbiddenCharacters?: ForbiddenCharacters | undefined;
}

/** Options of a client for reading responses. */
export interface ReadingOptions {
  /** Limits of a response that differ from `clientLimits`. */
  readonly limits?: Partial<XmlLimits> | undefined;
  /**
   * `faultDetail`, for faults whose detail no operation declares: they are then `UndeclaredFault`s. Generated clients
   * have it.
   */
  readonly faultDetail?: FaultDetailFormat | undefined;
  /**
   * `deviatingResponses()`, for responses that deviate from the rules of HTTP, XML and SOAP, or from the contract. Without it they are errors, and elements
   * of another namespace are skipped like unknown ones. Generated clients have it.
   */
  readonly deviating?: DeviatingReader | undefined;
}

/**
 * The form of the messages of a service under these options.
 *
 * @throws RangeError for the option `mtom` without `multipart`
 */
export function serviceForm(service: ServiceContract, options: ServiceOptions): ServiceForm {
  const { name, namespace: contract } = service;
  const { namespace: wire = contract, multipart, mtom = service.mtom, forbiddenCharacters } = options;
  if (options.mtom === true && multipart === undefined) {
    throw new RangeError(`The contract of ${name} has no binary content: MTOM requires the option multipart`);
  }
  const alias = wire === contract ? undefined : { wire, contract };
  return { alias, multipart, mtom, forbiddenCharacters };
}

/**
 * A service as a client with these options calls it.
 *
 * @throws as `serviceForm`
 */
export function calledService(
  service: ServiceContract,
  options: ServiceOptions & ReadingOptions,
): CalledService {
  const { limits, faultDetail, deviating, forbiddenCharacters = "refuse" } = options;
  return {
    ...serviceForm(service, options),
    forbiddenCharacters,
    limits: { ...clientLimits, ...limits },
    faultDetail,
    deviating,
  };
}

/** One of the ways out. */
export interface ClientBinding {
  /** @throws XmlError or LexicalError when `input` cannot be written */
  request<I, O, HI, HO, F>(
    operation: CalledOperation<I, O, HI, HO, F>,
    input: I,
    service: Omit<CalledService, keyof ReadingOptions>,
    headers: NoInfer<HI> | undefined,
  ): BoundRequest;
  /**
   * @throws ServiceFault when the response is a fault, ClientError `Protocol` when it is neither that nor the result
   */
  result<I, O, HI, HO, F>(
    operation: CalledOperation<I, O, HI, HO, F>,
    response: TransportResponse,
    service: CalledService,
  ): Result<O, HO>;
}

/** The calls of a client as JSON: the binding of an operation for the name `json`; undefined for other names and operations. */
export type JsonCalls = (operation: object, binding: CallBinding) => ClientBinding | undefined;

/** Content of a response. */
export interface Result<O, HO> {
  readonly output: O;
  /** SOAP headers by property; absent where the operation has none. */
  readonly headers?: HO;
}

/** An operation as far as its result decides. */
export interface Expecting {
  readonly output: MessageReader<unknown> | undefined;
}

/** What a response is: a result, or a fault or another error. */
export type CallOutcome<O, HO> = { readonly fault: ServiceFault | ClientError } | Result<O, HO>;

/** The response to a call over SOAP. */
export interface Received<I, O, HI, HO, F> {
  /** That of the request. */
  readonly version: SoapVersion;
  readonly operation: CalledOperation<I, O, HI, HO, F>;
  readonly response: TransportResponse;
  readonly service: CalledService;
}

/** The response as far as it has been read. */
export interface Reading<I, O, HI, HO, F> extends Received<I, O, HI, HO, F> {
  document: Uint8Array;
  /** The parts beside the document. */
  mime?: ReceivedPackage | undefined;
  /** Absent before the document is decoded. */
  text?: string;
}

/** Reads responses that deviate from the rules of HTTP, XML and SOAP, or from their contract. */
export interface DeviatingReader {
  /** True for a response without a message to an operation that expects none. */
  isNothing(operation: Expecting, response: TransportResponse): boolean;
  /** True for an envelope, whatever its Content-Type is. */
  isMessage(document: Uint8Array, response: TransportResponse): boolean;
  /** The charset by which a document is decoded that begins with these bytes. */
  charsetOf(document: Uint8Array, charset: string | undefined): string | undefined;
  /** The text of a document, in which references of WCF are replaced. @throws XmlError, ServiceFault */
  textOf(document: Uint8Array, charset: string | undefined, service: CalledService): string;
  /** Looks at the elements that are not declared. @throws XmlError where one is misnamed */
  checkSkipped<I, O, HI, HO, F>(reading: Reading<I, O, HI, HO, F>): void;
  /** What is left of a response that cannot be read; undefined for nothing. */
  recovered<I, O, HI, HO, F>(
    reading: Reading<I, O, HI, HO, F>,
    cause: unknown,
  ): CallOutcome<O, HO> | undefined;
  /** Says more about a response without a message than its status: after a colon, or empty. */
  describe(response: TransportResponse): string;
  /** What a program can do about a header that must be understood. */
  remedyFor(header: string): string;
}
