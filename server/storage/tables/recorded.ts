import { Acting, type Actor, type NewAuditEntry, type RecordedAs } from "../../domain/audit.js";
import type { Store } from "../../ports/store.js";
import { StoreError } from "../errors.js";
import type { Caller, Input, Output, WriteName } from "../script/calls.js";
import type { Steps } from "../script/steps.js";
import { calls, subject, type WritesOf } from "../script/subject.js";
import { accounts } from "./accounts/account-store.js";
import { apiKeys } from "./accounts/api-keys.js";
import { portal } from "./accounts/portal.js";
import { tube } from "./accounts/tube.js";
import { addAudit } from "./audit/audit.js";
import { callbacks } from "./callbacks/callbacks.js";
import { campaigns } from "./campaigns/campaigns.js";
import { locationCalls, locations } from "./campaigns/locations.js";
import { coverage } from "./coverage/coverage.js";
import { incoming } from "./inbox/incoming.js";
import { inbox, inboxAddCalls } from "./inbox/messages.js";
import { optOuts } from "./inbox/opt-outs.js";
import { links } from "./links/links.js";
import { lists } from "./lists/list-writes.js";
import { operatorKeys } from "./operators/operator-keys.js";
import { smpp } from "./smpp/smpp-store.js";

/** Subjects whose changes can be recorded. */
const changed = [
  accounts,
  apiKeys,
  callbacks,
  campaigns,
  coverage,
  inbox,
  incoming,
  links,
  lists,
  locations,
  operatorKeys,
  optOuts,
  portal,
  smpp,
  tube,
];

/** Result of a change. `false`, 0, null, undefined and a refusal mean that nothing changed. */
type Changed =
  | { readonly ok: boolean; readonly id?: number; readonly after?: NewAuditEntry["after"] }
  | boolean
  | number
  | null
  | undefined;

type Change = (...input: readonly unknown[]) => Steps<Changed>;

/** Their scripts, by the names of their writes. */
const changes: ReadonlyMap<string, Change> = new Map(
  changed.flatMap(({ name, scripts }) =>
    // The caller gives the name with the arguments of its script.
    Object.entries(scripts).map(([key, script]) => [`${name}.${key}`, script as unknown as Change] as const),
  ),
);

/** Whether a change with this result changed something. */
function isChange(result: Changed): boolean {
  if (typeof result === "number") return result > 0;
  return typeof result === "boolean" ? result : result?.ok === true;
}

/** What the result of a change adds to its entry. */
function addedBy(result: Changed): NewAuditEntry["after"] {
  if (typeof result === "number") return { count: result };
  if (typeof result !== "object" || result === null) return undefined;
  return result.after ?? (result.id === undefined ? undefined : { id: result.id });
}

/** The entry for a change with this result. */
function entryAfter(entry: NewAuditEntry, result: Changed): NewAuditEntry {
  const added = addedBy(result);
  return added === undefined ? entry : { ...entry, after: { ...entry.after, ...added } };
}

/** Changes with their entries of the audit log: one transaction has both. */
export const recorded = subject("recorded", {
  *change(name: string, input: readonly unknown[], entry: NewAuditEntry): Steps<unknown> {
    const change = changes.get(name);
    if (change === undefined) throw new StoreError("failed", `no change ${name}`);
    const result = yield* change(...input);
    if (isChange(result)) yield* addAudit(entryAfter(entry, result));
    return result;
  },
});

/** Calls writes each of which is recorded by an entry. */
function recording<W>(writer: Caller<WritesOf<typeof recorded>>, facts: RecordedAs): Caller<W> {
  const { change } = calls(writer, recorded);
  const acting = facts.actor instanceof Acting ? facts.actor : new Acting(facts.actor);
  const entryOf = (actor: Actor): NewAuditEntry => ({ ...facts, actor });
  return {
    call: async <K extends WriteName<W>>(name: K, input: Input<W, K>) =>
      // Arguments and result are those of the script of that name.
      (await acting.step(
        (actor) => change(name, input as readonly unknown[], entryOf(actor)),
        (result) => isChange(result as Changed),
      )) as Output<W, K>,
  };
}

export function recordedChanges(writer: Caller<WritesOf<typeof recorded>>): Store["recording"] {
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
    operatorKeys: calls(recording(writer, entry), operatorKeys),
    optOuts: calls(recording(writer, entry), optOuts),
    portal: calls(recording(writer, entry), portal),
    smpp: calls(recording(writer, entry), smpp),
    tube: calls(recording(writer, entry), tube),
  });
}
