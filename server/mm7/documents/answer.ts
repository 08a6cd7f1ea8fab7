import { childOf, type XmlElement } from "messenger-gen-runtime/xml";
import { readDocument, textIn } from "./document.js";

/** The answer of a multimedia centre to a SubmitReq. */
export interface SubmitAnswer {
  /** Empty when the header has none. */
  readonly transactionId: string;
  readonly statusCode: number;
  /** Of the message that was taken over; empty when the answer gives none. */
  readonly messageId: string;
}

const code = /^[0-9]{4}$/;

/** Reads a SubmitRsp, or the RSErrorRsp or VASPErrorRsp of a fault; undefined when the document is none of them. */
export function readSubmitAnswer(
  document: Uint8Array,
  charset: string | undefined,
): SubmitAnswer | undefined {
  const found = readDocument(document, charset);
  if (found.kind === "refused") return undefined;
  const { message, transactionId, fault } = found;
  const wanted = fault === undefined ? message.name === "SubmitRsp" : isError(message);
  const text = textIn(childOf(message.children, "Status")?.children ?? [], "StatusCode");
  if (!wanted || !code.test(text)) return undefined;
  return { transactionId, statusCode: Number(text), messageId: textIn(message.children, "MessageID") };
}

function isError({ name }: XmlElement): boolean {
  return name === "RSErrorRsp" || name === "VASPErrorRsp";
}
