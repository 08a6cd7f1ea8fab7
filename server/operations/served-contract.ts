import type { HttpJsonInboxProcessingInput } from "messenger-client/messages";
import type { MessengerService } from "messenger-client/server";
import { Messenger } from "messenger-client/service";
import {
  type CallContext,
  type OperationOf,
  type ServiceDescriptor,
  base64Binary,
} from "messenger-gen-runtime";
import type { XmlWriter } from "messenger-gen-runtime/xml";

/** A text, or its pieces, which are written while the response is sent. */
export type TextInPieces = string | AsyncIterable<string>;

/** The service as called through `served`. */
export type ServedMessenger = Omit<MessengerService, "httpJsonInboxProcessing"> & {
  /** Counts, lists, reads or deletes messages in the inbox of the customer; JSON text. */
  httpJsonInboxProcessing(input: HttpJsonInboxProcessingInput, call: CallContext): Promise<TextInPieces>;
};

const { sendSms2, httpJsonInboxProcessing } = Messenger.operations;

/** Stands for a file that is not base64: the operation reports it as unreadable after checking the credentials. */
const unreadable = Uint8Array.of(0);

const readInput: typeof sendSms2.input.read = (reader) => {
  reader.substitute(base64Binary, unreadable);
  return sendSms2.input.read(reader);
};

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
    writer.each(text, (piece) => {
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
    sendSms2: { ...sendSms2, input: { ...sendSms2.input, read: readInput } },
    httpJsonInboxProcessing: jsonInbox(),
  },
};
