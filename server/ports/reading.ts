/** For how long something may be read apart from calls. */
export interface ReadLimit {
  /** Milliseconds for one statement, with the time for which it waits. */
  readonly statement: number;
  /** Milliseconds for all of them, from now on; undefined for any number of statements. */
  readonly whole?: number;
}

/** For a page of the console or the portal: as long as somebody waits for it. */
export const pageLimit: ReadLimit = { statement: 10_000, whole: 10_000 };

/** For an action of a page: a search, or a look at what it changes. */
export const actionLimit: ReadLimit = { statement: 10_000 };

/** For a command: it may print a long report, which it reads by many statements. */
export const commandLimit: ReadLimit = { statement: 30_000 };

/** Returns whether reading was stopped because it took longer than its limit. */
export const isStopped = (error: unknown): error is Error & { readonly detail: string } =>
  error instanceof Error && "code" in error && error.code === "stopped" && "detail" in error;
