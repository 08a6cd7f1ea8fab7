import type {
  RecipientList,
  ListDefinition,
  ListUpdate,
  ListMember,
  ListChange,
  ListImport,
  ListViewer,
  ListCriteria,
  MemberSelection,
  SelectOutcome,
} from "../domain/recipients/lists.js";

/**
 * Distribution lists. A list is imported in pieces and becomes visible as a whole: until then, and if an import is
 * abandoned, readers see the list as it was.
 */
export interface ListStore {
  /** Opens an import. It is abandoned if nothing is appended for an hour. */
  beginImport(definition: ListDefinition, at: number): Promise<ListImport>;
  /**
   * Adds members in the order given, at most `maxAppended` at once. A phone that the import has already is skipped. Returns
   * how many were added; undefined when the import is not open.
   */
  appendMembers(importId: number, members: readonly ListMember[], at: number): Promise<number | undefined>;
  /** Ends an import: its members replace the content of the list. */
  finishImport(importId: number, definition: ListDefinition, at: number): Promise<ListChange>;
  /** Abandons an import. */
  cancelImport(importId: number): Promise<void>;
  /** `exists` when another list of the customer has the new name. Id and version stay. */
  changeList(customerId: number, name: string, update: ListUpdate): Promise<ListChange>;
  removeList(customerId: number, name: string): Promise<ListChange>;
  /** Deletes some rows of replaced and removed lists and abandoned imports; false if none is left. */
  purgeLists(at: number): Promise<boolean>;
  /**
   * Lists that a user sees, in the order in which they were made, page by page. Each page is read on demand; later
   * pages may show changes, and no list is returned twice. No lock or snapshot is held between pages.
   */
  find(viewer: ListViewer, criteria: ListCriteria): AsyncIterable<readonly RecipientList[]>;
  /** Every list of a customer, or of all, in the order in which they were made. */
  all(customerId?: number): Promise<readonly RecipientList[]>;
  /** The list of a name, found without regard to case. */
  named(customerId: number, name: string): Promise<RecipientList | undefined>;
  /**
   * Returns the phones of the selected members in list order, in slices of one snapshot. Other calls are served
   * meanwhile.
   */
  select(
    viewer: ListViewer,
    selection: MemberSelection,
    take: (phones: readonly string[]) => void,
  ): Promise<SelectOutcome>;
}
