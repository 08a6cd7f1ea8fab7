import type { Settlement } from "../../domain/delivery/claims.js";
import type { Submission } from "../../domain/delivery/submission.js";
import { packing, type Packings } from "./engine/packing.js";
import type { Writes } from "./writes.js";

function packSubmission(s: Submission) {
  return [
    s.transactionId,
    s.customerId,
    s.userName,
    s.operation,
    s.originator,
    s.text,
    s.body,
    s.dataCoding,
    s.parts,
    s.flash,
    s.blink,
    s.hidden,
    s.at,
    s.dueAt,
    s.validUntil,
    s.receipts,
    s.clientTransaction,
    s.recipients,
    s.refused,
    s.charge.kind,
    s.charge.amount,
    s.mayLeave,
  ] as const;
}

function unpackSubmission([
  transactionId,
  customerId,
  userName,
  operation,
  originator,
  text,
  body,
  dataCoding,
  parts,
  flash,
  blink,
  hidden,
  at,
  dueAt,
  validUntil,
  receipts,
  clientTransaction,
  recipients,
  refused,
  kind,
  amount,
  mayLeave = false,
]: ReturnType<typeof packSubmission>): Submission {
  return {
    transactionId,
    customerId,
    userName,
    operation,
    originator,
    text,
    body,
    dataCoding,
    parts,
    flash,
    blink,
    hidden,
    at,
    dueAt,
    validUntil,
    receipts,
    clientTransaction,
    recipients,
    refused,
    charge: { kind, amount },
    mayLeave,
  };
}

/** The fields of all settlements, one after the other: they come in batches. */
type PackedSettlements = Settlement[keyof Settlement][];

function packSettlements(settlements: readonly Settlement[]): PackedSettlements {
  const packed: PackedSettlements = [];
  for (const { owner, recipientId, linkId, at, accepted, end } of settlements)
    packed.push(owner, recipientId, linkId, at, accepted, end);
  return packed;
}

function unpackSettlements(packed: PackedSettlements): readonly Settlement[] {
  const settlements: Settlement[] = [];
  for (let index = 0; index < packed.length; index += 6) {
    const [owner, recipientId, linkId, at, accepted, end] = packed.slice(index, index + 6);
    settlements.push({ owner, recipientId, linkId, at, accepted, end } as Settlement);
  }
  return settlements;
}

/** Packings of the writes of each message that is sent. */
export const packings: Packings<Writes> = {
  submit: packing(packSubmission, unpackSubmission),
  settle: packing(packSettlements, unpackSettlements),
};
