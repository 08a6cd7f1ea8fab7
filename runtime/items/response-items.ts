import type { CalledService, ClientBinding, Result } from "../contract/client-binding.js";
import { unreadable } from "../bindings/unusable-response.js";
import { parseMediaType } from "../contract/media-type.js";
import { soapVersions } from "../contract/soap-version.js";
import { ClientError } from "../errors/client-error.js";
import type { CalledOperation, MessageReader } from "../contract/message-codecs.js";
import { aborted, withDeadline, type DeadlineOptions } from "../transport/deadline.js";
import type { ResponseChunks, TransportResponse } from "../transport/transport.js";
import { type QName, isSameName } from "../xml/names.js";
import type { XmlReader } from "../xml/reader.js";
import { ChunkDecoder, joined } from "./chunk-decoder.js";
import { ItemCutter } from "./item-cutter.js";

/** A response that is read item by item. */
export interface ItemResponse<I, O, HI, HO, F, Item> extends DeadlineOptions {
  readonly operation: CalledOperation<I, O, HI, HO, F>;
  /** Elements from the one in Body, exclusively, to the items. */
  readonly path: readonly QName[];
  readonly read: (reader: XmlReader) => Item;
  readonly binding: ClientBinding;
  readonly service: CalledService;
  readonly response: TransportResponse;
  /** Maximum length of one item, and of everything around the items, in UTF-16 code units. */
  readonly limit: number;
}

/** Maximum bytes that are decoded at once. */
const mostDecoded = 64 * 1024;

/** Bytes of a page that its error quotes. */
const quoted = 2_000;

const encoder = new TextEncoder();

/**
 * Reads the items of a response from its chunks. The binding of the call reads each window of items, and the response with the first item only
 * at the end, as if they were responses.
 */
export class ResponseItems<I, O, HI, HO, F, Item> {
  readonly #given: ItemResponse<I, O, HI, HO, F, Item>;
  readonly #cutter: ItemCutter;
  readonly #decoder: ChunkDecoder;
  #type: string;
  readonly #chunks: ResponseChunks;
  /** Bytes that have been looked at, and are read again. */
  #seen: Uint8Array | undefined;
  /** Items that were read before the first one was requested. */
  #first: readonly Item[] = [];
  #hasEnded = false;
  #isClosed = false;
  #rest: Result<O, HO> | undefined;

