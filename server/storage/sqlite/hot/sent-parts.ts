import { RecipientState } from "../../../domain/recipient-state.js";
import type { KeyedPartRow } from "../../../domain/delivery/receipts/receipt.js";
import type { Contradiction, PartRow } from "../../../domain/delivery/receipts/tracked-message.js";
import { partColumns, storedPart } from "../../tables/delivery/parts.js";
import type { Database } from "../engine/database.js";

/** Parts that networks have accepted, inside the open transaction. */
export interface SentParts {
  of(recipient: number): readonly PartRow[];
  /** The newest few under a key of a network. */
  under(network: number, key: string): readonly KeyedPartRow[];
  accept(parts: readonly PartRow[]): void;
  report(parts: readonly PartRow[]): void;
  contradict(contradictions: readonly Contradiction[]): void;
}

export function prepareSentParts(database: Database): SentParts {
  const ofRecipient = database.prepare<Omit<PartRow, "follows"> & { readonly follows: 0 | 1 }>(
    `SELECT ${partColumns} FROM sent_part p JOIN recipient r ON r.id = p.recipient WHERE p.recipient = ? ORDER BY p.part`,
  );
  const underKey = database.prepare<KeyedPartRow>(
    `SELECT r.id, p.part, r.phone, r.txn, r.state, r.at AS changedAt, r.error
     FROM sent_part p JOIN recipient r ON r.id = p.recipient
     WHERE p.network = ? AND p.key = ? AND p.key <> '' ORDER BY p.recipient DESC LIMIT 8`,
  );
  const insert = database.prepare(
    `INSERT INTO sent_part (recipient, part, network, key, state, at, error) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET network = excluded.network, key = excluded.key, state = excluded.state, at = excluded.at,
       error = excluded.error`,
  );
  const update = database.prepare(
    "UPDATE sent_part SET state = ?, at = ?, error = ? WHERE recipient = ? AND part = ?",
  );
  const contradict = database.prepare(
    "INSERT INTO contradiction (recipient, part, state, at, code) VALUES (?, ?, ?, ?, ?)",
  );
  return {
    of: (recipient) =>
      ofRecipient.all(recipient).map(({ follows, ...row }) => ({ ...row, follows: follows === 1 })),
    under: (network, key) => underKey.all(network, key),
    accept(parts) {
      for (const accepted of parts) {
        const { recipient, part, network, key, state, at, error } = storedPart(accepted);
        insert.run(recipient, part, network, key, state && RecipientState.Submitted, at, null);
        // Triggers queue callbacks for changes of a state.
        if (state !== null && state !== RecipientState.Submitted)
          update.run(state, at, error, recipient, part);
      }
    },
    report(parts) {
      for (const { recipient, part, state, at, error } of parts)
        update.run(state, at, error, recipient, part);
    },
    contradict(contradictions) {
      for (const { recipient, part, state, at, code } of contradictions)
        contradict.run(recipient, part, state, at, code);
    },
  };
}
