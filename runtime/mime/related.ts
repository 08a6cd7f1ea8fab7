import { contentTypeOf, type Entity, nameOf } from "./entity.js";
import { partsOf } from "./multipart.js";

/** Content of a `multipart/related` entity (RFC 2387). */
export interface Related {
  /** The part that `start` names, else the first one. */
  readonly root: Entity;
  readonly others: readonly Entity[];
}

/**
 * Splits a multipart entity. Undefined if it is not one, as for `partsOf`, or if `start` names no part of it.
 * @param most parts
 */
export function readRelated(entity: Entity, most: number): Related | undefined {
  const parts = partsOf(entity, most) ?? [];
  const start = contentTypeOf(entity)
    ?.parameters.get("start")
    ?.replace(/^<(.*)>$/, "$1");
  const root = start === undefined ? parts[0] : parts.find((part) => nameOf(part) === start);
  return root === undefined ? undefined : { root, others: parts.filter((part) => part !== root) };
}
