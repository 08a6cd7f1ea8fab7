import type { XmlWriter } from "messenger-gen-runtime/xml";
import { responseNames, type RequestName } from "./incoming.js";
import { defaultSchema, versionOf } from "./schema.js";
import { statusCodes } from "./submit-response.js";
import { mm7Envelope, mm7Fault } from "./envelope.js";

/** Fields that a response repeats from its request. */
export interface Answered {
  /** Name of the schema; undefined when the request has none. */
  readonly schema?: string | undefined;
  /** MM7Version of the request; empty when it has none. */
  readonly version?: string;
  readonly transactionId?: string;
}

const versionForm = /^[0-9]{1,2}\.[0-9]{1,3}\.[0-9]{1,3}$/;

function writeStatus(
  writer: XmlWriter,
  { schema = defaultSchema, version = "" }: Answered,
  code: number,
): void {
  writer.text("MM7Version", versionForm.test(version) ? version : versionOf(schema));
  writer.open("Status");
  writer.text("StatusCode", String(code));
  writer.text("StatusText", statusCodes.get(code)?.text ?? "");
  writer.close("Status");
}

/** The response to a successful request. */
export function successResponse(request: RequestName, answered: Answered): string {
  const { schema = defaultSchema, transactionId = "" } = answered;
  return mm7Envelope({ schema, transactionId }, responseNames[request], (writer) => {
    writeStatus(writer, answered, 1000);
  });
}

/** The fault for a failed request: a VASPErrorRsp (3GPP TS 23.140, section 8.7.7). */
export function errorResponse(
  fault: "Client" | "Server" | "MustUnderstand",
  code: number,
  reason: string,
  answered: Answered,
): string {
  const { schema = defaultSchema, transactionId = "" } = answered;
  return mm7Fault({ schema, transactionId }, { fault, reason, detail: "VASPErrorRsp" }, (writer) => {
    writeStatus(writer, answered, code);
  });
}
