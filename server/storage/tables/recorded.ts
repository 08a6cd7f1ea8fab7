import { Acting, type Actor, type NewAuditEntry, type RecordedAs } from "../../domain/audit.js";
import type { Store, Together } from "../../ports/store.js";
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
import { notes } from "./shift/notes.js";
import { savedSearches } from "./shift/saved-searches.js";
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
  notes,
  operatorKeys,
  optOuts,
  portal,
  savedSearches,
  smpp,
  tube,
];

/** Result of a change. `false`, 0, `changed: 0`, null, undefined and a refusal mean that nothing changed. */
type Changed =
  | {
      readonly ok: boolean;
      readonly changed?: number;
      readonly id?: number;
      readonly after?: NewAuditEntry["after"];
    }
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
  return typeof result === "boolean" ? result : result?.ok === true && result.changed !== 0;
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

/** A change by the name of its script, and its entry of the audit log. */
export interface RecordedChange {
  readonly name: string;
  readonly input: readonly unknown[];
  readonly entry: NewAuditEntry;
}

/** Makes a change with its entry, if it changes something. */
function* make({ name, input, entry }: RecordedChange): Steps<Changed> {
  const change = changes.get(name);
  if (change === undefined) throw new StoreError("failed", `no change ${name}`);
  const result = yield* change(...input);
  if (isChange(result)) yield* addAudit(entryAfter(entry, result));
  return result;
}

/** Changes with their entries of the audit log: one transaction has both. */
export const recorded = subject("recorded", {
  *change(name: string, input: readonly unknown[], entry: NewAuditEntry): Steps<unknown> {
    return yield* make({ name, input, entry });
  },
  /** All of them, or none. @throws StoreError `undone` with the place of a refused one, and its result as JSON */
  *all(wanted: readonly RecordedChange[]): Steps<readonly unknown[]> {
    const results: Changed[] = [];
    for (const change of wanted) {
      const result = yield* make(change);
      if (!isChange(result)) throw new StoreError("undone", JSON.stringify([results.length, result ?? null]));
      results.push(result);
    }
    return results;
  },
});

/** Makes a change, or collects it. */
type Make = (change: RecordedChange) => Promise<unknown>;

/** Calls writes each of which is recorded by an entry. */
function recording<W>(makeChange: Make, facts: RecordedAs): Caller<W> {
  const acting = facts.actor instanceof Acting ? facts.actor : new Acting(facts.actor);
  const entryOf = (actor: Actor): NewAuditEntry => ({ ...facts, actor });
  return {
    call: async <K extends WriteName<W>>(name: K, input: Input<W, K>) =>
      // Arguments and result are those of the script of that name.
      (await acting.step(
        (actor) => makeChange({ name, input: input as readonly unknown[], entry: entryOf(actor) }),
        (result) => isChange(result as Changed),
      )) as Output<W, K>,
  };
}

const recordingBy =
  (makeChange: Make): Store["recording"] =>
  (entry) => ({
    accounts: calls(recording(makeChange, entry), accounts),
    apiKeys: calls(recording(makeChange, entry), apiKeys),
    callbacks: calls(recording(makeChange, entry), callbacks),
    campaigns: calls(recording(makeChange, entry), campaigns),
    coverage: calls(recording(makeChange, entry), coverage),
    inbox: inboxAddCalls(recording(makeChange, entry)),
    incoming: calls(recording(makeChange, entry), incoming),
    links: calls(recording(makeChange, entry), links),
    lists: calls(recording(makeChange, entry), lists),
    locations: locationCalls(recording(makeChange, entry)),
    notes: calls(recording(makeChange, entry), notes),
    operatorKeys: calls(recording(makeChange, entry), operatorKeys),
    optOuts: calls(recording(makeChange, entry), optOuts),
    portal: calls(recording(makeChange, entry), portal),
    savedSearches: calls(recording(makeChange, entry), savedSearches),
    smpp: calls(recording(makeChange, entry), smpp),
    tube: calls(recording(makeChange, entry), tube),
  });

type Writer = Caller<WritesOf<typeof recorded>>;

export function recordedChanges(writer: Writer): Store["recording"] {
  const { change } = calls(writer, recorded);
  return recordingBy(({ name, input, entry }) => change(name, input, entry));
}

interface Collected {
  readonly change: RecordedChange;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Collects changes until they are committed together. */
class CollectedChanges implements Together {
  readonly #commitAll: (changes: readonly RecordedChange[]) => Promise<readonly unknown[]>;
  readonly #collected: Collected[] = [];
  #whenNext: () => void = () => undefined;
  readonly recording: Store["recording"];

  constructor(writer: Writer) {
    const { all } = calls(writer, recorded);
    this.#commitAll = (wanted) => all(wanted);
    this.recording = recordingBy(
      (change) =>
        new Promise((resolve, reject) => {
          this.#collected.push({ change, resolve, reject });
          this.#whenNext();
        }),
    );
  }

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenNext = resolve;
    });
  }

  async commit(): Promise<void> {
    try {
      const results = await this.#commitAll(this.#collected.map(({ change }) => change));
      for (const [index, { resolve }] of this.#collected.entries()) resolve(results[index]);
    } catch (error) {
      const refused = refusedIn(error);
      for (const [index, { resolve, reject }] of this.#collected.entries())
        if (index === refused?.index) resolve(refused.result);
        else reject(error);
    }
  }
}

/** The change that was refused, and its result; undefined for another failure. */
function refusedIn(error: unknown): { readonly index: number; readonly result: unknown } | undefined {
  if (!(error instanceof StoreError) || error.code !== "undone") return undefined;
  const [index, result] = JSON.parse(error.detail) as [number, unknown];
  return { index, result };
}

export const togetherChanges =
  (writer: Writer): Store["together"] =>
  () =>
    new CollectedChanges(writer);
