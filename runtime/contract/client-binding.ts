import type { Departures, Forgive } from "./forgiven.js";
import type {
  CallBinding,
  CalledOperation,
  FaultDetailFormat,
  ResolveReferences,
  ServiceContract,
} from "./message-codecs.js";
import type { TransportRequest, TransportResponse } from "../transport/transport.js";
import type { ReaderClass, UndeclaredHeaders } from "./call-parts.js";
import { clientLimits, type XmlLimits } from "../xml/limits.js";
import type { NamespaceAlias } from "../xml/namespace-alias.js";
import type { ForbiddenCharacters } from "../xml/writer.js";
import type { MultipartFormat } from "./multipart.js";

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
  /** Decides on departures of the envelope; without it they are accepted. */
  readonly forgive?: Forgive | undefined;
  /** As in `ReadingOptions`. */
  readonly preserved?: ResolveReferences | undefined;
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
  /** `preservedReferences`, for services of WCF that write an object once and refer to it. Generated clients have it. */
  readonly preserved?: ResolveReferences | undefined;
  /**
   * Departures of responses from the rules of HTTP, XML and SOAP that lose nothing: `refuse`, or a function that is told each one. Default: they
   * are accepted. `Forgiven` lists them, from `mediaType` to `body`.
   */
  readonly departures?: Departures | undefined;
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
  const { limits, faultDetail, preserved, departures, forbiddenCharacters = "refuse" } = options;
  const form = serviceForm(service, options);
  const reading = {
    limits: { ...clientLimits, ...limits },
    faultDetail,
    preserved,
    forgive: forgiving(departures),
  };
  return { ...form, forbiddenCharacters, ...reading };
}

function forgiving(departures: Departures | undefined): Forgive | undefined {
  if (departures === undefined) return undefined;
  return (forgiven) => {
    if (departures === "refuse") return false;
    departures(forgiven);
    return true;
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
