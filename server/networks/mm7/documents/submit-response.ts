import { childOf, type XmlElement } from "messenger-gen-runtime/xml";
import { readDocument, textIn } from "./document.js";

/** Effect of an MM7 status code on the submitted message. */
export type StatusMeaning =
  /** The MMSC accepted it. */
  | "accepted"
  /** The MMSC may accept it later. */
  | "later"
  /** The MMSC refused it permanently. */
  | "refused";

export interface StatusForm {
  readonly text: string;
  readonly meaning: StatusMeaning;
}

/** Every StatusCode (3GPP TS 23.140, section 8.7.8.3.2); `docs/reference/mms.md` holds the same table. */
export const statusCodes: ReadonlyMap<number, StatusForm> = new Map<number, StatusForm>([
  [1000, { text: "Success", meaning: "accepted" }],
  [1100, { text: "Partial success", meaning: "accepted" }],
  [2000, { text: "Client error", meaning: "refused" }],
  [2001, { text: "Operation restricted", meaning: "refused" }],
  [2002, { text: "Address Error", meaning: "refused" }],
  [2003, { text: "Address Not Found", meaning: "refused" }],
  [2004, { text: "Multimedia content refused", meaning: "refused" }],
  [2005, { text: "Message ID Not found", meaning: "refused" }],
  [2006, { text: "LinkedID not found", meaning: "refused" }],
  [2007, { text: "Message format corrupt", meaning: "refused" }],
  [3000, { text: "Server Error", meaning: "later" }],
  [3001, { text: "Not Possible", meaning: "later" }],
  [3002, { text: "Message rejected", meaning: "refused" }],
  [3003, { text: "Multiple addresses not supported", meaning: "refused" }],
  [4000, { text: "General service error", meaning: "later" }],
  [4001, { text: "Improper identification", meaning: "refused" }],
  [4002, { text: "Unsupported version", meaning: "refused" }],
  [4003, { text: "Unsupported operation", meaning: "refused" }],
  [4004, { text: "Validation error", meaning: "refused" }],
  [4005, { text: "Service error", meaning: "later" }],
  [4006, { text: "Service unavailable", meaning: "later" }],
  [4007, { text: "Service denied", meaning: "refused" }],
]);

/** Meaning of any code: one without a row is refused, unless it is a success or an error of the server by its first digit. */
export function meaningOf(code: number): StatusMeaning {
  const known = statusCodes.get(code);
  if (known !== undefined) return known.meaning;
  if (code >= 1000 && code < 2000) return "accepted";
  return code >= 3000 && code < 4000 ? "later" : "refused";
}

/** The response of an MMSC to a SubmitReq. */
interface SubmitAnswer {
  /** Empty when the header has none. */
  readonly transactionId: string;
  readonly statusCode: number;
  /** Id of the accepted message; empty if the response gives none. */
  readonly messageId: string;
}

const code = /^[0-9]{4}$/;

/** Reads a SubmitRsp, or the RSErrorRsp or VASPErrorRsp of a fault; undefined for other documents. */
export function readSubmitResponse(
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
