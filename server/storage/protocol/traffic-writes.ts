import type { Traffic } from "../../domain/usage/traffic.js";
import type { TrafficStore } from "../../ports/traffic.js";
import type { Caller } from "../script/calls.js";

export interface TrafficWrites {
  addTraffic(input: { readonly rows: readonly Traffic[]; readonly forgetBefore: number }): null;
}

/** The writing half of the port, by the calls of a writer. */
export function trafficCalls(writer: Caller<TrafficWrites>) {
  return {
    add: async (rows, forgetBefore) => {
      await writer.call("addTraffic", { rows, forgetBefore });
    },
  } satisfies Partial<TrafficStore>;
}
