import { answeredBefore, type KeptAnswer } from "../../domain/delivery/submission-rows.js";
import type { EarlierOutcome } from "../../domain/delivery/submission.js";
import { parseTexts } from "./list-row.js";

/** The response to a client transaction: `answerColumns` of `client_transaction`. */
export interface AnswerRow extends Omit<KeptAnswer, "refused"> {
  /** JSON. */
  readonly refused: string;
}

export const answerColumns = `content_hash AS "contentHash", transaction_id AS "transactionId", refused,
  balance_after AS "balanceAfter", expires_at AS "expiresAt"`;

/** Result of a client transaction from its row. */
export function earlierOutcome(
  row: AnswerRow | undefined,
  contentHash: string,
  at: number,
): EarlierOutcome | undefined {
  const kept = row === undefined ? undefined : { ...row, refused: parseTexts(row.refused) };
  return answeredBefore(kept, contentHash, at);
}
