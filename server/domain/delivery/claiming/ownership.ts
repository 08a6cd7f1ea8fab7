/** The stored owner of delivery. */
export interface OwnerRow {
  readonly owner: string;
  /** End of its lease, in milliseconds since the epoch. */
  readonly aliveUntil: number;
  /** Whether it held the lock of its process when it last renewed. */
  readonly locked: boolean;
}

/** `kept` by its owner, `taken` over or taken for the first time, `denied` while another worker has it. */
export type Ownership = "kept" | "taken" | "denied";

/**
 * Decides whether a worker gets or keeps delivery. `hasLock`: the worker holds the lock now, so an earlier owner that
 * held it has lost it, which happens only when its process ends.
 */
export function ownership(
  row: OwnerRow | undefined,
  owner: string,
  now: number,
  hasLock: boolean,
): Ownership {
  if (row?.owner === owner) return "kept";
  if (row === undefined || row.aliveUntil <= now) return "taken";
  return row.locked && hasLock ? "taken" : "denied";
}
