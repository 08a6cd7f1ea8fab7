import type { MemberWrites } from "../../protocol/list-writes.js";
import { type Batches, oneByOne } from "../engine/batch.js";
import { sql } from "../engine/statement.js";

/** Guard: the places of members are given one append after the other, and to an import that is open. */
const filling = sql<{ readonly recipients: number }>(
  "SELECT recipients FROM list_content WHERE id = $1 AND state = 'filling' FOR UPDATE",
);
const append = sql(
  `INSERT INTO list_member (content, pos, phone, attributes)
   SELECT $1, $2 + row_number() OVER (ORDER BY place) - 1, phone, attributes FROM (
     SELECT DISTINCT ON (phone) phone, attributes, place
     FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS n (phone, attributes, place)
     WHERE NOT EXISTS (SELECT FROM list_member m WHERE m.content = $1 AND m.phone = n.phone)
     ORDER BY phone, place) AS added`,
);
const count = sql("UPDATE list_content SET recipients = $2, touched_at = $3 WHERE id = $1");

/** Additions to imports. */
export const memberWrites: Batches<MemberWrites> = {
  appendMembers: oneByOne(async (session, { importId, members, at }) => {
    const before = (await session.get(filling, importId))?.recipients;
    if (before === undefined) return undefined;
    const phones = members.map(({ phone }) => phone);
    const attributes = members.map((member) => JSON.stringify(member.attributes));
    const added = await session.run(append, importId, before, phones, attributes);
    await session.run(count, importId, before + added, at);
    return added;
  }, 4),
};
