import type { Change } from "../domain/accounts/accounts.js";

/** What operators leave for the next shift. */

export const noteKinds = ["customer", "link"] as const;
export type NoteKind = (typeof noteKinds)[number];

/** Maximum characters of a note. */
export const maxShiftNote = 500;

/** A note about a customer or a link; a new one takes its place. */
export interface Note {
  readonly kind: NoteKind;
  /** Number of the customer, or name of the link. */
  readonly name: string;
  readonly text: string;
  /** Name of the operator. */
  readonly who: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface NoteStore {
  find(kind: NoteKind, name: string): Promise<Note | undefined>;
  /** The latest first. */
  list(limit: number): Promise<readonly Note[]>;
  /** `unknownCustomer` for one that there is not; `unknownEntry` for such a link. */
  set(note: Note): Promise<Change>;
  /** `unknownEntry` without one. */
  remove(kind: NoteKind, name: string): Promise<Change>;
}

export const searchPages = ["messages", "customers"] as const;
export type SearchPage = (typeof searchPages)[number];

/** Conditions of a page under a name, for all operators. */
export interface SavedSearch {
  readonly id: number;
  /** Unique. */
  readonly name: string;
  readonly page: SearchPage;
  /** As they are typed: `24h` stays relative. */
  readonly conditions: Readonly<Record<string, string>>;
  readonly who: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface SavedSearchStore {
  /** In the order of their names. */
  list(): Promise<readonly SavedSearch[]>;
  /** `exists`: one of this name. */
  add(search: Omit<SavedSearch, "id">): Promise<Change & { readonly id?: number }>;
  /** `unknownEntry` for one that there is not, `exists` for the name of another. */
  rename(id: number, name: string): Promise<Change>;
  remove(id: number): Promise<Change>;
}
