import type { AuditEntry } from "../domain/audit.js";
import type { Store } from "../ports/store.js";
import type { ActorAndTime } from "./recorded.js";
import { integerOf } from "./values.js";

/** A backup that was written and verified. */
export interface WrittenBackup {
  readonly file: string;
  readonly bytes: number;
  /** Every change that was stored before this time is in the backup. Milliseconds since the epoch. */
  readonly until: number;
}

/** What was verified of a backup before its file appeared. */
const verified = "integrity, references";

/** Records a backup in the database that was copied. */
export async function recordBackup(
  { audit }: Pick<Store, "audit">,
  { file, bytes, until }: WrittenBackup,
  { by: actor, now }: ActorAndTime,
): Promise<void> {
  const after = { bytes, until: new Date(until).toISOString(), verified };
  await audit.add({ at: now, actor, action: "database backup", subject: { file }, after });
}

/** A recorded backup as the commands print it. */
export interface BackupRow {
  /** When it was begun. ISO 8601, UTC, as `until`. */
  readonly at: string;
  readonly who: string;
  readonly from: string;
  readonly file: string;
  readonly bytes: number;
  readonly until: string;
  readonly verified: string;
}

function rowOf({ at, actor, subject, after = {} }: AuditEntry): BackupRow {
  const { file } = subject;
  const { bytes, until, verified: checks } = after;
  return {
    at: new Date(at).toISOString(),
    who: actor.name,
    from: actor.source,
    file: String(file),
    bytes: Number(bytes),
    until: String(until),
    verified: String(checks),
  };
}

const mostListed = 1_000;

/** Recorded backups, latest first. @throws Refusal */
export async function listBackups(
  { audit }: Pick<Store, "audit">,
  limit: string,
): Promise<readonly BackupRow[]> {
  return (
    await audit.entries(integerOf("limit", limit, 1, mostListed), undefined, {
      action: "database backup",
    })
  ).map(rowOf);
}
