import { LexicalError } from "../../runtime/xsd/type.js";
import { XsdDateTime } from "../../runtime/xsd/date-time.js";
import { childOf, textOf, type XmlContent, type XmlElement } from "../../runtime/xml/content.js";
import { decodeXml } from "../../runtime/xml/decode.js";
import { XmlError } from "../../runtime/xml/errors.js";
import { soap11Namespace } from "../../runtime/xml/names.js";
import { XmlReader } from "../../runtime/xml/reader.js";

/** What an MM7 SubmitReq asks for (3GPP TS 23.140, section 8.7.1). Texts are trimmed, absent ones are empty. */
export interface SubmitRequest {
  readonly vaspId: string;
  readonly vasId: string;
  readonly sender: string;
  /** To, Cc and Bcc, without those that are only displayed. */
  readonly recipients: readonly string[];
  readonly chargedParty: string;
  readonly subject: string;
  /** When to send, in milliseconds since the epoch; undefined for at once. */
  readonly earliest: number | undefined;
  /** Content-ID of the content; undefined when the message has none. */
  readonly content: string | undefined;
}

const mm7Namespace =
  /^http:\/\/www\.3gpp\.org\/ftp\/Specs\/archive\/23_series\/23\.140\/schema\/REL-[56]-MM7-1-[0-9]$/;

/** Reads the SOAP 1.1 envelope of a SubmitReq, in any schema of release 5 or 6; undefined when it is not one. */
export function readSubmitRequest(
  document: Uint8Array,
  charset: string | undefined,
  now: number,
): SubmitRequest | undefined {
  try {
    const reader = new XmlReader(decodeXml(document, charset));
    reader.enterRoot();
    if (reader.namespace !== soap11Namespace || reader.name !== "Envelope") return undefined;
    const envelope = reader.content(undefined) ?? [];
    reader.finish();
    const body = childOf(envelope, "Body")?.children ?? [];
    const submit = childOf(body, "SubmitReq");
    return submit !== undefined && mm7Namespace.test(submit.namespace) ? requestOf(submit, now) : undefined;
  } catch (error) {
    if (error instanceof XmlError || error instanceof LexicalError) return undefined;
    throw error;
  }
}

function requestOf({ children }: XmlElement, now: number): SubmitRequest {
  const identification = childOf(children, "SenderIdentification")?.children ?? [];
  const href = attributeOf(childOf(children, "Content"), "href");
  const earliest = textIn(children, "EarliestDeliveryTime");
  return {
    vaspId: textIn(identification, "VASPID"),
    vasId: textIn(identification, "VASID"),
    sender: textIn(identification, "SenderAddress"),
    recipients: recipientsOf(childOf(children, "Recipients")?.children ?? []),
    chargedParty: textIn(children, "ChargedParty"),
    subject: textIn(children, "Subject"),
    earliest: earliest === "" ? undefined : timeOf(earliest, now),
    content: href === undefined ? undefined : contentIdOf(href),
  };
}

function textIn(content: XmlContent, name: string): string {
  return textOf(childOf(content, name)?.children ?? []).trim();
}

function attributeOf(element: XmlElement | undefined, name: string): string | undefined {
  return element?.attributes.find((attribute) => attribute.name === name)?.value;
}

function elementsOf(content: XmlContent): readonly XmlElement[] {
  return content.filter((node): node is XmlElement => typeof node !== "string");
}

const displayed: ReadonlySet<string | undefined> = new Set(["true", "1"]);

function recipientsOf(recipients: XmlContent): readonly string[] {
  return elementsOf(recipients)
    .flatMap(({ children }) => elementsOf(children))
    .filter((address) => !displayed.has(attributeOf(address, "displayOnly")))
    .map(({ children }) => textOf(children).trim());
}

/** `cid:name` stands for the part with the Content-ID `<name>` (RFC 2392). */
function contentIdOf(href: string): string {
  const name = href.replace(/^cid:/i, "");
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const duration =
  /^P(?=[0-9T])(?:([0-9]{1,4})D)?(?:T(?=[0-9])(?:([0-9]{1,4})H)?(?:([0-9]{1,4})M)?(?:([0-9]{1,6})S)?)?$/;

/** A date and time, in UTC without a zone, or days, hours, minutes and seconds from now. */
function timeOf(text: string, now: number): number {
  const found = duration.exec(text);
  if (found === null) {
    // A year that no Date can hold makes it NaN.
    const time = XsdDateTime.tryParse(text)?.toDate().getTime() ?? NaN;
    if (Number.isNaN(time))
      throw new LexicalError("EarliestDeliveryTime", "Neither a date and time nor a duration.");
    return time;
  }
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = found;
  return now + (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
