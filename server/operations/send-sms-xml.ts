import type { SendSmsTransactionInput } from "messenger-client/messages";
import { Messenger } from "messenger-client/service";
import type { MessageCodec } from "messenger-gen-runtime/codec";
import { OnlyNamespace, XmlError, XmlReader } from "messenger-gen-runtime/xml";
import { incorrect, missing } from "../domain/refusals.js";
import { userOf } from "./access.js";
import type { Dependencies } from "./dependencies.js";
import { sendSms } from "./send-sms.js";
import type { SendOutcome } from "./submit-message.js";

/** Root element of the document; `schema/send-sms.xsd` describes it. */
const rootName = "SendSms";

const { sendSmsTransaction, httpSendSmsTransaction } = Messenger.operations;

/** Reads the document with the codec of a request, whose fields it has; undefined when it is not one. */
function readWith<T>(codec: MessageCodec<T>, xml: string, lenient: boolean): T | undefined {
  try {
    const scope = new OnlyNamespace(codec.element?.namespace ?? "");
    const reader = new XmlReader(xml, { scope, lenient });
    reader.enterRoot();
    if (reader.name !== rootName) return undefined;
    const input = codec.read(reader);
    reader.finish();
    return input;
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

const byteOrderMark = /^\ufeff/;

/** The fields of SendSmsTransaction, or, in a document without `user`, those of HTTP_SendSmsTransaction. */
function readDocument(text: string, lenient: boolean): SendSmsTransactionInput | undefined {
  const xml = text.replace(byteOrderMark, "");
  const input = readWith(sendSmsTransaction.input, xml, lenient);
  if (input === undefined || input.user !== undefined) return input;
  const flat = readWith(httpSendSmsTransaction.input, xml, lenient);
  return flat === undefined ? input : { ...flat, user: userOf(flat) };
}

/** SendSmsXml: SendSmsTransaction, with everything in one document, which is read as leniently as the call was. */
export async function sendSmsXml(
  dependencies: Dependencies,
  operation: string,
  xml: string | undefined,
): Promise<SendOutcome> {
  if (xml === undefined || xml === "") return missing("xml");
  const input = readDocument(xml, dependencies.lenient ?? false);
  if (input === undefined) return incorrect("xml");
  return sendSms(dependencies, operation, input.user, input);
}
