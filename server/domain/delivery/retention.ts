import type { AdZoneCampaignStatus } from "messenger-client/enums";

/** A transaction that may be deleted. */
export interface RetentionRow {
  readonly txn: number;
  readonly createdAt: number;
  readonly dueAt: number;
  /** 1 while a recipient has no final state. */
  readonly open: number;
  /** 1 while recipients wait in blocks. */
  readonly blocks: number;
  /** Of its campaign; undefined for none. */
  readonly campaign: number | undefined;
  readonly status: AdZoneCampaignStatus | undefined;
  readonly completedAt: number | undefined;
}

/** Returns whether a transaction that was created before a time, and whatever belongs to it, was over before that time. */
export function isOver(
  { dueAt, open, blocks, campaign, status, completedAt }: RetentionRow,
  before: number,
): boolean {
  if (dueAt >= before || open === 1 || blocks === 1) return false;
  return (
    campaign === undefined ||
    (status === "CompletedAndBilled" && completedAt !== undefined && completedAt < before)
  );
}

/** Milliseconds for which each kind of data is kept; Infinity for permanently. */
export interface Retention {
  readonly messages: number;
  /** Texts, octets and pictures of messages. */
  readonly texts: number;
  readonly inbox: number;
  readonly audit: number;
  /** Not shorter than that of messages. */
  readonly ledger: number;
}

/** A transaction whose text may have to be erased. */
export interface ErasureRow {
  /** 1 for the caller's `Private`. */
  readonly hidden: number;
  /** 1 while a recipient has no final state. */
  readonly open: number;
}

/** Returns whether the text of a transaction has to be erased: it is hidden, and no gateway needs it any more. */
export function mayErase({ hidden, open }: ErasureRow): boolean {
  return hidden === 1 && open === 0;
}
