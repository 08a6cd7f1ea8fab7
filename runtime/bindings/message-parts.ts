import type { Entity } from "../mime/entity.js";
import { base64Binary } from "../xsd/binary.js";
import { percentDecoded } from "./soap-action.js";
import { decodedContent } from "../mime/transfer-encoding.js";
import {
  type Around,
  type ContentReader,
  type IncludedType,
  type PartProblem,
  type PartReader,
  type ReceivedParts,
  type SoapAttachment,
  xopNamespace,
} from "../xsd/parts.js";

const includeProblems: Readonly<Record<PartProblem, string>> = {
  MissingPart: "The message has no part that xop:Include names.",
  DuplicatePart: "The part that xop:Include names is not one, or is included twice.",
};

const notSpace = /[^ \t\n\r]/;

/** The parts behind a document, for one reading of it. */
export class MessageParts implements ReceivedParts {
  readonly #optimized: boolean;
  /** By Content-ID; undefined for one that several parts have. */
  readonly #byId = new Map<string, Entity | undefined>();
  /** As `#byId`, by ids that are percent-encoded in the part, although only references to them should be (RFC 2392). */
  readonly #byDecodedId = new Map<string, Entity | undefined>();
  /** By the part of the message they are bound to. */
  readonly #bound = new Map<string, Entity | undefined>();
  /** Attachments without a Content-ID that binds them to a part. */
  readonly #unbound: Entity[] = [];
  readonly #taken = new Set<Entity>();

  constructor(parts: readonly Entity[], optimized: boolean) {
    this.#optimized = optimized;
    for (const part of parts) {
      const id = idOf(part);
      if (id !== undefined) this.#byId.set(id, this.#byId.has(id) ? undefined : part);
      if (id?.includes("%") === true)
        this.#byDecodedId.set(
          percentDecoded(id),
          this.#byDecodedId.has(percentDecoded(id)) ? undefined : part,
        );
      const name = id === undefined ? undefined : boundName.exec(id)?.[1];
      if (name === undefined) this.#unbound.push(part);
      else this.#bound.set(percentDecoded(name), this.#bound.has(percentDecoded(name)) ? undefined : part);
    }
  }

  isInclude({ namespace, name }: PartReader): boolean {
    return name === "Include" && namespace === xopNamespace;
  }

  include(reader: PartReader): Uint8Array | undefined {
    const url = reader.attribute("", "href") ?? "";
    const part = this.#optimized ? this.referred(url) : "MissingPart";
    if (typeof part !== "string") {
      reader.leaveElement();
      return part.content;
    }
    const path = reader.path().slice(0, -".Include".length);
    if (reader.leavesOutPart?.(url, path) !== true) throw reader.error(part, includeProblems[part]);
    reader.leaveElement();
    return undefined;
  }

  included<T>(reader: ContentReader, type: IncludedType<T>, { name, path, before }: Around): T {
    const bytes = this.include(reader);
    reader.name = name;
    const after = reader.readText();
    if (!reader.atEndTag || notSpace.test(before) || notSpace.test(after)) {
      throw reader.error("UnexpectedElement", "Something stands beside xop:Include.", undefined, path);
    }
    if (bytes === undefined) return undefined as T;
    if (type.received !== undefined) return type.received(reader, "");
    // Whether values of the type are bytes.
    return type.carried === "bytes" ? (bytes as T) : type.parse(this.printed(bytes));
  }

  printed(bytes: Uint8Array): string {
    return base64Binary.print(bytes);
  }

  referred(url: string): SoapAttachment | PartProblem {
    const part = this.#find(url);
    return typeof part === "string" ? part : this.#take(part);
  }

  bound(part: string, at: number): SoapAttachment | PartProblem {
    const found = this.#bound.has(part) ? (this.#bound.get(part) ?? "DuplicatePart") : this.#unbound[at];
    return found === "DuplicatePart" ? found : this.#take(found);
  }

  /** A part is copied once, at its first use. */
  #take(part: Entity | undefined): SoapAttachment | PartProblem {
    if (part === undefined) return "MissingPart";
    if (this.#taken.has(part)) return "DuplicatePart";
    const content = decodedContent(part);
    if (content === undefined) return "MissingPart";
    this.#taken.add(part);
    const contentType = part.fields.get("content-type") ?? "text/plain";
    return { contentType, content: new Uint8Array(content) };
  }

  /** Some programs write ids with percent signs and do not percent-encode them, as RFC 2392 requires. */
  #find(url: string): Entity | PartProblem {
    const encoded = /^cid:(.*)$/is.exec(url.trim())?.[1];
    if (encoded === undefined) return "MissingPart";
    for (const ids of [this.#byId, this.#byDecodedId]) {
      for (const id of [percentDecoded(encoded), encoded])
        if (ids.has(id)) return ids.get(id) ?? "DuplicatePart";
    }
    return "MissingPart";
  }
}

/** `photo=4f2@example.com` */
const boundName = /^([^=@]+)=[^@]*@/;

function idOf({ fields }: Entity): string | undefined {
  return fields.get("content-id")?.replace(/^<(.*)>$/, "$1");
}
