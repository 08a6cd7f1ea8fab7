/** A form that a site shows again: what a person typed and has not been carried out. Its id is in the address of the page, its values are not. */
export interface KeptForm {
  /** Hash of the id that the address has. */
  readonly idHash: string;
  /** Hash of the token of the browser that sent it, and that alone sees it. */
  readonly session: string;
  /** Who sent it; empty for a browser that is not logged in. */
  readonly person: string;
  /** What the page needs: without passwords, codes, secrets and files. */
  readonly content: string;
  /** End of its time, milliseconds since the epoch. */
  readonly until: number;
}

/** Milliseconds for which a form is kept, UTF-8 bytes of one, and forms of a browser: the newest. */
export const keptFormLimits = { time: 600_000, bytes: 65_536, ofSession: 20 } as const;
