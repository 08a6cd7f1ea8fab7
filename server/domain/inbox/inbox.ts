import { bounded } from "../text/normal-form.js";

/** Name of the one element of an inbox result. */
export type InboxRoot = "inboxinfo" | "inboxlist" | "inboxdel";

/** Messages of an inbox by their read mark: old ones have been read. */
export type InboxAge = "all" | "new" | "old";

/** An inbox operation and its messages; `ids` are those of `messageId`. */
export type InboxOperation =
  | { readonly root: "inboxinfo"; readonly action: "count"; readonly messages: "all" }
  | { readonly root: "inboxlist"; readonly action: "list"; readonly messages: InboxAge }
  | { readonly root: "inboxlist"; readonly action: "fetch"; readonly messages: InboxAge | "ids" }
  | { readonly root: "inboxdel"; readonly action: "kill"; readonly messages: InboxAge | "ids" };

/** One row per operation; `docs/reference/inbox.md` holds the same table. */
export const inboxOperations: ReadonlyMap<string, InboxOperation> = new Map<string, InboxOperation>([
  ["stats", { root: "inboxinfo", action: "count", messages: "all" }],
  ["list-all", { root: "inboxlist", action: "list", messages: "all" }],
  ["list-new", { root: "inboxlist", action: "list", messages: "new" }],
  ["fetch-all", { root: "inboxlist", action: "fetch", messages: "all" }],
  ["fetch-new", { root: "inboxlist", action: "fetch", messages: "new" }],
  ["fetch-id", { root: "inboxlist", action: "fetch", messages: "ids" }],
  ["kill-all", { root: "inboxdel", action: "kill", messages: "all" }],
  ["kill-old", { root: "inboxdel", action: "kill", messages: "old" }],
  ["kill-id", { root: "inboxdel", action: "kill", messages: "ids" }],
]);

const longestName = Math.max(...[...inboxOperations.keys()].map(({ length }) => length));

/** The operation of a name in upper or lower case, white space around it aside. */
export function inboxOperation(name: string): InboxOperation | undefined {
  return inboxOperations.get(bounded(name.trim(), longestName).toLowerCase());
}

/** Maximum message ids in one call. */
export const maxMessageIds = 1000;

/** Longest list of them, in UTF-16 code units. */
export const maxMessageIdList = 65_536;

/** Message ids of one call, in the order given, each once. */
export type MessageIds =
  | { readonly kind: "ids"; readonly ids: readonly number[] }
  /** No id was given. */
  | { readonly kind: "none" }
  /** An entry is not a message id, or there are too many. */
  | { readonly kind: "incorrect" };

/** Reads one id or a comma separated list. Entries of white space alone do not count. */
export function parseMessageIds(list: string): MessageIds {
  if (list.length > maxMessageIdList) return { kind: "incorrect" };
  const ids = new Set<number>();
  for (const entry of list.split(",")) {
    const text = entry.trim();
    if (text === "") continue;
    if (!/^[0-9]{1,15}$/.test(text)) return { kind: "incorrect" };
    ids.add(Number(text));
    if (ids.size > maxMessageIds) return { kind: "incorrect" };
  }
  return ids.size === 0 ? { kind: "none" } : { kind: "ids", ids: [...ids] };
}
