import type { Transport, TransportResponse } from "messenger-gen-runtime";
import { picking, splitText, splitValue } from "../../runtime/xml/split-text.js";

/** Replacement for the XML of a message. */
export type Rewrite = (xml: string) => string;

const isXml = (text: string): boolean => text.startsWith("<");

/**
 * A transport on which every XML document, there and back, is rewritten; messages other than single documents are
 * unchanged.
 */
export function rewriting(transport: Transport, rewrite: Rewrite): Transport {
  return {
    send: async (request): Promise<TransportResponse> => {
      const { body } = request;
      const sent = typeof body === "string" && isXml(body) ? rewrite(body) : body;
      const response = await transport.send({ ...request, body: sent });
      const text = new TextDecoder().decode(response.body);
      if (response.contentType?.includes("xml") !== true || !isXml(text)) return response;
      return { ...response, body: new TextEncoder().encode(rewrite(text)) };
    },
  };
}

/** Comments and processing instructions after every tag: they have no meaning and do not split text. */
export function withComments(xml: string): string {
  return xml.replaceAll(">", "><!-- > --><?note > ?>");
}

const tagOrText = /<[^>]*>|[^<]+/g;
const attributeValue = /="([^"]*)"/g;
const written = /&(?:(amp|lt|gt|quot)|#(x?[0-9A-Fa-f]+));/g;
const entities = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Every text in parts, as characters, references and CDATA sections with comments between them; attribute values too. */
export function withSplitTexts(xml: string): string {
  const pick = picking(xml.length);
  return xml.replace(tagOrText, (token) => {
    if (token.startsWith("<?") || token.startsWith("</")) return token;
    if (!token.startsWith("<")) return splitText(unescaped(token), pick);
    return token.replace(attributeValue, (_, value: string) => `="${splitValue(unescaped(value), pick)}"`);
  });
}

/** Text as writers escape it, read. */
function unescaped(text: string): string {
  return text.replace(written, (_, entity: keyof typeof entities | undefined, code: string) =>
    entity === undefined
      ? String.fromCodePoint(Number(code.startsWith("x") ? `0${code}` : code))
      : entities[entity],
  );
}

/** Arrays of records as streamed items, which a server may return; nothing else is changed. */
export function withRows(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 && value.every(isRow) ? rowsOf(value) : value;
  if (!isPlain(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, each]): [string, unknown] => [key, key.startsWith("$") ? each : withRows(each)]),
  );
}

async function* rowsOf(rows: readonly unknown[]): AsyncGenerator {
  for (const row of rows) yield await Promise.resolve(withRows(row));
}

/** A record other than XML, an attachment or an item of ordered content. */
function isRow(value: unknown): boolean {
  return (
    isPlain(value) &&
    !("children" in value) &&
    !("contentType" in value) &&
    !("name" in value && "value" in value)
  );
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
