import type { ActorAndTime } from "../admin/recorded.js";
import { Refusal } from "../admin/refusal.js";
import { Acting, type AuditAction, type AuditFacts, type NewAuditEntry } from "../domain/audit.js";
import type { Erasing } from "../ports/erasing.js";
import type { RecordedChanges, Store } from "../ports/store.js";
import { type ActionName, auditNameOf } from "./audit-names.js";
import { type Fields, type GivenFor, type NoFields, noFields, readFields, type Typed } from "./fields.js";
import { described, type Members } from "./members.js";
import { type Cut, type Part, partById, partOf, type Wanted } from "./parts.js";
import { type Caller, expectAllowed, expectOwn, type Rights } from "./rights.js";

/** Who uses an action or a list, and when. */
export interface Use extends ActorAndTime {
  readonly caller: Caller;
  /** Called while a file is read, with the number of its entries that were read. */
  readonly progress?: ((entries: number) => void) | undefined;
  /** Of the command line alone. */
  readonly erasing?: Erasing;
}

/** What a command, a form, a page and the reference say about an action. */
export interface ActionFacts {
  /** That of the command. */
  readonly name: ActionName;
  /** Of the command. */
  readonly help: string;
  readonly may: Rights;
  /** Its command creates the database if there is none. */
  readonly creates?: boolean;
  /** Of the button of its form; undefined: no page has one. */
  readonly button?: string;
  /** On the page that follows. */
  readonly done?: string;
  /** The same for what was done with the given things, of which some may be so already. */
  readonly counted?: (counts: Counts) => string;
  /** Asks before an irreversible action: the button, verb and object, and what will happen, in a sentence. */
  readonly danger?: { readonly button: string; readonly text: string };
  /** Must not happen twice: programs give it a key (`Idempotency-Key`). */
  readonly once?: boolean;
}

/** How many things were given, and how many of them were changed. */
export interface Counts {
  readonly changed: number;
  readonly given: number;
}

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly object[];
}

/** What an action has done. */
export interface Outcome<R extends object, Member extends string = string> {
  /** As JSON. */
  readonly row: R;
  /** For `counted`. */
  readonly counts?: Counts;
  /** In a sentence; undefined for a command that prints the fields of the row. */
  readonly text?: string;
  /** What the sentence is about, above it. */
  readonly table?: Table;
  /** A member of the row that is shown once and kept nowhere; `of`: whose it is, if the page does not know; `ownerLabel`: default Customer. */
  readonly secret?: Readonly<Record<"label" | "title", string>> & {
    readonly member: Member;
    readonly of?: string;
    readonly ownerLabel?: string;
  };
}

/** What `run` gets besides the values. */
export interface Call extends Use {
  readonly store: Store;
  readonly progress: (entries: number) => void;
  /**
   * Changes that are committed with the entry of the action in the audit log; nothing in it may be a secret. A form is in the first entry
   * alone: it makes one change. `at`: another time than `now`.
   */
  readonly recorded: (facts: AuditFacts, at?: number) => RecordedChanges;
  /** Carries out a change that the store records, one of several. */
  readonly step: Acting["step"];
  /** The entry of an action whose change is not one of `recorded`. */
  readonly entry: (facts: AuditFacts) => NewAuditEntry;
  readonly erasing: Erasing;
}

interface ActionPlan<K extends Fields, F extends Fields, R extends object> extends ActionFacts {
  /** What it is about: arguments of the command, parts of a path. */
  readonly keys: K;
  /** Options of the command. */
  readonly fields?: F;
  /** Of its row. Default: those of the keys. */
  readonly members?: Members;
  /** @throws Refusal */
  readonly run: (values: Typed<K> & Typed<F>, call: Call) => Promise<Outcome<R, keyof R & string>>;
}

/** A change that every face offers in its own way. */
export interface Action<
  R extends object = object,
  G extends GivenFor<Fields> = GivenFor<Fields>,
> extends ActionFacts {
  readonly keys: Fields;
  readonly fields: Fields;
  readonly members: Members;
  /** Checks the rights, reads the values, and carries the action out. @throws Refusal */
  run(store: Store, given: G, use: Use): Promise<Outcome<R>>;
}

/** What a user of a customer may give. */
function forCustomer<F extends Fields>(fields: F, given: GivenFor<F>): GivenFor<F> {
  const own = Object.entries(given).filter(([name]) => fields[name]?.operatorsOnly !== true);
  return Object.fromEntries(own) as GivenFor<F>;
}

