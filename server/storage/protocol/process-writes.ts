import type { ProcessStore, ServerProcess } from "../../ports/processes.js";
import type { Caller } from "./calls.js";

/** Heartbeats of processes. */
export interface ProcessWrites {
  beat(input: { readonly process: ServerProcess; readonly now: number }): null;
  leaveProcess(id: string): null;
}

/** The writing half of the port, by the calls of a writer. */
export function processCalls(writer: Caller<ProcessWrites>) {
  return {
    beat: async (process, now) => {
      await writer.call("beat", { process, now });
    },
    leave: async (id) => {
      await writer.call("leaveProcess", id);
    },
  } satisfies Partial<ProcessStore>;
}
