import type { ListDefinition, ListRefusal, ListUpdate } from "./lists.js";

interface Refused {
  readonly ok: false;
  readonly reason: ListRefusal;
}

/** Visible content of a list. */
export interface ShownList {
  readonly seq: number;
  readonly content: number;
}

/** Stored rows that a definition refers to. */
export interface DefinitionRow {
  readonly isCustomer: boolean;
  /** Row of the owner in the definition; undefined if there is none. */
  readonly owner: number | undefined;
  /** The list of this name. */
  readonly shown: ShownList | undefined;
}

/** Result of a definition. */
export type Place =
  | {
      readonly ok: true;
      /** Null: every user of the customer may see the list. */
      readonly owner: number | null;
      readonly replaced: ShownList | undefined;
    }
  | Refused;

/** Decides the effect of a definition; called when an import starts and again when it ends. */
export function placed({ owner, replace }: ListDefinition, row: DefinitionRow): Place {
  if (!row.isCustomer) return { ok: false, reason: "unknownCustomer" };
  if (owner !== undefined && row.owner === undefined) return { ok: false, reason: "unknownUser" };
  if (row.shown !== undefined && !replace) return { ok: false, reason: "exists" };
  return { ok: true, owner: row.owner ?? null, replaced: row.shown };
}

/** Stored rows that an update refers to. */
export interface UpdateRow {
  /** Row of the list; undefined if there is none. */
  readonly list: number | undefined;
  /** Row of the owner in the update; undefined if there is none. */
  readonly owner: number | undefined;
}

/** Writes of an update; absent fields stay as they are. */
export interface ListChanges {
  readonly ok: true;
  readonly list: number;
  readonly name: string | undefined;
  readonly category: string | undefined;
  /** Null: every user of the customer may see the list. */
  readonly owner: number | null | undefined;
}

/** Decides the writes of an update of a list. */
export function updated({ name, category, owner }: ListUpdate, row: UpdateRow): ListChanges | Refused {
  if (row.list === undefined) return { ok: false, reason: "unknownList" };
  if (typeof owner === "string" && row.owner === undefined) return { ok: false, reason: "unknownUser" };
  return {
    ok: true,
    list: row.list,
    name,
    category,
    owner: owner === undefined ? undefined : (row.owner ?? null),
  };
}

/** Milliseconds without a new member after which an import is abandoned. */
const importLife = 3_600_000;

/** Imports that were last written before this time are abandoned. */
export function givenUpBefore(now: number): number {
  return now - importLife;
}
