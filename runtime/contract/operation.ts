import type { TextInPieces } from "../xml/text-pieces.js";
import type { ClientBinding } from "./client-binding.js";
import type {
  BindingName,
  MessageReader,
  MessageWriter,
  MessageCodec,
  NoHeaders,
  ParameterReader,
  FaultCodecs,
  FormCodec,
  HeaderCodecs,
  ResponseWriter,
  ResponseCodec,
  CalledOperation,
} from "./message-codecs.js";

/**
 * One operation of the contract as a client calls it: names, bindings, and the codecs that write its input and read its
 * output. Generated.
 *
 * Types: the service or services that have it, input, output, bindings, SOAP headers of input and output, and the union
 * of the declared faults.
 */
export interface Operation<
  S,
  I,
  O,
  B extends BindingName = BindingName,
  HI = NoHeaders,
  HO = NoHeaders,
  F = never,
> extends CalledOperation<I, O, HI, HO, F> {
  /** How a client calls it, by binding. */
  readonly bindings: Readonly<Record<B, ClientBinding>>;
  /** For the compiler only, which then refuses an operation of another service; never set. */
  readonly partOf?: (service: S) => void;
}

/** One operation of the contract for server and client. */
export interface ServedOperation<
  S,
  I,
  O,
  B extends BindingName = BindingName,
  HI = NoHeaders,
  HO = NoHeaders,
  F = never,
> extends Operation<S, I, O, B, HI, HO, F> {
  /** Documentation of the WSDL, paragraphs separated by an empty line; empty when there is none. */
  readonly documentation: string;
  readonly input: MessageCodec<I>;
  readonly output: MessageCodec<O> | undefined;
  readonly form?: FormCodec<I>;
  readonly answer?: ResponseCodec<O>;
  readonly headers?: HeaderCodecs<HI, HO>;
  readonly faults?: FaultCodecs<F>;
}

/** A document that holds a text, and that operations share, may have it in pieces for some of them. */
type PiecesOf<O> = string extends O ? TextInPieces : never;

/** Server part of an operation: its documentation, and the codecs that read its input and write its output. */
export interface ServerHalf<I, O, HI = NoHeaders, HO = NoHeaders, F = never> {
  readonly documentation: string;
  readonly read: MessageReader<I>["read"];
  /** Absent for a one-way operation. */
  readonly write?: MessageWriter<O>["write"];
  /** Present when the input is parameters over HTTP GET or POST. */
  readonly readForm?: ParameterReader<I>["read"];
  /** Present with `answer` of the operation. */
  readonly writeAnswer?: ResponseWriter<O | PiecesOf<O>>["write"];
  /** Both directions of the headers of the operation. */
  readonly headers?: HeaderCodecs<HI, HO>;
  /** Both directions of its faults. */
  readonly faults?: FaultCodecs<F>;
}

/** Completes a client operation with its server part. */
export function servedOperation<S, I, O, B extends BindingName, HI, HO, F>(
  operation: Operation<S, I, O, B, HI, HO, F>,
  half: ServerHalf<I, NoInfer<O>, HI, HO, F>,
): ServedOperation<S, I, O, B, HI, HO, F> {
  const { input, output, form, answer, ...called } = operation;
  const shared: Omit<typeof called, "headers" | "faults"> = called;
  const { read, write, readForm, writeAnswer, ...added } = half;
  return {
    ...shared,
    ...added,
    input: { ...input, read },
    output: output === undefined || write === undefined ? undefined : { ...output, write },
    ...(form === undefined || readForm === undefined ? {} : { form: { ...form, read: readForm } }),
    ...(answer === undefined || writeAnswer === undefined
      ? {}
      : { answer: { ...answer, write: writeAnswer } }),
  };
}

/** An operation of unknown types, as a host or a binding handles it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the only type to which every ServedOperation is assignable: I is used in both positions
export type AnyOperation = ServedOperation<any, any, any, any, any, any, any>;
