import type { MemberWrites } from "../../protocol/list-writes.js";
import type { Database } from "../engine/database.js";

/** Prepares additions to imports on one connection. */
export function memberWrites(database: Database): MemberWrites {
  const open = database.prepare<{ readonly recipients: number }>(
    "SELECT recipients FROM list_content WHERE id = ? AND state = 'filling'",
  );
  const insert = database.prepare(
    `INSERT INTO list_member (content, pos, phone, attributes) VALUES (?, ?, ?, ?)
     ON CONFLICT (content, phone) DO NOTHING`,
  );
  const count = database.prepare("UPDATE list_content SET recipients = ?, touched_at = ? WHERE id = ?");
  return {
    appendMembers({ importId, members, at }) {
      const before = open.get(importId)?.recipients;
      if (before === undefined) return undefined;
      let next = before;
      for (const { phone, attributes } of members) {
        next += insert.run(importId, next, phone, JSON.stringify(attributes)).changes;
      }
      count.run(next, at, importId);
      return next - before;
    },
  };
}
