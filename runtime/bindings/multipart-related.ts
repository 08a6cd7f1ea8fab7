import { ServiceFault } from "../errors/fault.js";
import { anyMediaType, type SoapAttachment } from "../xsd/parts.js";
import { multipartPieces } from "../mime/encode-multipart.js";
import { joinedBytes } from "../mime/joined-bytes.js";
import { contentTypeOf, type ContentType, type Entity } from "../mime/entity.js";
import { readRelated } from "../mime/related.js";
import { decodedContent } from "../mime/transfer-encoding.js";
import { mediaAction, type MediaType, parseMediaType } from "../contract/media-type.js";
import { MessageParts } from "./message-parts.js";
import {
  maxMessageParts,
  type MultipartFormat,
  type PackedRequest,
  type PartCollector,
  type ReceivedPackage,
  type SentPackage,
} from "../contract/multipart.js";
import { quotedAction } from "./soap-action.js";
import { soapVersions, type SoapVersion } from "../contract/soap-version.js";

const xopType = "application/xop+xml";
/** Accept header of a client that sends MTOM. */
const mtomAccept = `multipart/related; type="${xopType}", ${xopType}, text/xml, application/soap+xml`;
/** Shorter values stay in the document: the header of a part is longer than the overhead of base64. */
export const leastOptimized = 768;

/** Messages as `multipart/related` (RFC 2387): MTOM with XOP packages, and SOAP with Attachments. */
export const multipartRelated: MultipartFormat = { open, collect: (optimize) => new Collector(optimize) };

function open(contentType: string, body: Uint8Array): ReceivedPackage {
  const entity: Entity = { fields: new Map([["content-type", contentType]]), content: body };
  const outer = contentTypeOf(entity);
  if (outer?.parameters.has("boundary") !== true) {
    throw new ServiceFault("UnsupportedMediaType", "The media type of a multipart message has a boundary.");
  }
  const related = readRelated(entity, maxMessageParts);
  const document = related && decodedContent(related.root);
  const inner = related && contentTypeOf(related.root);
  if (related === undefined || document === undefined || inner === undefined) {
    const text = `The multipart message is not well-formed, or has more than ${maxMessageParts} parts.`;
    throw new ServiceFault("MalformedMessage", text);
  }
  const optimized = inner.type === xopType;
  const media = optimized ? xopMedia(outer, inner) : documentMedia(outer, inner);
  return { document, media, optimized, parts: () => new MessageParts(related.others, optimized) };
}

/** MTOM 1.0, section 3.2: the type of the document is in `type` of the root part, and in `start-info`. */
function xopMedia(outer: ContentType, inner: ContentType): MediaType {
  const soap = parseMediaType(inner.parameters.get("type") ?? outer.parameters.get("start-info"));
  const info = parseMediaType(outer.parameters.get("start-info"));
  const action =
    outer.parameters.get("action") ??
    mediaAction(info) ??
    mediaAction(soap) ??
    inner.parameters.get("action");
  return mediaOf(soap.type, inner, action);
}

function documentMedia(outer: ContentType, inner: ContentType): MediaType {
  return mediaOf(inner.type, inner, outer.parameters.get("action") ?? inner.parameters.get("action"));
}

function mediaOf(type: string, { parameters }: ContentType, action: string | undefined): MediaType {
  const charset = parameters.get("charset")?.toLowerCase();
  return { type, charset, parameters: action === undefined ? [] : [["action", action]] };
}

interface CollectedPart {
  readonly contentType: string;
  readonly contentId: string;
  readonly content: Uint8Array;
}

class Collector implements PartCollector {
  readonly #optimize: boolean;
  readonly #parts: CollectedPart[] = [];
  #unique: string | undefined;
  #closed = false;

  constructor(optimize: boolean) {
    this.#optimize = optimize;
  }

  get count(): number {
    return this.#parts.length;
  }

  include(bytes: Uint8Array, contentType: string): string | undefined {
    if (!this.#optimize || bytes.length < leastOptimized || !this.#hasRoom()) return undefined;
    return `cid:${this.#add(undefined, mediaType.test(contentType) ? contentType : anyMediaType, bytes)}`;
  }

  attach({ contentType, content }: SoapAttachment, part?: string): string {
    if (!this.#hasRoom()) {
      throw new RangeError(
        this.#closed
          ? "Streamed items cannot have attachments."
          : `A message has at most ${maxMessageParts} parts.`,
      );
    }
    if (!mediaType.test(contentType)) throw new RangeError("The content type of an attachment is not valid.");
    return `cid:${this.#add(part, contentType, content).replaceAll("%", "%25")}`;
  }

  close(): void {
    this.#closed = true;
  }

  pack(version: SoapVersion, action: string): SentPackage {
    this.close();
    const unique = this.#uniqueName();
    const { mediaType: ofSoap } = soapVersions[version];
    const root = `root.${unique}@${domain}`;
    const boundary = `=_${unique}`;
    const type = this.#optimize ? xopType : ofSoap;
    const label = this.#optimize ? `${xopType}; charset=utf-8; type="${ofSoap}"` : `${ofSoap}; charset=utf-8`;
    const parameters = [
      `type="${type}"`,
      `start="<${root}>"`,
      ...(this.#optimize ? [`start-info="${ofSoap}"`] : []),
      ...(version === "soap12" && action !== "" ? [`action=${quotedAction(action)}`] : []),
      `boundary="${boundary}"`,
    ];
    const parts = this.#parts.map(({ contentType, contentId, content }) => ({
      fields: fieldsOf(contentType, contentId),
      content: [content],
    }));
    const [before = "", ...after] = multipartPieces(
      [{ fields: fieldsOf(label, root), content: [] }, ...parts],
      boundary,
    );
    return { contentType: `multipart/related; ${parameters.join("; ")}`, before: String(before), after };
  }

  packRequest(version: SoapVersion, action: string, document: string): PackedRequest | undefined {
    if (this.count === 0 && !this.#optimize) return undefined;
    const { contentType, before, after } = this.pack(version, action);
    // The action of SOAP 1.2 is a parameter of the media type of the package.
    const named = version === "soap11" ? { soapaction: quotedAction(action) } : {};
    const accepted = this.#optimize ? { accept: mtomAccept } : {};
    return {
      headers: { ...accepted, ...named, "content-type": contentType },
      body: joinedBytes([before, document, ...after]),
    };
  }

  #hasRoom(): boolean {
    return !this.#closed && this.#parts.length < maxMessageParts - 1;
  }

  /** Content-ID of the new part; WS-I Attachments Profile 1.0, section 3.8, for one that is bound to a part of the message. */
  #add(bound: string | undefined, contentType: string, content: Uint8Array): string {
    const name = bound === undefined ? "part" : `${encodeURIComponent(bound)}=`;
    const contentId = `${name}${this.#parts.length + 1}.${this.#uniqueName()}@${domain}`;
    this.#parts.push({ contentType, contentId, content });
    return contentId;
  }

  /** Unique per message, and unpredictable. */
  #uniqueName(): string {
    return (this.#unique ??= [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join(""));
  }
}

/** Text that a header field can contain unescaped. */
const mediaType = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[ -~\t]*$/;

/** Behind the `@` of a Content-ID. */
const domain = "messenger-gen";

function fieldsOf(contentType: string, contentId: string): readonly string[] {
  return [`Content-Type: ${contentType}`, "Content-Transfer-Encoding: binary", `Content-ID: <${contentId}>`];
}