  constructor(given: ItemResponse<I, O, HI, HO, F, Item>) {
    const { response, operation, path } = given;
    const { type, charset } = parseMediaType(response.contentType);
    const { element } = operation.output ?? {};
    if (element === undefined)
      throw new ClientError("InvalidInput", `${operation.name} has no response with items`);
    this.#given = given;
    this.#type = type;
    this.#cutter = new ItemCutter(["Envelope", "Body", element.name, ...path.map(({ name }) => name)]);
    const { deviating } = given.service;
    this.#decoder = new ChunkDecoder(charset, deviating && ((first) => deviating.charsetOf(first, charset)));
    this.#chunks = limitedChunks(response);
    given.signal?.addEventListener("abort", this.#abort);
  }

  readonly #abort = (): void => void this.close();

  /**
   * Reads up to the first items; a response without items as a whole.
   * @throws as the call of the operation
   */
  async begin(): Promise<Result<O, HO>> {
    try {
      return await this.#begin();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async #begin(): Promise<Result<O, HO>> {
    const { operation, binding, response, service } = this.#given;
    if (this.#type === "multipart/related") {
      const text = `The response to ${operation.name} has MIME parts: its items cannot be read one by one`;
      throw new ClientError("Protocol", text, { status: response.status });
    }
    if (response.status !== 200 || !(await this.#isSoap())) {
      const body = response.chunks === undefined ? response.body : await this.#beginning();
      return binding.result(operation, { ...response, body }, service);
    }
    const [window, ...more] = await this.#windows();
    if (window === undefined) return (this.#rest = this.#readRest());
    const { output, headers } = this.#readWindow(window);
    this.#first = [...output, ...more.flatMap((each) => this.#readWindow(each).output)];
    const result = { output: undefined as O };
    return headers === undefined ? result : { ...result, headers };
  }

  /** True for the media type of SOAP, and for an envelope of another one that the client accepts. */
  async #isSoap(): Promise<boolean> {
    if (Object.values(soapVersions).some(({ mediaType }) => mediaType === this.#type)) return true;
    const { response, service } = this.#given;
    this.#seen = await this.#beginning();
    this.#hasEnded = false;
    if (service.deviating?.isMessage(this.#seen, response) !== true) return false;
    this.#type = soapVersions.soap11.mediaType;
    return true;
  }

  /** The items, each once. The connection is closed when the iteration ends early. */
  async *items(): AsyncGenerator<Item, void, undefined> {
    try {
      yield* this.#first;
      this.#first = [];
      while (this.#rest === undefined) {
        for (const window of await this.#windows()) yield* this.#readWindow(window).output;
        if (this.#hasEnded) this.#rest = this.#readRest();
      }
    } finally {
      await this.close();
    }
  }

  /** The response with the first item only; undefined before its end. */
  get rest(): Result<O, HO> | undefined {
    return this.#rest;
  }

  /** Closes the connection, unless the response has ended. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#given.signal?.removeEventListener("abort", this.#abort);
    if (!this.#hasEnded) await this.#chunks.cancel().catch(() => undefined);
  }

  /** The next windows; none at the end of the response. */
  async #windows(): Promise<readonly string[]> {
    while (!this.#hasEnded) {
      const windows = this.#cut(await this.#chunk());
      if (windows.length > 0) return windows;
    }
    return [];
  }

  #cut(chunk: Uint8Array | undefined): readonly string[] {
    const { response, limit } = this.#given;
    try {
      const windows = this.#cutter.cut(this.#decoder.decode(chunk));
      if (this.#cutter.kept <= limit) return windows;
    } catch (cause) {
      throw unreadable(response, cause);
    }
    const text = `An item, or everything around the items, is longer than ${limit} characters`;
    throw new ClientError("TooLarge", text, { status: response.status });
  }

  /** Undefined at the end of the response. */
  async #chunk(): Promise<Uint8Array | undefined> {
    const { response } = this.#given;
    const seen = this.#seen;
    this.#seen = undefined;
    if (seen !== undefined && seen.length > 0) return seen;
    this.#refuseClosed();
    try {
      const { value } = await withDeadline(this.#given, async () => this.#chunks.read());
      if (value !== undefined) return value;
      // A connection that was closed here may look like the end of the response.
      this.#refuseClosed();
      this.#hasEnded = true;
      return undefined;
    } catch (cause) {
      if (cause instanceof ClientError) throw cause;
      const text = "The connection was closed before the end of the response";
      throw new ClientError("Transport", text, { status: response.status, cause });
    }
  }

  #refuseClosed(): void {
    const { signal } = this.#given;
    if (signal?.aborted === true) throw aborted(signal);
    if (this.#isClosed) throw new ClientError("Aborted", "The items were closed before their end");
  }

  /** The body as far as its beginning decides, or an error quotes it: at least that, unless it is shorter. */
  async #beginning(): Promise<Uint8Array> {
    let beginning = new Uint8Array();
    while (beginning.length < quoted) {
      const chunk = await this.#chunk();
      if (chunk === undefined) break;
      beginning = joined(beginning, chunk);
    }
    return beginning;
  }

  #readWindow(window: string): Result<Item[], HO> {
    const { operation, path, read } = this.#given;
    const { name, action, input, output, headers } = operation;
    const reading: MessageReader<Item[]> = {
      element: output?.element,
      read: (reader) => {
        // A binding may read a message more than once.
        const items: Item[] = [];
        readItems(reader, path, read, items);
        return items;
      },
    };
    const blocks = headers === undefined ? {} : { headers };
    return this.#result({ name, action, input, output: reading, ...blocks }, window);
  }

  #readRest(): Result<O, HO> {
    return this.#result(this.#given.operation, this.#cutter.rest());
  }

  #result<T>(operation: CalledOperation<I, T, HI, HO, F>, text: string): Result<T, HO> {
    const { binding, response, service } = this.#given;
    const whole = { ...response, contentType: `${this.#type}; charset=utf-8`, body: encoder.encode(text) };
    return binding.result(operation, whole, service);
  }
}

/**
 * Reads the content of the element entered last up to its end tag, and the items in it. Other elements are skipped; those beside the items count as
 * unknown ones.
 */
function readItems<Item>(
  reader: XmlReader,
  [next, ...inside]: readonly QName[],
  read: (reader: XmlReader) => Item,
  items: Item[],
): void {
  while (reader.child()) {
    if (next === undefined || !isSameName(reader, next)) {
      const { skipped } = reader;
      reader.skip();
      if (inside.length > 0) reader.skipped = skipped;
    } else if (inside.length === 0) items.push(read(reader));
    else if (!reader.isNil()) readItems(reader, inside, read, items);
  }
}

/**
 * The body in chunks of limited length, however it was received: the text of a long chunk, and all its items, would be in memory at once.
 */
function limitedChunks({ body, chunks }: TransportResponse): ResponseChunks {
  let left = chunks === undefined ? body : undefined;
  return {
    read: async () => {
      if (left === undefined || left.length === 0) left = (await chunks?.read())?.value;
      const value = left?.subarray(0, mostDecoded);
      left = left?.subarray(mostDecoded);
      return { value };
    },
    cancel: async () => chunks?.cancel(),
  };
}
