import type { MultipartFormat } from "./multipart.js";
import type { FormReader, FormWriter } from "../forms/form.js";
import type { DetailFault, DetailFaultOptions, UndeclaredFault } from "../errors/fault.js";
import type { XmlContent, XmlElement, XmlNode } from "../xml/content.js";
import type { NamespacePrefix, QName } from "../xml/names.js";
import type { ReaderOptions } from "../xml/reader-options.js";
import type { XmlReader } from "../xml/reader.js";
import type { XmlWriter } from "../xml/writer.js";
import type { XmlText } from "../xml/xml-text.js";

/** The four ways a Messenger-style service is reached (WSDL 1.1 sections 3 and 4, SOAP 1.2 binding). */
export type BindingName = "soap11" | "soap12" | "httpGet" | "httpPost";

/** How a call is made: over a binding of the contract, or as JSON. */
export type CallBinding = BindingName | "json";

/** Position of a SOAP message: the element in Body, or the first one in Body. */
export interface MessageForm {
  /** Undefined for a message that has several elements in Body, or none. */
  readonly element: QName | undefined;
  /** The first element of a message that has several. */
  readonly first?: QName;
  /**
   * Declared on the element, or on Body; absent where all names are in its namespace. A prefix for that namespace
   * itself replaces the default namespace: some elements of the message have no namespace.
   */
  readonly prefixes?: readonly NamespacePrefix[];
  /** Present for an output without content: a response without a document is one as well. */
  readonly isEmpty?: true;
}

/** Reads one SOAP message. */
export interface MessageReader<T> extends MessageForm {
  /**
   * Reads the content of the element that the reader has just entered, up to and including its end tag. Without
   * `element` reads Body up to and including its end tag; with `entered`, its first element has just been entered.
   */
  read(reader: XmlReader, entered?: boolean): T;
}

/** Writes one SOAP message. */
export interface MessageWriter<T> extends MessageForm {
  /**
   * Writes the content of the open element; its namespace is the default one, or has a prefix. Without `element`
   * writes all of Body.
   */
  write(writer: XmlWriter, value: T): void;
}

/** Both directions of one SOAP message. */
export interface MessageCodec<T> extends MessageReader<T>, MessageWriter<T> {}

/**
 * Replaces elements of a SOAP-encoded message that refer to others: `withoutReferences`.
 *
 * @param least how much longer than the message, in UTF-16 code units, the result may be at least
 */
export type ResolveReferences = <T extends string | XmlText>(
  document: T,
  options: ReaderOptions,
  least?: number,
) => T | string;

/** The headers of a message that has none. */
export type NoHeaders = Readonly<Record<string, never>>;

/** Blocks of the SOAP header that are read, each by the property of `H` that holds its value. */
export type HeaderReaders<H> = { readonly [Property in keyof H]-?: MessageReader<H[Property]> };

/** Blocks that are written, by property. */
export type HeaderWriters<H> = { readonly [Property in keyof H]-?: MessageWriter<H[Property]> };

/** Both directions of the blocks. */
export type HeaderBlocks<H> = { readonly [Property in keyof H]-?: MessageCodec<H[Property]> };

/** A block of Header that is known, or must be understood. */
export interface ReadBlock {
  readonly name: string;
  /** Undefined for an unknown one. */
  readonly codec: MessageReader<unknown> | undefined;
  readonly value: unknown;
  readonly mandatory: boolean;
}

/** The relevant content of Header. */
export type ReadHeader = readonly ReadBlock[];

/** Reads and writes the headers of messages. Contracts with headers bring it along, so that programs without do not carry its code. */
export interface HeaderFormat {
  /** Decoders of these blocks. */
  readersOf<H>(blocks: HeaderReaders<H>): readonly MessageReader<unknown>[];
  /** The headers of an operation among the blocks that were read. */
  valuesOf<H>(header: ReadHeader, blocks: HeaderReaders<H>): H;
  /** Writes Header with the given values; nothing without any. */
  write<H>(writer: XmlWriter, blocks: HeaderWriters<H>, values: H | undefined): void;
  /** The same without Header itself. */
  writeBlocks<H>(writer: XmlWriter, blocks: HeaderWriters<H>, values: H | undefined): void;
}

/** The blocks of the SOAP header of both messages of an operation, as a client needs them. */
export interface CalledHeaders<HI, HO> {
  /** `soapHeaders` */
  readonly format: HeaderFormat;
  readonly input: HeaderWriters<HI>;
  readonly output: HeaderReaders<HO>;
}

/** The blocks of the SOAP header of both messages of an operation. */
export interface HeaderCodecs<HI, HO> extends CalledHeaders<HI, HO> {
  readonly input: HeaderBlocks<HI>;
  readonly output: HeaderBlocks<HO>;
}

/** A declared fault for a client: its class, and the reader of its detail element. */
export interface FaultReader<D, F extends DetailFault<D>> {
  readonly error: new (detail: D, message: string, options?: DetailFaultOptions) => F;
  readonly detail: MessageReader<D>;
  /** Present when that element is a block of Header: a fault about a header of the call (SOAP 1.1 section 4.4). */
  readonly header?: true;
}

/** A declared fault: its class, and the codec of the element that holds its detail. */
export interface FaultCodec<D, F extends DetailFault<D>> extends FaultReader<D, F> {
  readonly detail: MessageCodec<D>;
}