/** Checks the rights, and reads the values. @throws Refusal */
function valuesOf<F extends Fields>(
  used: { readonly name: string; readonly may: Rights; readonly fields: F; readonly isChange: boolean },
  given: GivenFor<F>,
  { caller, now }: Use,
): Typed<F> {
  expectAllowed(used, caller, now);
  const values = readFields(
    used.fields,
    caller.kind === "customer" ? forCustomer(used.fields, given) : given,
    now,
  );
  const customers = Object.entries(used.fields).map(([name, field]) => field.customerOf?.(values[name]));
  expectOwn(used, caller, customers);
  return values;
}

/** Makes an action of its description. */
export function action<K extends Fields, R extends object, F extends Fields = NoFields>({
  run,
  ...plan
}: ActionPlan<K, F, R>): Action<R, GivenFor<K> & GivenFor<F>> {
  const { name, may, keys, fields = noFields } = plan;
  const used = { name, may, isChange: true, fields: { ...keys, ...fields } as K & F };
  return {
    ...plan,
    fields,
    members: plan.members ?? described(Object.keys(keys)),
    run: async (store, given, use) => {
      const values = valuesOf(used, given, use);
      const actor = new Acting(use.by);
      try {
        return await run(values, callOf(auditNameOf(name), actor, store, use));
      } catch (error) {
        throw error instanceof Refusal && actor.hasRecorded ? error.afterChanges() : error;
      }
    },
  };
}

const noErasing = (): Promise<never> => Promise.reject(new Refusal("only the command line removes data"));

function callOf(action: AuditAction, actor: Acting, store: Store, use: Use): Call {
  const { by, now, erasing = { customer: noErasing, number: noErasing }, progress = () => undefined } = use;
  const entry: Call["entry"] = (facts) => ({ at: now, actor: by, action, ...facts });
  const recorded: Call["recorded"] = (facts, at = now) => store.recording({ at, actor, action, ...facts });
  const step: Call["step"] = (run, hasRecorded) => actor.step(run, hasRecorded);
  return { ...use, erasing, progress, store, entry, recorded, step };
}

interface ReadFacts {
  /** That of the command. */
  readonly name: string;
  readonly help: string;
  readonly may: Rights;
}

interface ReadPlan<K extends Fields, F extends Fields> extends ReadFacts {
  /** What it is about: arguments of the command. */
  readonly keys?: K;
  /** Conditions of the rows: options of the command. */
  readonly filters?: F;
  /** Of its rows. Default: those of the columns of a list, or of the keys of a card. */
  readonly members?: Members;
  /** Reads many rows to make a few. */
  readonly isReport?: true;
}

type Reading = Use & { readonly store: Store };

interface ListPlan<K extends Fields, F extends Fields, R extends object> extends ReadPlan<K, F> {
  /** Of the table that the command prints. */
  readonly columns: readonly (keyof R & string)[];
  /** Those of a table, if they depend on the conditions. */
  readonly columnsFor?: (values: Typed<K> & Typed<F>) => readonly (keyof R & string)[];
}

interface Read extends ReadFacts {
  readonly keys: Fields;
  readonly filters: Fields;
  readonly members: Members;
  /** Reads any number of rows. */
  readonly isReport: boolean;
}

/** Rows of one kind. */
export interface List<R extends object = object, G extends GivenFor<Fields> = GivenFor<Fields>> extends Read {
  readonly columns: readonly string[];
  /** Of the table with these conditions. @throws Refusal */
  columnsFor(given: G, use: Use): readonly string[];
  readonly cut?: Cut | undefined;
  /**
   * A part of the rows. That of a list of any number of rows, and of rows with ids, is behind the same row, whatever was added or removed;
   * that of another short list is behind as many rows. @throws Refusal
   */
  part(store: Store, given: G, use: Use, wanted: Wanted): Promise<Part<R>>;
}

/** A list whose rows are read at once. */
export interface ShortList<
  R extends object = object,
  G extends GivenFor<Fields> = GivenFor<Fields>,
> extends List<R, G> {
  /** @throws Refusal */
  rows(store: Store, given: G, use: Use): Promise<readonly R[]>;
}

