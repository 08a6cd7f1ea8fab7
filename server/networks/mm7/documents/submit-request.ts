import type { XmlWriter } from "messenger-gen-runtime/xml";
import type { MmsOptions } from "../../../domain/message/mms-message.js";
import { addressElement } from "./address.js";
import { mm7Envelope } from "./envelope.js";

/** The sender's identity at the MMSC. */
export interface Sender {
  /** Name of the schema. */
  readonly schema: string;
  readonly version: string;
  readonly vaspId: string;
  readonly vasId: string;
}

/** A message to one number. */
export interface Submit {
  readonly transactionId: string;
  readonly sender: string;
  /** International number without prefix. */
  readonly recipient: string;
  readonly subject: string;
  /** Time of submission, in milliseconds since the epoch. */
  readonly at: number;
  readonly wishes: MmsOptions;
  /** Content-ID of the content; undefined for a message with only a subject. */
  readonly content: string | undefined;
}

/** A time in UTC, whole seconds. */
function timeText(at: number): string {
  return new Date(at).toISOString().replace(/\.[0-9]{3}Z$/, "Z");
}

/** Writes a SubmitReq (3GPP TS 23.140, section 8.7.1.1), its fields in the order of the schema. */
export function writeSubmitRequest({ schema, version, vaspId, vasId }: Sender, submit: Submit): string {
  return mm7Envelope({ schema, transactionId: submit.transactionId }, "SubmitReq", (writer) => {
    writer.text("MM7Version", version);
    writer.open("SenderIdentification");
    optionalText(writer, "VASPID", vaspId);
    optionalText(writer, "VASID", vasId);
    address(writer, "SenderAddress", submit.sender);
    writer.close("SenderIdentification");
    writer.open("Recipients");
    address(writer, "To", submit.recipient);
    writer.close("Recipients");
    writer.text("TimeStamp", timeText(submit.at));
    writeWishes(writer, submit.wishes);
    optionalText(writer, "Subject", submit.subject);
    if (submit.content !== undefined) {
      writer.open("Content");
      writer.attribute("href", `cid:${encodeURIComponent(submit.content)}`);
      writer.attribute("allowAdaptations", "true");
      writer.close("Content");
    }
  });
}

function optionalText(writer: XmlWriter, name: string, value: string): void {
  if (value !== "") writer.text(name, value);
}

function address(writer: XmlWriter, name: string, value: string): void {
  writer.open(name);
  writer.text(addressElement(value), value);
  writer.close(name);
}

function writeWishes(writer: XmlWriter, { expiresAt, priority, deliveryReport }: MmsOptions): void {
  if (expiresAt !== undefined) writer.text("ExpiryDate", timeText(expiresAt));
  writer.text("DeliveryReport", String(deliveryReport));
  optionalText(writer, "Priority", priority ?? "");
}
