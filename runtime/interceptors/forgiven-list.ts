import type { Forgiven, ForgivenKind } from "../contract/forgiven.js";
import { ClientError } from "../errors/client-error.js";

/** Found before the document is read. */
const envelopeKinds: ReadonlySet<ForgivenKind> = new Set<ForgivenKind>([
  "mediaType",
  "charset",
  "declaration",
  "acknowledgement",
]);

/** Departures of one response: those of its envelope, and those of the document, which may be read more than once. */
export class ForgivenList {
  readonly accepts: (kind: ForgivenKind) => boolean;
  readonly #limit: number;
  readonly #envelope: Forgiven[] = [];
  readonly #document: Forgiven[] = [];

  constructor(accepts: (kind: ForgivenKind) => boolean, limit: number) {
    this.accepts = accepts;
    this.#limit = limit;
  }

  get all(): readonly Forgiven[] {
    return [...this.#envelope, ...this.#document];
  }

  /** Another response has come. */
  clear(): void {
    this.#envelope.length = 0;
    this.restart();
  }

  /** The document is read, from its beginning. */
  restart(): void {
    this.#document.length = 0;
  }

  /** @throws ClientError `Protocol` for more than the limit */
  add(forgiven: Forgiven): true {
    const { path } = forgiven;
    if (this.#envelope.length + this.#document.length >= this.#limit)
      throw new ClientError(
        "Protocol",
        `The response deviates from the contract more than ${this.#limit} times.`,
        { path },
      );
    (envelopeKinds.has(forgiven.kind) ? this.#envelope : this.#document).push(forgiven);
    return true;
  }
}
