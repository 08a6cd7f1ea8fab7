import {
  contentTypeOf,
  type Entity,
  nameOf,
  isMultipart,
  readRelated,
  type Related,
  decodedContent,
} from "messenger-gen-runtime/mime";
import { maxMultipart } from "./mms-content.js";

/** An MM7 message in HTTP: the document, and the parts it may refer to. */
export interface HttpMessage {
  readonly document: Uint8Array;
  /** Of the document; undefined when its media type names none. */
  readonly charset: string | undefined;
  /** The part with a Content-ID; the only part, whatever its Content-ID. */
  part(contentId: string): Entity | undefined;
}

/**
 * Splits a message: a document, or a multipart entity whose first part, or the part of `start`, is the document.
 * Undefined if it is neither.
 */
export function readHttpMessage(entity: Entity): HttpMessage | undefined {
  const pieces = piecesOf(entity);
  const document = pieces && decodedContent(pieces.root);
  if (pieces === undefined || document === undefined) return undefined;
  const { root, others } = pieces;
  return {
    document,
    charset: contentTypeOf(root)?.parameters.get("charset"),
    part: (contentId) =>
      others.length === 1 ? others[0] : others.find((part) => nameOf(part) === contentId),
  };
}

function piecesOf(entity: Entity): Related | undefined {
  return isMultipart(entity) ? readRelated(entity, maxMultipart.parts) : { root: entity, others: [] };
}
