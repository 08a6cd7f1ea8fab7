import { cleaned } from "../../domain/inbox/addressing.js";
import { postFor } from "../../domain/posts/posts.js";
import type { PostQueue } from "../../ports/callbacks.js";
import type { Forward, InboxForward, InboxNumber, NumberOutcome } from "../../domain/inbox/forwards.js";
import type { InboxAge } from "../../domain/inbox/inbox.js";
import type { IncomingMessage, InboxMessage, InboxSelection } from "../../domain/inbox/messages.js";
import type { IncomingEffect, ReceivedPart } from "../../domain/inbox/received-part.js";
import type { InboxStore, IncomingStore } from "../../ports/inbox.js";
import type { WriteLimit } from "../../ports/service.js";
import type { Caller, Forgetting } from "../script/calls.js";

/** Maximum messages of one read or one commit. */
export const inboxSlice = 500;

/** Messages of a customer with ids after `after`, up to `upTo`; the first few. */
export interface InboxRange {
  readonly customerId: number;
  readonly age: InboxAge;
  readonly after: number;
  readonly upTo: number;
}

export interface InboxIds {
  readonly customerId: number;
  readonly ids: readonly number[];
}

/** The id of a new message, unless there is no such customer. */
export type InboxAdded =
  { readonly ok: true; readonly id: number } | { readonly ok: false; readonly reason: "unknownCustomer" };

/** Changes of inboxes. */
export interface InboxWrites {
  addInbox(message: IncomingMessage): InboxAdded;
  /** At most `inboxSlice` messages. */
  fetchInbox(range: InboxRange): readonly InboxMessage[];
  fetchInboxIds(input: InboxIds): readonly InboxMessage[];
  /** Number of deleted messages; less than `inboxSlice` means that none is left. */
  killInbox(range: InboxRange): number;
  killInboxIds(input: InboxIds): number;
}

/** Changes by messages from networks. */
export interface IncomingWrites {
  /** Takes parts as `cleaned` returns them. */
  receive(parts: readonly ReceivedPart[]): readonly IncomingEffect[];
  joinIncomplete(input: { readonly before: number; readonly limit: number }): number;
  addNumber(input: { readonly number: InboxNumber; readonly at: number }): NumberOutcome;
  removeNumber(number: string): boolean;
  forgetStrays(input: Forgetting): number;
  setForward(forward: InboxForward): boolean;
  removeForward(customerId: number): boolean;
  /** False if it no longer waits, as the next. */
  endForward(id: number): boolean;
  postponeForward(input: { readonly id: number; readonly nextAt: number }): boolean;
  /** Removes forwards from before a time; returns the customer of each. */
  expireForwards(input: { readonly before: number; readonly limit: number }): readonly number[];
}

const isIds = (selection: InboxSelection): selection is readonly number[] => typeof selection !== "string";

/** The last id of an inbox; 0 for an empty one. */
export type LastId = (customerId: number) => Promise<number>;

/** The part of the port that can be recorded. */
export function inboxAddCalls(writer: Caller<Pick<InboxWrites, "addInbox">>) {
  return {
    add: async (message) => {
      const added = await writer.call("addInbox", message);
      return added.ok ? added.id : undefined;
    },
  } satisfies Partial<InboxStore>;
}

/** Long inboxes are fetched and deleted in several commits, so that other calls are served meanwhile. */
export function inboxCalls(writer: Caller<InboxWrites>, lastId: LastId) {
  async function* fetchAll(
    customerId: number,
    age: InboxAge,
    limit?: WriteLimit,
  ): AsyncGenerator<readonly InboxMessage[], void> {
    const upTo = await lastId(customerId);
    let after: number | undefined = 0;
    while (after !== undefined) {
      const range = { customerId, age, after, upTo };
      const rows: readonly InboxMessage[] = await writer.call("fetchInbox", range, limit);
      yield rows;
      after = rows.length < inboxSlice ? undefined : rows.at(-1)?.id;
    }
  }
  async function* fetchIds(
    customerId: number,
    ids: readonly number[],
    limit?: WriteLimit,
  ): AsyncGenerator<readonly InboxMessage[], void> {
    yield await writer.call("fetchInboxIds", { customerId, ids }, limit);
  }
  const killAll = async (customerId: number, age: InboxAge, limit?: WriteLimit): Promise<number> => {
    const upTo = await lastId(customerId);
    let killed = 0;
    for (;;) {
      const range = { customerId, age, after: 0, upTo };
      const some = await writer.call("killInbox", range, killed === 0 ? limit : undefined);
      killed += some;
      if (some < inboxSlice) return killed;
    }
  };
  return {
    ...inboxAddCalls(writer),
    fetch: (customerId, selection, limit) =>
      isIds(selection) ? fetchIds(customerId, selection, limit) : fetchAll(customerId, selection, limit),
    kill: async (customerId, selection, limit) =>
      isIds(selection)
        ? writer.call("killInboxIds", { customerId, ids: selection }, limit)
        : killAll(customerId, selection, limit),
  } satisfies Partial<InboxStore>;
}

/** The writing half of the port, by the calls of a writer. */
export function incomingCalls(writer: Caller<IncomingWrites>) {
  return {
    receive: (parts) => writer.call("receive", parts.map(cleaned)),
    joinIncomplete: (before, limit) => writer.call("joinIncomplete", { before, limit }),
    forgetStrays: (before, most, limit) => writer.call("forgetStrays", { before, most, limit }),
    addNumber: (number, at) => writer.call("addNumber", { number, at }),
    removeNumber: (number) => writer.call("removeNumber", number),
    setForward: (forward) => writer.call("setForward", forward),
    removeForward: (customerId) => writer.call("removeForward", customerId),
  } satisfies Partial<IncomingStore>;
}

/** As `incomingCalls`. */
export function forwardCalls(writer: Caller<IncomingWrites>) {
  return {
    end: async (id) => {
      await writer.call("endForward", id);
    },
    postpone: ({ id, nextAt }) => writer.call("postponeForward", { id, nextAt }),
    giveUp: ({ id }) => writer.call("endForward", id),
    expire: (now, limit) => writer.call("expireForwards", { before: now - postFor, limit }),
  } satisfies Partial<PostQueue<Forward>>;
}
