/** Reads responses item by item, so that memory does not depend on the number of items. */
import { soapVersions, type SoapVersion } from "./contract/soap-version.js";
import type { BindingName, NoHeaders } from "./contract/message-codecs.js";
import { callerOf, type Calling } from "./client/calling.js";
import type { CallOptions, Caller } from "./client/client.js";
import { ClientError } from "./errors/client-error.js";
import type { Interceptor, ReceiveResponse } from "./client/interceptor.js";
import { ResponseItems } from "./items/response-items.js";
import type { Operation } from "./contract/operation.js";
import type { TransportResponse } from "./transport/transport.js";
import type { QName } from "./xml/names.js";
import type { XmlReader } from "./xml/reader.js";

/** A repeated element in the response of an operation. Generated: `items.ts` of the output. */
export interface RepeatedElement<Op, Item> {
  readonly operation: Op;
  /** Elements from the one in Body, exclusively, to the repeated one. */
  readonly path: readonly QName[];
  /** Reads the item that the reader has just entered. */
  readonly read: (reader: XmlReader) => Item;
}

/** Options of `itemsOf`: those of a call over SOAP. `timeout` applies to the head of the response and then to each chunk. */
export interface ItemOptions<
  B extends BindingName = BindingName,
  HI = NoHeaders,
  HO = NoHeaders,
> extends CallOptions<Extract<B, SoapVersion>, HO, HI> {
  /** Maximum length of one item, and of everything around the items, in UTF-16 code units; 8 Mi when not given. */
  readonly maxItemLength?: number | undefined;
}

/** The items of a response. Each is read once, by one iteration or `output`. */
export interface Items<Item, O> extends AsyncIterable<Item> {
  /** Status and HTTP headers; the body is not there. */
  readonly response: TransportResponse;
  /**
   * Reads up to the end, and returns the output with the first item only, because the contract may require one.
   * @throws as the iteration; ClientError `Aborted` after it ended early
   */
  output(): Promise<O>;
  /** Closes the connection, for a program that does not iterate to the end. */
  close(): Promise<void>;
}

const defaultLength = 8 * 1024 * 1024;

/**
 * Calls an operation and reads its response item by item: each is decoded after the program has received the ones before it. Resolves with
 * the first item, or with the end of a response without items; a fault rejects as in the call of the operation.
 *
 * An error later in the response rejects the iteration, which has then yielded items.
 * @throws ServiceFault, ClientError
 */
export async function itemsOf<S, I, O, B extends BindingName, HI, HO, F, Item>(
  client: Caller<S> | Calling<S>,
  element: RepeatedElement<Operation<S, I, O, B, HI, HO, F>, Item>,
  input: NoInfer<I>,
  options: ItemOptions<NoInfer<B>, NoInfer<HI>, NoInfer<HO>> = {},
): Promise<Items<Item, O>> {
  const { maxItemLength: limit = defaultLength, ...call } = options;
  const { operation } = element;
  let received:
    | { readonly response: TransportResponse; readonly items: ResponseItems<I, O, HI, HO, F, Item> }
    | undefined;
  const receiving: Interceptor = (passed, next) => {
    const { Reader, timeout, signal, transport, binding: name } = passed;
    if (!(name in soapVersions)) {
      const text = `itemsOf reads responses of SOAP: call ${operation.name} over ${name} without it`;
      throw new ClientError("InvalidInput", text);
    }
    if (Reader !== undefined)
      throw new ClientError("InvalidInput", "lenientReading reads responses as a whole: leave it out");
    const receive: ReceiveResponse<O, HO> = async (response, service, binding) => {
      await received?.items.close();
      const items = new ResponseItems({ ...element, timeout, signal, limit, binding, service, response });
      received = { response, items };
      return items.begin();
    };
    const send: typeof transport.send = async (request) => transport.send({ ...request, streamed: true });
    return next({ ...passed, receive, transport: { send } });
  };
  const interceptors = [...(call.interceptors ?? []), receiving];
  const caller = callerOf in client ? client[callerOf] : client;
  try {
    await caller.call(operation, input, { ...call, interceptors });
  } catch (error) {
    await received?.items.close();
    throw error;
  }
  if (received === undefined)
    throw new ClientError(
      "InvalidInput",
      "An interceptor returned a result that cannot be read item by item",
    );
  return iterable(received.response, received.items);
}

function iterable<I, O, HI, HO, F, Item>(
  response: TransportResponse,
  items: ResponseItems<I, O, HI, HO, F, Item>,
): Items<Item, O> {
  const iterator = items.items();
  return {
    response,
    [Symbol.asyncIterator]: () => iterator,
    output: async () => {
      while ((await iterator.next()).done !== true);
      if (items.rest === undefined) throw new ClientError("Aborted", "The items were not read to their end");
      return items.rest.output;
    },
    close: async () => items.close(),
  };
}
