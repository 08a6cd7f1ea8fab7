import type { HttpJsonInboxProcessingInput, SendMMSInput, SendSms2Input } from "messenger-client/messages";
import type { SendMMSResult, SendResult, SoapUser } from "messenger-client/records";
import type { MessengerService } from "messenger-client/server";
import { Messenger } from "messenger-client/service";
import type { CallContext, ServiceDescriptor, Streamed } from "messenger-gen-runtime";
import type { OperationOf } from "messenger-gen-runtime/host";
import { base64Binary } from "messenger-gen-runtime/xsd";
import { readAs, writeEach, type XmlReader, type XmlWriter } from "messenger-gen-runtime/xml";

/** A text, or its pieces, which are written while the response is sent. */
export type TextInPieces = string | AsyncIterable<string>;

/** Input of SendSms2 whose file is still in base64, unless it came as bytes in a MIME part: the operation decodes it in slices. */
export type SendSms2Text = Omit<SendSms2Input, "recipientPhonesFile"> & {
  readonly recipientPhonesFile?: Uint8Array | string | undefined;
};

/** Input of SendMMS from a binding that may have credentials of its own; those in the data do not count then. */
export type MmsRequest = SendMMSInput & { readonly user?: SoapUser | undefined };

/** The service as called through `served`. */
export type ServedMessenger = Omit<MessengerService, "httpJsonInboxProcessing" | "sendMMS" | "sendSms2"> & {
  /** Sends an MMS. */
  sendMMS(input: MmsRequest, call: CallContext): Promise<Streamed<SendMMSResult>>;
  /** Sends an SMS to all recipients in a file. */
  sendSms2(input: SendSms2Text, call: CallContext): Promise<Streamed<SendResult>>;
  /** Counts, lists, reads or deletes messages in the inbox of the customer; JSON text. */
  httpJsonInboxProcessing(input: HttpJsonInboxProcessingInput, call: CallContext): Promise<TextInPieces>;
};

const { sendSms2, httpJsonInboxProcessing } = Messenger.operations;

/** SendSms2: the file stays as it is. */
function fileAsText(): OperationOf<ServedMessenger["sendSms2"]> {
  const read = (reader: XmlReader): SendSms2Text => {
    let text: string | undefined;
    const keep = (lexical: string): Uint8Array => {
      text = lexical;
      return base64Binary.initial;
    };
    readAs(reader, base64Binary, { ...base64Binary, parse: keep, parseLenient: keep });
    const input = sendSms2.input.read(reader);
    return { ...input, recipientPhonesFile: text ?? input.recipientPhonesFile };
  };
  return { ...sendSms2, input: { ...sendSms2.input, read } };
}

type WriteText = (writer: XmlWriter, text: TextInPieces) => void;

/** Writes a whole text as the codec does; one in pieces into the element that `open` opens. */
function inPieces(
  codec: { write(writer: XmlWriter, text: string): void },
  element: string,
  open: (writer: XmlWriter) => void,
): WriteText {
  return (writer, text) => {
    if (typeof text === "string") {
      codec.write(writer, text);
      return;
    }
    open(writer);
    writeEach(writer, text, (piece) => {
      writer.characters(piece);
    });
    writer.close(element);
  };
}

/** HTTP_Json_InboxProcessing: a long inbox is sent while it is read. */
function jsonInbox(): OperationOf<ServedMessenger["httpJsonInboxProcessing"]> {
  const { name, output, answer } = httpJsonInboxProcessing;
  const root = answer?.element;
  if (output === undefined || answer === undefined || root === undefined) return httpJsonInboxProcessing;
  const result = `${name}Result`;
  const writeResult = inPieces(output, result, (writer) => {
    writer.open(result);
  });
  const writeRoot = inPieces(answer, root.name, (writer) => {
    writer.openRoot(root.name, root.namespace);
  });
  return {
    ...httpJsonInboxProcessing,
    output: { ...output, write: writeResult },
    answer: { ...answer, write: writeRoot },
  };
}

/** The contract with the codecs of the server. */
export const served: ServiceDescriptor<ServedMessenger> = {
  ...Messenger,
  operations: {
    ...Messenger.operations,
    sendSms2: fileAsText(),
    httpJsonInboxProcessing: jsonInbox(),
  },
};