/** How a command shows a card. */
interface CardOutput<R extends object> {
  /** What it prints as text; the row if it is absent. */
  printed?(row: R): object;
  /** What it prints in place of fields: tables below a title, or one as CSV. */
  tables?(row: R): { readonly title: string; readonly below: readonly Table[]; readonly csv: Table };
  /** False: exit code 3. */
  isReady?(row: R): boolean;
}

/** One thing with all that is known about it. */
export interface Card<R extends object = object, G extends GivenFor<Fields> = GivenFor<Fields>>
  extends Read, CardOutput<R> {
  /** @throws Refusal */
  row(store: Store, given: G, use: Use): Promise<R>;
}

function readOf<K extends Fields, F extends Fields>(
  plan: ReadPlan<K, F>,
  named = Object.keys(plan.keys ?? {}),
) {
  const { name, help, may, keys, filters, members = described(named), isReport = false } = plan;
  const fields = { ...keys, ...filters } as K & F;
  const used = { name, may, isChange: false, fields };
  return {
    read: { name, help, may, keys: keys ?? noFields, filters: filters ?? noFields, members, isReport },
    valuesOf: (given: GivenFor<K & F>, use: Use) => valuesOf(used, given, use),
  };
}

function listOf<K extends Fields, F extends Fields, R extends object>(plan: ListPlan<K, F, R>) {
  const { read, valuesOf: values } = readOf(plan, plan.columns.slice());
  const { columns, columnsFor = () => columns } = plan;
  const columnsOf = (given: GivenFor<K & F>, use: Use) => columnsFor(values(given, use));
  return { values, facts: { ...read, columns, columnsFor: columnsOf } };
}

/** Makes a list of its description. Its rows are read at once: at most some thousands. */
export function list<R extends object, K extends Fields = NoFields, F extends Fields = NoFields>(
  plan: ListPlan<K, F, R> & {
    /** The number that orders the rows, which none loses; absent if they have none. */
    readonly idOf?: (row: R) => number;
    /** @throws Refusal */
    readonly rows: (values: Typed<K> & Typed<F>, reading: Reading) => Promise<readonly R[]>;
  },
): ShortList<R, GivenFor<K & F>> {
  const { facts, values } = listOf(plan);
  const rows: ShortList<R, GivenFor<K & F>>["rows"] = async (store, given, use) =>
    plan.rows(values(given, use), { ...use, store });
  return {
    ...facts,
    rows,
    part: async (store, given, use, wanted) => {
      const all = await rows(store, given, use);
      return plan.idOf === undefined ? partOf(all, wanted) : partById(all, wanted, plan.idOf);
    },
  };
}

/** Makes a list of any number of rows, of which a part is read at a time. */
export function longList<R extends object, K extends Fields = NoFields, F extends Fields = NoFields>(
  plan: ListPlan<K, F, R> & {
    /** Absent: the command prints all parts. */
    readonly cut?: Cut;
    /** @throws Refusal */
    readonly part: (values: Typed<K> & Typed<F>, wanted: Wanted, reading: Reading) => Promise<Part<R>>;
  },
): List<R, GivenFor<K & F>> {
  const { facts, values } = listOf(plan);
  return {
    ...facts,
    isReport: true,
    cut: plan.cut,
    part: async (store, given, use, wanted) => plan.part(values(given, use), wanted, { ...use, store }),
  };
}

/** Makes a card of its description. */
export function card<R extends object, K extends Fields = NoFields, F extends Fields = NoFields>(
  plan: ReadPlan<K, F> &
    CardOutput<R> & { readonly row: (values: Typed<K> & Typed<F>, reading: Reading) => Promise<R> },
): Card<R, GivenFor<K & F>> {
  const { read, valuesOf: values } = readOf(plan);
  return {
    ...plan,
    ...read,
    row: async (store, given, use) => plan.row(values(given, use), { ...use, store }),
  };
}

export type Entry = Action | Card | List;

/** What commands with the same first words do. */
export interface Subject {
  readonly name: string;
  /** What they are about; the last words of its entries follow. */
  readonly help: string;
  readonly entries: readonly (Entry | Subject)[];
}

export const isSubject = (entry: Entry | Subject): entry is Subject => "entries" in entry;
export const isAction = (entry: Entry): entry is Action => "run" in entry;
export const isList = (entry: Entry): entry is List => "part" in entry;
export const isShort = (entry: List): entry is ShortList => "rows" in entry;
