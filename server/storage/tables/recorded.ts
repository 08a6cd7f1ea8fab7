import type { Change } from "../../domain/accounts/accounts.js";
import type { NewAuditEntry } from "../../domain/audit.js";
import type { Store } from "../../ports/store.js";
import type { NumberOutcome } from "../../domain/inbox/forwards.js";
import type { LinkOutcome } from "../../domain/delivery/links.js";
import type { ListChange } from "../../domain/recipients/lists.js";
import { accounts } from "./accounts/account-store.js";
import { apiKeys } from "./accounts/api-keys.js";
import { callbacks } from "./callbacks/callbacks.js";
import { tube } from "./accounts/tube.js";
import { coverage } from "./coverage/coverage.js";
import { campaigns } from "./campaigns/campaigns.js";
import { locationCalls } from "./campaigns/locations.js";
import type { Caller, Input, Output, WriteName } from "../script/calls.js";
import { incoming } from "./inbox/incoming.js";
import { inboxAddCalls, type InboxAdded } from "./inbox/messages.js";
import { calls } from "../script/subject.js";
import { links } from "./links/links.js";
import { lists } from "./lists/list-writes.js";

/** Result of a write that can be recorded. `false`, 0, null, undefined and a refusal mean that nothing changed. */
export type RecordedOutput =
  | Change
  | (LinkOutcome & { readonly id?: number })
  | InboxAdded
  | ListChange
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly reason: "exists" }
  | NumberOutcome
  | boolean
  | number
  | null
  | undefined;

/** A write of another table with its entry of the audit log: one transaction has both. */
export interface RecordedWrites {
  recorded(input: {
    readonly name: string;
    readonly input: unknown;
    readonly entry: NewAuditEntry;
  }): RecordedOutput;
}

/** Calls writes each of which is recorded by an entry. */
function recording<W>(writer: Caller<RecordedWrites>, entry: NewAuditEntry): Caller<W> {
  return {
    call: async <K extends WriteName<W>>(name: K, input: Input<W, K>) => {
      const output = await writer.call("recorded", { name, input, entry });
      // The writer returns what the write of that name returns.
      return output as Output<W, K>;
    },
  };
}

export function recordedChanges(writer: Caller<RecordedWrites>): Store["recording"] {
  return (entry) => ({
    accounts: calls(recording(writer, entry), accounts),
    apiKeys: calls(recording(writer, entry), apiKeys),
    callbacks: calls(recording(writer, entry), callbacks),
    campaigns: calls(recording(writer, entry), campaigns),
    coverage: calls(recording(writer, entry), coverage),
    inbox: inboxAddCalls(recording(writer, entry)),
    incoming: calls(recording(writer, entry), incoming),
    links: calls(recording(writer, entry), links),
    lists: calls(recording(writer, entry), lists),
    locations: locationCalls(recording(writer, entry)),
    tube: calls(recording(writer, entry), tube),
  });
}

/** The entry for a write with this output; undefined if it changed nothing. */
export function entryAfter(entry: NewAuditEntry, output: RecordedOutput): NewAuditEntry | undefined {
  if (typeof output === "boolean") return output ? entry : undefined;
  if (typeof output === "number")
    return output > 0 ? { ...entry, after: { ...entry.after, count: output } } : undefined;
  if (output?.ok !== true) return undefined;
  const after = "after" in output ? output.after : "id" in output ? { id: output.id } : undefined;
  return after === undefined ? entry : { ...entry, after: { ...entry.after, ...after } };
}
