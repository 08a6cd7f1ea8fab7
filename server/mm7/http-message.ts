import { contentTypeOf, type Entity, nameOf } from "../domain/mm7/entity.js";
import { isMultipart, partsOf } from "../domain/mm7/multipart.js";
import { decodedContent } from "../domain/mm7/transfer-encoding.js";

/** An MM7 message as it comes over HTTP: the document, and the parts it may refer to. */
export interface HttpMessage {
  readonly document: Uint8Array;
  /** Of the document; undefined when its media type names none. */
  readonly charset: string | undefined;
  /** The part with a Content-ID. */
  part(contentId: string): Entity | undefined;
}

/**
 * Takes a message apart: a document alone, or a multipart entity whose first part, or the one that `start` names, is the
 * document. Undefined when it is neither.
 */
export function readHttpMessage(entity: Entity): HttpMessage | undefined {
  const { root, others } = piecesOf(entity);
  const document = root && decodedContent(root);
  if (root === undefined || document === undefined) return undefined;
  return {
    document,
    charset: contentTypeOf(root)?.parameters.get("charset"),
    part: (contentId) => others.find((part) => nameOf(part) === contentId),
  };
}

interface Pieces {
  readonly root: Entity | undefined;
  readonly others: readonly Entity[];
}

function piecesOf(entity: Entity): Pieces {
  if (!isMultipart(entity)) return { root: entity, others: [] };
  const parts = partsOf(entity) ?? [];
  const start = contentTypeOf(entity)
    ?.parameters.get("start")
    ?.replace(/^<(.*)>$/, "$1");
  const root = start === undefined ? parts[0] : parts.find((part) => nameOf(part) === start);
  return { root, others: parts.filter((part) => part !== root) };
}
