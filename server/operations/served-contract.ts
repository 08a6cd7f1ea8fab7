import type { HttpJsonInboxProcessingInput } from "../../generated/messages.js";
import { HttpJsonInboxProcessing, Messenger, SendSms2 } from "../../generated/operations.js";
import type { MessengerService } from "../../generated/server.js";
import type { CallContext } from "../../runtime/call.js";
import type { AnyOperation, ServiceDescriptor } from "../../runtime/operation.js";
import type { XmlWriter } from "../../runtime/xml/writer.js";
import { base64Binary } from "../../runtime/xsd/primitives.js";

/** A text, or its pieces, which are written while the answer is sent. */
export type TextInPieces = string | AsyncIterable<string>;

/** The service as `served` answers it. */
export type ServedMessenger = Omit<MessengerService, "httpJsonInboxProcessing"> & {
  /** Counts, lists, reads or deletes messages in the inbox of the customer; JSON text. */
  httpJsonInboxProcessing(input: HttpJsonInboxProcessingInput, call: CallContext): Promise<TextInPieces>;
};

/** A file that is not base64 is one without a number: the operation says so, once it knows who asks. */
const readInput: typeof SendSms2.input.read = (reader) => {
  reader.substitute(base64Binary, new Uint8Array());
  return SendSms2.input.read(reader);
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
function jsonInbox(): AnyOperation {
  const { name, output, answer } = HttpJsonInboxProcessing;
  const root = answer?.element;
  if (output === undefined || answer === undefined || root === undefined) return HttpJsonInboxProcessing;
  const result = `${name}Result`;
  const writeResult = inPieces(output, result, (writer) => {
    writer.open(result);
  });
  const writeRoot = inPieces(answer, root.name, (writer) => {
    writer.openRoot(root.name, root.namespace);
  });
  return {
    ...HttpJsonInboxProcessing,
    output: { ...output, write: writeResult },
    answer: { ...answer, write: writeRoot },
  };
}

const ownCodecs: ReadonlyMap<string, AnyOperation> = new Map<string, AnyOperation>([
  [SendSms2.name, { ...SendSms2, input: { ...SendSms2.input, read: readInput } }],
  [HttpJsonInboxProcessing.name, jsonInbox()],
]);

/** The contract as the server reads and answers it. */
export const served: ServiceDescriptor = {
  ...Messenger,
  operations: Messenger.operations.map((operation) => ownCodecs.get(operation.name) ?? operation),
};
