import { createHash, timingSafeEqual } from "node:crypto";
import type { Entity } from "messenger-gen-runtime/mime";
import { type DocumentRefusal, readDocument, textIn } from "./documents/document.js";
import { type HttpMessage, readHttpMessage } from "./documents/http-message.js";
import { type Incoming, isRequestName, readIncoming } from "./documents/incoming.js";
import { type Answered, errorResponse, successResponse } from "./documents/incoming-response.js";
import { messageText } from "./documents/mms-content.js";
import type { GatewayContext } from "../../ports/delivery.js";
import { basicAuthorization } from "./authorization.js";
import type { ReceiverSettings } from "./settings.js";

/** Response to an MMSC. */
export interface ReceiverResponse {
  /** Of HTTP. */
  readonly status: number;
  readonly document: string;
}

/** Returns which addresses are among some, given as addresses and CIDR ranges. */
export type AddressTest = (ranges: readonly string[]) => (address: string) => boolean;

/** A link whose MMSC may report and deliver. */
export interface ReceivingLink {
  readonly name: string;
  readonly context: Pick<GatewayContext, "receipt" | "incoming" | "now" | "log">;
  readonly settings: ReceiverSettings;
  readonly isFrom: (address: string) => boolean;
}

/**
 * Reasons for rejecting an MM7 request: no link receives, the address is not allowed, the credentials are wrong, or so many were
 * wrong that none are verified for now.
 */
export type Unauthenticated = "nobody" | "address" | "credentials" | "guesses";

/** Limits brute-force attempts from one address, and from all together. */
export interface PasswordGuesses {
  /** Counts an attempt; false if the limit is reached. */
  take(remoteAddress: string): boolean | Promise<boolean>;
  /** Takes an attempt back: the password was right. */
  giveBack(remoteAddress: string): void | Promise<void>;
}

export interface Mm7ReceiverOptions {
  readonly addressTest: AddressTest;
  readonly guesses: PasswordGuesses;
}

/** Maximum of stored correct passwords, each with the address of its caller; the oldest is removed first. */
const maxKnown = 1_000;

/** Receives reports and messages of MMSCs, for all links of the kind mm7. */
export class Mm7Receiver {
  readonly #links = new Set<ReceivingLink>();
  readonly #addressTest: AddressTest;
  readonly #guesses: PasswordGuesses;
  /**
   * Correct passwords with the address each was sent from: callers without a password cannot block an MMSC, and a
   * caller with one password cannot try others without limit.
   */
  readonly #known = new Set<string>();

  constructor({ addressTest, guesses }: Mm7ReceiverOptions) {
    this.#addressTest = addressTest;
    this.#guesses = guesses;
  }

  /** Receives for a link from now on, unless its settings allow no caller; returns a function that stops it. */
  register(name: string, settings: ReceiverSettings, context: ReceivingLink["context"]): () => void {
    if (settings.user === "" && settings.addresses.length === 0) return () => undefined;
    const isFrom = settings.addresses.length === 0 ? () => true : this.#addressTest(settings.addresses);
    const link = { name, settings, context, isFrom };
    this.#links.add(link);
    return () => {
      this.#links.delete(link);
    };
  }

  /** @throws Error if the addresses of the settings cannot be read */
  check({ addresses }: ReceiverSettings): void {
    this.#addressTest(addresses);
  }

