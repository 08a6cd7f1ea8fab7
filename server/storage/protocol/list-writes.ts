import type { ListMember } from "../../domain/recipients/lists.js";
import type { ListStore } from "../../ports/campaigns.js";
import type { Caller } from "../script/calls.js";

/** Additions to imports, of which each driver has its own way. */
export interface MemberWrites {
  appendMembers(input: {
    readonly importId: number;
    readonly members: readonly ListMember[];
    readonly at: number;
  }): number | undefined;
}

/** The method of the port, by the calls of a writer. */
export function memberCalls(writer: Caller<MemberWrites>) {
  return {
    appendMembers: (importId, members, at) => writer.call("appendMembers", { importId, members, at }),
  } satisfies Partial<ListStore>;
}
