/** Size of a bucket of attempts, and milliseconds in which it gains one. */
export interface AttemptBucket {
  readonly burst: number;
  readonly interval: number;
}

/** Attempts to log in, counted for all processes of one database. */
export interface AttemptStore {
  /** Counts an attempt; false when the bucket of this name has none left for now. */
  take(name: string, bucket: AttemptBucket): Promise<boolean>;
  /** Takes an attempt back. */
  giveBack(name: string): Promise<void>;
}