/** Reads the detail of a fault as XML. Only generated clients import it, so that bundles of single operations leave it out. */
export interface FaultDetailFormat {
  readonly error: new (detail: XmlContent, message: string, options: DetailFaultOptions) => UndeclaredFault;
  /** As `XmlReader.child`; adds the text before the child to `content`. */
  child(reader: XmlReader, content: XmlNode[]): boolean;
  /** Reads the element entered last. */
  element(reader: XmlReader): XmlElement;
}

/** A fault whose detail is not known here, as a client reads it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- details of any type, which are read
export type AnyFaultReader = FaultReader<any, DetailFault<unknown>>;

/** The codec of a fault whose detail is not known here. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- details of any type, which are read and written
export type AnyFaultCodec = FaultCodec<any, DetailFault<unknown>>;

/** Decoders of these faults, one for each member of the union. */
export type FaultReaders<F> = readonly (F extends DetailFault<infer D> ? FaultReader<D, F> : never)[];

/** The codecs of these faults: one of each member of the union. */
export type FaultCodecs<F> = readonly (F extends DetailFault<infer D> ? FaultCodec<D, F> : never)[];

/** Reads the input of an operation from named text parameters (HTTP GET and POST bindings). */
export interface ParameterReader<T> {
  read(form: FormReader): T;
}

/** Writes the input of an operation as named text parameters. */
export interface ParameterWriter<T> {
  write(form: FormWriter, value: T): void;
}

/** Both directions of an input as named text parameters. */
export interface FormCodec<T> extends ParameterReader<T>, ParameterWriter<T> {}

/**
 * The response of an HTTP GET or POST binding: a document whose root element is named after the result type, or, when
 * `element` is undefined, any single element (`mime:content type="text/xml"`).
 */
export interface ResponseForm<T> {
  readonly element: QName | undefined;
  /** Value of a response without a document; absent if there is always one. */
  readonly empty?: T;
  /** Value of a nil root element or of no document; absent if there is always a value. */
  readonly nil?: "null" | "undefined";
  /** The operation has no result: any response with a status of success is one. */
  readonly isEmpty?: true;
}

/** Reads the response of an HTTP GET or POST binding. */
export interface ResponseReader<T> extends ResponseForm<T> {
  /** Reads the root element, which the reader has just entered, up to and including its end tag. */
  read(reader: XmlReader): T;
}

/** Writes the response of an HTTP GET or POST binding. */
export interface ResponseWriter<T> extends ResponseForm<T> {
  /** Writes the whole root element, start and end tag included. */
  write(writer: XmlWriter, value: T): void;
}

/** Both directions of the response of an HTTP GET or POST binding. */
export interface ResponseCodec<T> extends ResponseReader<T>, ResponseWriter<T> {}

/** A response that is a text or bytes (`mime:content`). */
export interface MediaResponse {
  /** Media type, such as `text/plain`; `application/octet-stream` for any type. */
  readonly type: string;
  /** True for a string, false for a `Uint8Array`. */
  readonly text: boolean;
}

/** A service as a client calls it. Generated as a constant of `operations.ts` named after the WSDL service. */
export interface ServiceContract<Name extends string = string, Namespace extends string = string> {
  /** Name of the WSDL service. */
  readonly name: Name;
  /** Target namespace of the WSDL. */
  readonly namespace: Namespace;
  /** Address of its port; absent when the contract has none that is a URL. */
  readonly url?: string;
  /** True if the contract requires MTOM (WS-MTOMPolicy). */
  readonly mtom?: boolean;
  /** Versions of SOAP for which the contract requires WS-Addressing. */
  readonly addressing?: readonly BindingName[];
}

/** The part of a client operation that the bindings use. */
export interface CalledOperation<I, O, HI, HO, F> {
  /** As in the WSDL, for example `HTTP_SendSms`. */
  readonly name: string;
  /** The soapAction of the SOAP bindings; undefined when the operation has none. */
  readonly action: string | undefined;
  /** Present when the versions of SOAP have different actions. */
  readonly actions?: Readonly<Partial<Record<BindingName, string>>>;
  /** Action of WS-Addressing, if it is not the soapAction. */
  readonly addressingAction?: string;
  readonly input: MessageWriter<I>;
  /** Undefined for a one-way operation. */
  readonly output: MessageReader<O> | undefined;
  /** Present when the messages are SOAP-encoded: replaces elements that refer to others. */
  readonly encoded?: ResolveReferences;
  /** Blocks of the SOAP header by the property that holds them; present when there are any. */
  readonly headers?: CalledHeaders<HI, HO>;
  /** The faults that the operation declares; present when there are any. */
  readonly faults?: FaultReaders<F>;
  /** Present when `bindings` names `httpGet` or `httpPost`, and the input is parameters there. */
  readonly form?: ParameterWriter<I>;
  /**
   * Present if HTTP POST sends the element of the input as a document (WSDL 1.1, section 5.5): the media type of a
   * call, such as `text/xml`.
   */
  readonly document?: string;
  /**
   * Present when `bindings` names `httpGet` or `httpPost`, and the response is an XML document other than the element of the output.
   * Without it, and without `media`, that element is the response.
   */
  readonly answer?: ResponseReader<O>;
  /** Present if the response over HTTP GET and POST is text or bytes instead of an XML document. */
  readonly media?: MediaResponse;
  /** Present when something in a SOAP message may be a MIME part of its own. */
  readonly multipart?: MultipartFormat;
  /** Path after the address of the service, if it is not the name of the operation. */
  readonly locations?: Readonly<Partial<Record<"httpGet" | "httpPost", string>>>;
}
