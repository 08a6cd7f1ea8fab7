import type {
  ListChange,
  ListDefinition,
  ListImport,
  ListMember,
  ListUpdate,
} from "../../domain/recipients/lists.js";
import type { ListStore } from "../../ports/lists.js";
import type { Caller } from "./calls.js";

interface ImportKey {
  readonly importId: number;
  readonly at: number;
}

interface ListKey {
  readonly customerId: number;
  readonly name: string;
}

/** Changes of lists. */
export interface ListWrites {
  beginImport(input: { readonly definition: ListDefinition; readonly at: number }): ListImport;
  appendMembers(input: ImportKey & { readonly members: readonly ListMember[] }): number | undefined;
  finishImport(input: ImportKey & { readonly definition: ListDefinition }): ListChange;
  cancelImport(importId: number): null;
  changeList(input: ListKey & { readonly update: ListUpdate }): ListChange;
  removeList(input: ListKey): ListChange;
  purgeLists(at: number): boolean;
}

/** The writing half of the port, by the calls of a writer. */
export function listCalls(writer: Caller<ListWrites>) {
  return {
    beginImport: (definition, at) => writer.call("beginImport", { definition, at }),
    appendMembers: (importId, members, at) => writer.call("appendMembers", { importId, members, at }),
    finishImport: (importId, definition, at) => writer.call("finishImport", { importId, definition, at }),
    cancelImport: async (importId) => {
      await writer.call("cancelImport", importId);
    },
    changeList: (customerId, name, update) => writer.call("changeList", { customerId, name, update }),
    removeList: (customerId, name) => writer.call("removeList", { customerId, name }),
    purgeLists: (at) => writer.call("purgeLists", at),
  } satisfies Partial<ListStore>;
}
