/** A transaction whose text may have to be erased. */
export interface ErasureRow {
  /** 1 for the caller's `Private`. */
  readonly hidden: number;
  /** 1 while a recipient has no final state. */
  readonly open: number;
}

/** Tells whether the text of a transaction has to be erased: it is hidden, and no gateway needs it any more. */
export function mayErase({ hidden, open }: ErasureRow): boolean {
  return hidden === 1 && open === 0;
}
