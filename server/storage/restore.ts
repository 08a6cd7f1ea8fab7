/** Handling of queued messages after a restore: stop everything, or continue as before. */
export type RestoredLinks = "stopped" | "kept";

/** Work that restored data does not resume by itself. */
export interface Held {
  /** Messages to one number each that are uncertain now: the operator has them sent again, or gives them up. */
  readonly messages: number;
  readonly links: number;
  readonly campaigns: number;
}

/** Result of `messenger database restore`. */
export interface Restored extends Held {
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Work that is not resumed with `--links kept`. */
export const nothingHeld: Held = { messages: 0, links: 0, campaigns: 0 };

/** Why a message is uncertain: `messenger queue uncertain list` shows it. */
export const heldReason = "restored from a backup: it may have been sent since";
