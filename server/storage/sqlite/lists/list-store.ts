import type { ListStore } from "../../../ports/lists.js";
import type { Database } from "../engine/database.js";
import { listReads } from "./list-reads.js";
import type { Writer } from "../protocol.js";

/** Lists: reads on the connections of this thread, changes by the writer. */
export function listStore(reader: Database, openOther: () => Database, writer: Writer): ListStore {
  return {
    ...listReads(reader, openOther),
    beginImport: (definition, at) => writer.call("beginImport", { definition, at }),
    appendMembers: (importId, members, at) => writer.call("appendMembers", { importId, members, at }),
    finishImport: (importId, definition, at) => writer.call("finishImport", { importId, definition, at }),
    cancelImport: async (importId) => {
      await writer.call("cancelImport", importId);
    },
    changeList: (customerId, name, update) => writer.call("changeList", { customerId, name, update }),
    removeList: (customerId, name) => writer.call("removeList", { customerId, name }),
    purgeLists: (at) => writer.call("purgeLists", at),
  };
}
