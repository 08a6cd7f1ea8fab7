import { readConcatenation } from "../../text/user-data-header.js";
import type { Routable } from "../route.js";
import type { Submission } from "../submitting/submission.js";

const offset = 0x811c9dc5;
const prime = 0x01000193;

/** FNV-1a of a text, from an earlier hash on: 32 bits with a sign. */
function hashOf(text: string, from: number): number {
  let hash = from;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), prime);
  return hash | 0;
}

/**
 * Hash of what the parts of a message have in common that a customer has split: customer, originator, reference and total of their
 * concatenation. Undefined for a message that is no part, nearly all of them.
 */
export function partsHash({
  body,
  customerId,
  originator,
}: Pick<Submission, "body" | "customerId" | "originator">): number | undefined {
  if (body?.kind !== "binary") return undefined;
  const found = readConcatenation(body.header);
  if (found === undefined || found.total < 2) return undefined;
  return hashOf(`${customerId} ${found.reference} ${found.total} ${originator}`, offset);
}

/** What routes are chosen by: parts to one number have the same value; another message has its id. */
export function routedBy({
  id,
  phone,
  partsHash: hash,
}: Pick<Routable, "id" | "phone" | "partsHash">): number {
  return hash === undefined ? id : hashOf(phone, hash);
}
