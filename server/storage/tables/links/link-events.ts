import { eventsKept, type LinkEvent, type LinkEventName } from "../../../domain/delivery/links/events.js";
import type { LinkStore } from "../../../ports/delivery.js";
import { integer, text } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { rowsText, sql } from "../../script/statement.js";
import { run, type Steps } from "../../script/steps.js";

const event = {
  linkId: integer(),
  process: text(),
  event: text<LinkEventName>(),
  at: integer(),
  lastAt: integer(),
  times: integer(),
  detail: text(),
};
const names = "link_id, process, event, at, last_at, times, detail";

/** Rows are stored in one order. */
const add = sql(
  `INSERT INTO link_event (${names})
   SELECT ${names}
   FROM json_to_recordset($rows::json) AS n (link_id bigint, process text, event text, at bigint, last_at bigint, times bigint, detail text)
   WHERE link_id IN (SELECT id FROM link) ORDER BY link_id, at, event
   ON CONFLICT (link_id, at, event, process)
   DO UPDATE SET last_at = excluded.last_at, times = excluded.times, detail = excluded.detail`,
);
const forget = sql("DELETE FROM link_event WHERE at < $before");
const forgetMore = sql(
  `DELETE FROM link_event WHERE link_id = $link AND at <
     (SELECT at FROM link_event WHERE link_id = $link ORDER BY at DESC LIMIT 1 OFFSET ${eventsKept.most - 1})`,
);
const lists = {
  one: sql(
    `SELECT ${names} FROM link_event WHERE link_id = $link ORDER BY at DESC, event LIMIT $limit`,
    event,
  ),
  all: sql(`SELECT ${names} FROM link_event ORDER BY at DESC, link_id, event LIMIT $limit`, event),
};

/** As `LinkStore.addEvents`. */
export function* addEvents(events: readonly LinkEvent[], now: number): Steps<void> {
  const rows = events.map(({ linkId, lastAt, ...each }) => ({ link_id: linkId, last_at: lastAt, ...each }));
  yield* run(forget, { before: now - eventsKept.for });
  yield* run(add, { rows: rowsText(rows) });
  for (const link of [...new Set(events.map(({ linkId }) => linkId))].sort((a, b) => a - b))
    yield* run(forgetMore, { link });
}

export const eventReads = (reads: Reads): Pick<LinkStore, "events"> => ({
  events: (link, limit) =>
    link === undefined ? reads.all(lists.all, { limit }) : reads.all(lists.one, { link, limit }),
});
