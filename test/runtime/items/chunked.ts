import { MessengerClient } from "#generated/client.js";
import { DistributionListType } from "#generated/enums.js";
import { FindDistributionLists } from "#generated/items.js";
import type { FindListsResult } from "#generated/records.js";
import { UnimplementedMessengerService } from "#generated/server.js";
import { Messenger } from "#generated/service.js";
import {
  ClientError,
  type ClientOptions,
  ServiceFault,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from "#runtime/index.js";
import { inMemoryTransport } from "#runtime/testing.js";
import { type ItemOptions, itemsOf } from "#runtime/items.js";
import { toGuid } from "#runtime/xsd/guid.js";

export const lists = FindDistributionLists.Lists;
export const input = { user: { CustomerID: 42, Name: "api", Password: "secret" } };

class Nothing extends UnimplementedMessengerService {}

export type List = NonNullable<NonNullable<FindListsResult["Lists"]>[number]>;

/** A distribution list. */
export const list = (at: number, given: Partial<List> = {}): List => ({
  ID: toGuid("12345678-1234-1234-1234-123456789abc"),
  Name: `List ${at}`,
  Category: undefined,
  RecipientsCount: at,
  Version: 1,
  Private: false,
  Type: DistributionListType.SmartList,
  ...given,
});

/** The response that the service sends with this result. */
export const responseTo = async (
  result: FindListsResult,
  binding: "soap11" | "soap12" = "soap11",
): Promise<TransportResponse> => {
  const seen: TransportResponse[] = [];
  const service = Object.assign(new Nothing(), {
    findDistributionLists: async () => result,
  });
  const inner = inMemoryTransport(Messenger, service);
  const send = async (request: TransportRequest): Promise<TransportResponse> => {
    const response = await inner.send(request);
    seen.push(response);
    return response;
  };
  await new MessengerClient({ transport: { send } }).findDistributionLists(input, { binding });
  const [response] = seen;
  if (response === undefined) throw new Error("No response was sent");
  return response;
};

/** A transport whose response arrives in these chunks, and what the client did with it. */
export const arriving = (
  response: Partial<Omit<TransportResponse, "body">>,
  chunks: readonly Uint8Array[],
): {
  readonly transport: Transport;
  readonly requests: TransportRequest[];
  taken: number;
  cancelled: boolean;
} => {
  const requests: TransportRequest[] = [];
  const seen = { requests, taken: 0, cancelled: false };
  const send = async (request: TransportRequest): Promise<TransportResponse> => {
    requests.push(request);
    return {
      ...{ status: 200, contentType: "text/xml; charset=utf-8", body: new Uint8Array() },
      ...response,
      chunks: {
        read: async () => ({ value: chunks[seen.taken++] }),
        cancel: async () => {
          seen.cancelled = true;
        },
      },
    };
  };
  return Object.assign(seen, { transport: { send } });
};

/** The pieces of bytes between these places. */
export const piecesAt = (bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] => {
  const ordered = [0, ...[...places].sort((a, b) => a - b), bytes.length];
  return ordered.slice(1).map((end, at) => bytes.subarray(ordered[at], end));
};

/** All items of a response and its output, or the error as one line with the items before it. */
export const readAll = async (
  transport: Transport,
  options: ItemOptions<"soap11" | "soap12"> = {},
  client: Omit<ClientOptions, "transport"> = {},
): Promise<{ readonly items: readonly unknown[]; readonly end: unknown }> => {
  const items: unknown[] = [];
  try {
    const stream = await itemsOf(new MessengerClient({ ...client, transport }), lists, input, options);
    for await (const item of stream) items.push(item);
    return { items, end: await stream.output() };
  } catch (error) {
    return { items, end: lineOf(error) };
  }
};

/** An error as one line. */
export const lineOf = (error: unknown): string => {
  if (error instanceof ServiceFault) return `fault ${error.reason}: ${error.message}`;
  if (error instanceof ClientError) return `${error.code}: ${error.message}`;
  throw error;
};
