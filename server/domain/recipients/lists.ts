import { bounded, foldCase } from "../text/normal-form.js";
import type { Filter } from "./filter.js";

/** Kind of a list: members in a fixed order, or members with columns that filters select by. */
export type DistributionListType = "DistributionList" | "SmartList";

/** A distribution list or smart list, without its members. */
export interface RecipientList {
  /** A lower-case GUID; stays when the content is replaced. */
  readonly id: string;
  readonly customerId: number;
  /** One per customer, capitals apart. */
  readonly name: string;
  /** Category of the list; may be empty. */
  readonly category: string;
  /** Name of the only user who may see the list; undefined for every user of the customer. */
  readonly owner: string | undefined;
  readonly type: DistributionListType;
  /** Names of the columns for filters; the first one is the phone. */
  readonly columns: readonly string[];
  /** 1 for a new list, one more with every change of its content. */
  readonly version: number;
  readonly recipients: number;
}

/** A list that was found. */
export interface PlacedList extends RecipientList {
  /** Ascends in the order in which lists were made. */
  readonly place: number;
}

/** Definition of the list that an import creates. */
export interface ListDefinition extends Omit<RecipientList, "version" | "recipients"> {
  /** True to replace the content of the list of this name, which keeps its id; otherwise the name must be free. */
  readonly replace: boolean;
}

/** Changes of a list besides its content; absent fields stay as they are. */
export interface ListUpdate {
  readonly name?: string;
  readonly category?: string;
  /** Null: every user of the customer may see it. */
  readonly owner?: string | null;
}

export interface ListMember {
  /** Digits of an international number. */
  readonly phone: string;
  /** Values of the columns after the phone, in their order; empty where there is none. */
  readonly attributes: readonly string[];
}

/** Why a change of lists was not made. */
export type ListRefusal = "exists" | "unknownCustomer" | "unknownUser" | "unknownList" | "unknownImport";

export type ListChange = { readonly ok: true } | { readonly ok: false; readonly reason: ListRefusal };

/** A change of the members of a list: how many were added or removed, and how many it has. */
export type MemberChange =
  | {
      readonly ok: true;
      readonly changed: number;
      readonly recipients: number;
      /** For the audit log. */
      readonly after: Readonly<Record<string, number>>;
    }
  | { readonly ok: false; readonly reason: ListRefusal };

/** An open import, or the reason why there is none. */
export type ListImport =
  { readonly ok: true; readonly importId: number } | { readonly ok: false; readonly reason: ListRefusal };

/** Viewer of lists: a user sees those of the customer without an owner, and its own ones. */
export interface ListViewer {
  readonly customerId: number;
  readonly userName: string;
}

/** Conditions on lists; all of them hold. Name and category are compared whole, without regard to case. */
export interface ListCriteria {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly category?: string | undefined;
}

/** Which members of a list: of those from place `offset` on (from 0), the first `count` ones that all filters match. */
export interface MemberSelection {
  readonly listId: string;
  readonly type: DistributionListType;
  readonly filters: readonly Filter[];
  readonly offset: number;
  readonly count: number;
}

export type SelectOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: "unknownList" | "unknownColumn" | "badOperands" | "tooMany" };

/** Maximum members in one append, so that a commit does not delay others. */
export const maxAppended = 2000;

/** Longest name or category of a list, in UTF-16 code units. */
export const maxListName = 100;

/** Key by which the name or category of a list is found; bounded in length, whatever a caller sends. */
export function listNameKey(text: string): string {
  return foldCase(bounded(text, maxListName));
}
