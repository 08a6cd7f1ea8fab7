import { userNameKey } from "../../../domain/accounts/accounts.js";
import type { Decision, RouteTable } from "../../../domain/delivery/routing/route-table.js";
import type { MessageKind } from "../../../domain/delivery/route.js";
import type { ClaimMemory } from "../../../domain/delivery/claiming/round.js";
import { partsHash } from "../../../domain/delivery/routing/split-parts.js";
import { nationalPart } from "../../../domain/recipients/phone-number.js";
import { queueNumber } from "../../../domain/delivery/claiming/customer-queue.js";
import { handOver } from "../../../domain/delivery/claiming/hand-over.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import type { HandedOver, Submission } from "../../../domain/delivery/submitting/submission.js";
import { numbersBeside } from "../../schema/numbers.js";
import type { CommitReads } from "../engine/commit-reads.js";
import type { Database } from "../engine/database.js";
import { inWeek, nextNumber } from "./numbers.js";
import type { Owns } from "./owner.js";

/** Facts that decide whether a message is stored as claimed. */
export interface HandOverReads {
  readonly owns: Owns;
  readonly linkTable: () => RouteTable;
  readonly senderOf: SenderOf;
  /** Whether a number is on the blacklist of a customer, or on that of all. */
  readonly isListed: IsListed;
  readonly memory: ClaimMemory;
}

/** The settings of a customer and a user, by the user's name. */
type SenderOf = (customerId: number, userName: string) => SenderRow;

interface SenderRow {
  /** Of the user; null without settings. */
  readonly priority: number | null;
  /** Of the customer, in parts a second; null without one. */
  readonly rate: number | null;
  /** Whether any number is on the blacklist of the customer, or on that of all. */
  readonly anyListed: 0 | 1;
}

type IsListed = (customerId: number, phone: string) => boolean;

const { Queued, Submitting } = RecipientState;

function kindOf({ body }: Submission): MessageKind {
  return body?.kind === "mms" ? "mms" : "sms";
}

function prepareDecide(reads: HandOverReads) {
  return (txn: number, phone: string, submission: Submission, sender: SenderRow): Decision | undefined => {
    const { mayLeave = false, customerId, userName, originator, at, parts } = submission;
    if (!mayLeave) return undefined;
    const { slots } = reads.memory;
    return handOver({
      message: {
        id: txn,
        phone,
        customerId,
        userName,
        originator,
        kind: kindOf(submission),
        partsHash: partsHash(submission),
      },
      parts,
      slots,
      isOwner: reads.owns(slots.owner),
      hasRate: sender.rate !== null,
      isListed: sender.anyListed === 1 && reads.isListed(customerId, phone),
      table: reads.linkTable(),
      isIdle: (linkId) => reads.memory.isIdle(linkId, at),
    });
  };
}

export function prepareListed(database: Database): IsListed {
  const find = database.prepare<object>(
    `SELECT 1 FROM blacklist WHERE customer_id IN (0, ?) AND phone = ?
     UNION ALL SELECT 1 FROM national_opt_out WHERE customer_id = ? AND number = ? LIMIT 1`,
  );
  return (customerId, phone) =>
    find.get(customerId, Number(phone), customerId, nationalPart(phone)) !== undefined;
}

const noSettings: SenderRow = { rate: null, priority: null, anyListed: 1 };

export function prepareSender(database: Database, reads: CommitReads): SenderOf {
  const find = database.prepare<SenderRow>(
    `SELECT c.rate, t.priority, EXISTS (SELECT 1 FROM blacklist WHERE customer_id IN (0, c.id))
       OR EXISTS (SELECT 1 FROM national_opt_out WHERE customer_id = c.id) AS anyListed
     FROM customer c LEFT JOIN customer_user u ON u.customer_id = c.id AND u.name_key = ?
     LEFT JOIN tube_user t ON t.user_id = u.id WHERE c.id = ?`,
  );
  const read = reads.keep((sender: string) => {
    const space = sender.indexOf(" ");
    return find.get(userNameKey(sender.slice(space + 1)), Number(sender.slice(0, space))) ?? noSettings;
  });
  return (customerId, userName) => read(`${customerId} ${userName}`);
}

/** Prepares storing the recipient that is alone in a transaction: in its queue, or as claimed if it may leave at once. */
export function prepareInsertOnly(
  database: Database,
  reads: HandOverReads,
): (txn: number, phone: string, submission: Submission) => HandedOver | undefined {
  const id = nextNumber("recipient");
  const queue = database.prepare(
    `INSERT INTO recipient (id, txn, phone, state, next_at, at, lane, counted)
     VALUES (${id}, ?, ?, ${Queued}, ?, ?, ?, 0)`,
  );
  const claim = database.prepare(
    `INSERT INTO recipient (id, txn, phone, state, next_at, at, lane, counted, link, worker, attempts)
     VALUES (${id}, ?, ?, ${Submitting}, ?, ?, ?, 0, ?, ?, 1)`,
  );
  const decideFor = prepareDecide(reads);
  const { slots } = reads.memory;
  return (txn, phone, submission) => {
    const { customerId, userName, dueAt, at, parts } = submission;
    const sender = reads.senderOf(customerId, userName);
    const lane = queueNumber({ customerId, userPriority: sender.priority ?? 0, kind: "single" });
    const week = inWeek(numbersBeside(txn));
    const decision = decideFor(txn, phone, submission, sender);
    if (decision === undefined) {
      queue.run(...week, txn, phone, dueAt, at, lane);
      reads.memory.arrived(lane, dueAt);
      return undefined;
    }
    slots.take(decision.linkId, parts);
    const claimed = claim.run(...week, txn, phone, dueAt, at, lane, decision.linkId, slots.owner);
    return { id: claimed.rowid, ...decision };
  };
}
