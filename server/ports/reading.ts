/** For how long something may be read apart from calls. */
interface ReadTime {
  /** Milliseconds for one statement, with the time for which it waits. */
  readonly statement: number;
  /** Milliseconds for all of them, from now on; undefined for any number of statements. */
  readonly whole?: number;
}

/** How something is read apart from calls. */
export interface ReadLimit extends ReadTime {
  /**
   * Called with the time of what was read, in milliseconds since the epoch, where a replica was read. Without it only the leader is read, as
   * for all that must be current: sessions, roles, checks of forms.
   */
  readonly onReplica?: (asOf: number) => void;
}

/** For a page of the console or the portal: as long as somebody waits for it. */
export const pageLimit: ReadTime = { statement: 10_000, whole: 10_000 };

/** For an action of a page: a search, or a look at what it changes. */
export const actionLimit: ReadTime = { statement: 10_000 };

/** For a command: it may print a long report, which it reads by many statements. */
export const commandLimit: ReadTime = { statement: 30_000 };

/** Returns whether reading was stopped because it took longer than its limit. */
export const isStopped = (error: unknown): error is Error & { readonly detail: string } =>
  error instanceof Error && "code" in error && error.code === "stopped" && "detail" in error;
