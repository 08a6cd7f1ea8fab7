import { storedIdOf } from "../admin/ids.js";
import { isoTime } from "../admin/period.js";
import type { ActorAndTime } from "../admin/recorded.js";
import type { AuditEntry } from "../domain/audit.js";
import type { Store } from "../ports/store.js";
import { longList, type Subject } from "./action.js";
import { textMember, timeMember, wholeMember } from "./members.js";
import { partWith } from "./parts.js";

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
  const after = { bytes, until: isoTime(until), verified };
  await audit.add({ at: now, actor, action: "database backup", subject: { file }, after });
}

/** A recorded backup as the commands print it. */
export type BackupRow = ReturnType<typeof rowOf>;

const rowOf = ({ at, actor, subject, after = {} }: AuditEntry) => ({
  at: isoTime(at),
  who: actor.name,
  from: actor.source,
  file: String(subject["file"]),
  bytes: Number(after["bytes"]),
  until: String(after["until"]),
  verified: String(after["verified"]),
});

/** Recorded backups, latest first. */
export const listBackups = longList({
  name: "database backups",
  help: "List the backups that messenger database backup has made of this database, latest first",
  may: { operator: "admin" },
  columns: ["at", "who", "from", "file", "bytes", "until", "verified"],
  members: {
    at: timeMember("when it was begun"),
    who: textMember("operator"),
    from: textMember("where the call came from"),
    file: textMember("path of the file"),
    bytes: wholeMember("size of the file"),
    until: timeMember("every change that was stored before this time is in the backup"),
    verified: textMember("what was verified before the file appeared"),
  },
  cut: {
    of: "backups",
    cursor: { option: "before", form: "<id>", meaning: "only backups older than this one" },
  },
  part: async (_none, wanted, { store: { audit } }) => {
    const place = wanted.after === undefined ? undefined : storedIdOf("backup", wanted.after);
    const found = await audit.entries(wanted.limit, place, { action: "database backup" });
    return partWith(found, wanted, rowOf, ({ id }) => String(id));
  },
});

/** What is recorded of the database as a whole; its other commands need the machine. */
export const backups: Subject = {
  name: "database",
  help: "The database as a whole",
  entries: [listBackups],
};
