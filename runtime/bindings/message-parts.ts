import type { Entity } from "../mime/entity.js";
import { decodedContent } from "../mime/transfer-encoding.js";
import type { PartProblem, ReceivedParts } from "../xml/parts.js";

/** The parts behind a document, for one reading of it. */
export class MessageParts implements ReceivedParts {
  readonly #optimized: boolean;
  /** By Content-ID; undefined for one that several parts have. */
  readonly #byId = new Map<string, Entity | undefined>();
  readonly #included = new Set<Entity>();

  constructor(parts: readonly Entity[], optimized: boolean) {
    this.#optimized = optimized;
    for (const part of parts) {
      const id = idOf(part);
      if (id !== undefined) this.#byId.set(id, this.#byId.has(id) ? undefined : part);
    }
  }

  include(url: string): Uint8Array | PartProblem {
    const part = this.#optimized ? this.#find(url) : "MissingPart";
    if (typeof part === "string") return part;
    if (this.#included.has(part)) return "DuplicatePart";
    const content = decodedContent(part);
    if (content === undefined) return "MissingPart";
    this.#included.add(part);
    return new Uint8Array(content);
  }

  /** Some programs write ids with percent signs, and do not encode those once more (RFC 2392 wants it). */
  #find(url: string): Entity | PartProblem {
    const encoded = /^cid:(.*)$/is.exec(url.trim())?.[1];
    if (encoded === undefined) return "MissingPart";
    for (const id of [decoded(encoded), encoded]) {
      if (this.#byId.has(id)) return this.#byId.get(id) ?? "DuplicatePart";
    }
    return "MissingPart";
  }
}

function idOf({ fields }: Entity): string | undefined {
  return fields.get("content-id")?.replace(/^<(.*)>$/, "$1");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