  /** The link of a caller, by its address and the field Authorization. */
  async admit(
    authorization: string | undefined,
    remoteAddress: string,
  ): Promise<ReceivingLink | Unauthenticated> {
    if (this.#links.size === 0) return "nobody";
    const near = [...this.#links].filter(({ isFrom }) => isFrom(remoteAddress));
    if (near.length === 0) return "address";
    const open = near.find(({ settings }) => settings.user === "");
    if (open !== undefined) return open;
    return authorization === undefined ? "credentials" : this.#opened(near, authorization, remoteAddress);
  }

  /** A password that was correct from the same address before is never rate-limited. */
  async #opened(
    links: readonly ReceivingLink[],
    authorization: string,
    remoteAddress: string,
  ): Promise<ReceivingLink | Unauthenticated> {
    const name = hashOf(`${remoteAddress} ${authorization}`).toString("base64");
    const known = this.#known.has(name);
    const counted = await this.#guesses.take(remoteAddress);
    if (!counted && !known) return "guesses";
    const link = links.find(({ settings }) => opens(settings, authorization));
    if (link === undefined) return counted ? "credentials" : "guesses";
    if (counted) await this.#guesses.giveBack(remoteAddress);
    if (!known) this.#remember(name);
    return link;
  }

  #remember(name: string): void {
    const [oldest] = this.#known;
    if (this.#known.size >= maxKnown && oldest !== undefined) this.#known.delete(oldest);
    this.#known.add(name);
  }
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function opens({ user: name, password }: ReceiverSettings, authorization: string): boolean {
  const [scheme = "", credentials = ""] = authorization.split(/ +/);
  const same = timingSafeEqual(
    hashOf(`Basic ${credentials}`),
    hashOf(basicAuthorization({ name, password })),
  );
  return same && scheme.toLowerCase() === "basic";
}

const faultCodes: Readonly<Record<DocumentRefusal, "Client" | "MustUnderstand">> = {
  malformed: "Client",
  notSoap: "Client",
  notMm7: "Client",
  notUnderstood: "MustUnderstand",
};

const success = (document: string): ReceiverResponse => ({ status: 200, document });
/** SOAP 1.1, section 6.2. */
const failure = (document: string): ReceiverResponse => ({ status: 500, document });

/** Handles one request; resolves when its content is on disk. */
export async function receive(
  { name: link, context }: Pick<ReceivingLink, "name" | "context">,
  contentType: string | undefined,
  body: Uint8Array,
): Promise<ReceiverResponse> {
  const entity: Entity = { fields: new Map([["content-type", contentType ?? "text/xml"]]), content: body };
  const http = readHttpMessage(entity);
  const found = http && readDocument(http.document, http.charset);
  if (found === undefined)
    return failure(errorResponse("Client", 2007, "The request cannot be taken apart.", {}));
  if (found.kind === "refused") {
    const reason = "The document is no MM7 request.";
    return failure(errorResponse(faultCodes[found.reason], 2007, reason, {}));
  }
  const { schema, transactionId, message } = found;
  const answered: Answered = { schema, transactionId, version: textIn(message.children, "MM7Version") };
  const incoming = readIncoming(message, context.now());
  if (incoming.kind === "refused" || !isRequestName(message.name) || found.fault !== undefined) {
    const { status, reason } = incoming.kind === "refused" ? incoming : unasked;
    context.log.warn({ link, request: message.name.slice(0, 32), statusCode: status }, "mm7 request refused");
    return failure(errorResponse("Client", status, reason, answered));
  }
  const text = textOf(incoming, http);
  if (text === undefined)
    return failure(errorResponse("Client", 2007, "The content cannot be taken apart.", answered));
  try {
    await store(context, incoming, { text, transactionId });
  } catch (error) {
    context.log.error({ link, request: message.name, err: error }, "mm7 request not stored");
    return failure(errorResponse("Server", 3000, "The request cannot be stored now.", answered));
  }
  context.log.info({ link, request: message.name }, "mm7 request");
  return success(successResponse(message.name, answered));
}

const unasked = { status: 4003, reason: "This is no request." } as const;

type Taken = Exclude<Incoming, { readonly kind: "refused" }>;

/** Empty for content without text; undefined if the content is missing or invalid. */
function textOf(incoming: Taken, http: HttpMessage | undefined): string | undefined {
  if (incoming.kind !== "message") return "";
  const { content } = incoming;
  const part = content === undefined ? undefined : http?.part(content);
  return content !== undefined && part === undefined ? undefined : messageText(part);
}

/** Maximum length of the reference by which a repetition is recognized, in UTF-16 code units. */
const maxReference = 256;

async function store(
  context: ReceivingLink["context"],
  incoming: Taken,
  { text, transactionId }: { readonly text: string; readonly transactionId: string },
): Promise<void> {
  switch (incoming.kind) {
    case "report": {
      const { messageId, recipient, state, at, text: code } = incoming;
      const phone = recipient === "" ? undefined : recipient;
      await context.receipt({
        messageId,
        phone,
        state,
        at,
        ...(code === "" ? {} : { code: code.slice(0, 64) }),
      });
      return;
    }
    case "message": {
      const { sender: from, addressees, subject } = incoming;
      const reference = transactionId === "" ? undefined : transactionId.slice(0, maxReference);
      const kept = { from, text, subject, reference };
      await Promise.all(addressees.map((to) => context.incoming({ ...kept, to })));
      return;
    }
    case "read":
      return;
  }
}
