import type { DetailFault, DetailFaultOptions } from "./fault.js";
import type { FormReader, FormWriter } from "./bindings/form.js";
import type { MultipartFormat } from "./bindings/multipart.js";
import type { XmlReader } from "./xml/reader.js";
import type { XmlWriter } from "./xml/writer.js";
import type { QName, NamespacePrefix } from "./xml/names.js";

/** The four ways a Messenger-style service is reached (WSDL 1.1 sections 3 and 4, SOAP 1.2 binding). */
export type BindingName = "soap11" | "soap12" | "httpGet" | "httpPost";

/** One SOAP message: the element in Body and the codec of what it holds, or the codec of what stands there side by side. */
export interface MessageCodec<T> {
  /** Undefined for a message that has several elements in Body, or none. */
  readonly element: QName | undefined;
  /** The first element of a message that has several. */
  readonly first?: QName;
  /**
   * Declared on the element, or on Body; absent where all names are in its namespace. One for that namespace itself takes
   * the place of the default namespace: some elements of the message have none.
   */
  readonly prefixes?: readonly NamespacePrefix[];
  /**
   * Reads what the element holds, which the reader has just entered, up to and including its end tag. Without `element`
   * reads Body up to and including its end tag; `entered` says that its first element has just been entered.
   */
  read(reader: XmlReader, entered?: boolean): T;
  /**
   * Writes what the element holds, which is open; its namespace is the default one, or has a prefix. Without `element`
   * writes all of Body.
   */
  write(writer: XmlWriter, value: T): void;
}

/** Blocks of the SOAP header, each by the property that holds its value. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- values of any type, which are read and written
export type HeaderBlocks = Readonly<Record<string, MessageCodec<any>>>;

/** The blocks of the SOAP header of both messages of an operation. */
export interface HeaderCodecs {
  readonly input: HeaderBlocks;
  readonly output: HeaderBlocks;
}

/** A declared fault: its class, and the codec of the element that says more. */
export interface FaultCodec {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- details of any type, which are read and written
  readonly error: new (detail: any, message: string, options?: DetailFaultOptions) => DetailFault<unknown>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  readonly detail: MessageCodec<any>;
  /** Present when that element is a block of Header: a fault about a header of the call (SOAP 1.1 section 4.4). */
  readonly header?: true;
}

/** The input of an operation as named text parameters (HTTP GET and POST bindings). */
export interface FormCodec<T> {
  read(form: FormReader): T;
  write(form: FormWriter, value: T): void;
}

/**
 * The answer of an HTTP GET or POST binding: a document whose root element is named after the result type, or, when
 * `element` is undefined, whatever single element the answer is (`mime:content type="text/xml"`).
 */
export interface AnswerCodec<T> {
  readonly element: QName | undefined;
  /** What an answer without any document stands for; absent when there is always one. */
  readonly empty?: T;
  /** What a nil root element, or no document at all, stands for; absent when there is always a value. */
  readonly nil?: "null" | "undefined";
  /** Reads the root element, which the reader has just entered, up to and including its end tag. */
  read(reader: XmlReader): T;
  /** Writes the whole root element, start and end tag included. */
  write(writer: XmlWriter, value: T): void;
}

/** An answer that is a text or bytes (`mime:content`). */
export interface MediaAnswer {
  /** Media type, such as `text/plain`; a type of any kind is `application/octet-stream`. */
  readonly type: string;
  /** True for a string, false for a `Uint8Array`. */
  readonly text: boolean;
}

/** One operation of the contract: names, bindings, codecs, documentation. Generated; read by client, server and help page. */
export interface Operation<I, O, B extends BindingName = BindingName> {
  /** As in the WSDL, for example `HTTP_SendSms`. */
  readonly name: string;
  /** Name of the method in the generated client and server, for example `httpSendSms`. */
  readonly method: string;
  /** Documentation of the WSDL, paragraphs separated by an empty line; empty when there is none. */
  readonly documentation: string;
  readonly bindings: readonly B[];
  /** The soapAction of the SOAP bindings; undefined when the operation has none. */
  readonly action: string | undefined;
  /** Present when the versions of SOAP have different actions. */
  readonly actions?: Readonly<Partial<Record<BindingName, string>>>;
  readonly input: MessageCodec<I>;
  /** Undefined for an operation that is not answered. */
  readonly output: MessageCodec<O> | undefined;
  /** Present when the messages are SOAP-encoded: elements may refer to others. */
  readonly encoded?: true;
  /** Blocks of the SOAP header by the property that holds them; present when there are any. */
  readonly headers?: HeaderCodecs;
  /** The faults that the operation declares; present when there are any. */
  readonly faults?: readonly FaultCodec[];
  /** Present when `bindings` names `httpGet` or `httpPost`, and the input is parameters there. */
  readonly form?: FormCodec<I>;
  /**
   * Present when HTTP POST carries the element of the input as a document (WSDL 1.1, section 5.5): the media type of a call,
   * such as `text/xml`.
   */
  readonly document?: string;
  /**
   * Present when `bindings` names `httpGet` or `httpPost`, and the answer is an XML document other than the element of the output.
   * Without it, and without `media`, that element is the answer.
   */
  readonly answer?: AnswerCodec<O>;
  /** Present when the answer over HTTP GET and POST is no XML document: a text, or bytes. */
  readonly media?: MediaAnswer;
  /** What follows the address of the service, where that is not the name of the operation. */
  readonly locations?: Readonly<Partial<Record<"httpGet" | "httpPost", string>>>;
}

/** An operation whose input and output types are not known here; what a host or a binding handles. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the only type every Operation<I, O> is assignable to: I stands in both positions
export type AnyOperation = Operation<any, any>;

/** A service as the host sees it. Generated as a constant named after the WSDL service. */
export interface ServiceDescriptor {
  /** Name of the WSDL service. */
  readonly name: string;
  /** Target namespace of the WSDL. */
  readonly namespace: string;
  readonly documentation: string;
  readonly operations: readonly AnyOperation[];
  /** Present when something in a message may be a MIME part of its own. */
  readonly multipart?: MultipartFormat;
  /** True when the contract asks for MTOM (WS-MTOMPolicy). */
  readonly mtom?: boolean;
}

/** The operations of a service with very many: an array of them would be a type that compilers refuse. */
export function operationList(...operations: readonly AnyOperation[]): readonly AnyOperation[] {
  return operations;
}
