import { endRows, envelopeEnd, soapVersions, type WireResponse } from "messenger-gen-runtime/host";
import type { SoapVersion } from "messenger-gen-runtime";

/** Stands in node-soap's envelope for the content of Body if nothing looks at it. No XML document contains it. */
export const placeholder = "\u0000";

const bodyStart = "<soap:Body>";
const bodyEnd = `</soap:Body>${envelopeEnd}`;
const headerStart = "<soap:Header>";
const headerEnd = "</soap:Header>";

/** Content of Body as one text; only the start of it for a streamed response. */
export function bodyContent(response: WireResponse | undefined): string {
  if (response === undefined || response.body.length === 0) return "";
  const { content } = opened(textOf(response.body));
  return response.rest === undefined ? content.slice(0, -bodyEnd.length) : content;
}

/**
 * A response with what node-soap has put into its envelope.
 *
 * @param printed the envelope, before listeners
 * @param sent the envelope that listeners leave
 */
export function inEnvelope(
  response: WireResponse,
  printed: string,
  sent: string,
  version: SoapVersion,
): WireResponse {
  if (sent !== printed) return inPlaceOf(response, sent);
  const [first, ...others] = response.body;
  const added = opened(printed).header;
  if (first === undefined || added === "") return response;
  const { header, content } = opened(textOf([first]));
  const start = [soapVersions[version].open, headerStart, header, added, headerEnd, bodyStart, content];
  return { ...response, body: [start.join(""), ...others] };
}

/** A listener has put an envelope of its own in place of the response. */
function inPlaceOf(response: WireResponse, envelope: string): WireResponse {
  endRows(response);
  const { status, contentType } = response;
  return { status, contentType, body: [envelope] };
}

/** Content of Header, and start of the content of Body, in the first piece of a message. */
function opened(piece: string): { readonly header: string; readonly content: string } {
  const start = piece.indexOf(">", piece.indexOf("<soap:Envelope")) + 1;
  const hasHeader = piece.startsWith(headerStart, start);
  const end = hasHeader ? piece.indexOf(headerEnd, start) : -1;
  if (end === -1) return { header: "", content: piece.slice(start + bodyStart.length) };
  const header = piece.slice(start + headerStart.length, end);
  return { header, content: piece.slice(end + headerEnd.length + bodyStart.length) };
}

const utf8 = new TextDecoder();

function textOf(body: WireResponse["body"]): string {
  return body.map((piece) => (typeof piece === "string" ? piece : utf8.decode(piece))).join("");
}
