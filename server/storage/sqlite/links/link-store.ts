import { RecipientState } from "../../../domain/recipient-state.js";
import type { LinkStore } from "../../../ports/delivery.js";
import { isOnTheWay } from "../hot/counts.js";
import type { Database } from "../engine/database.js";
import { reportOf, type ReportRow } from "../../rows/link-row.js";
import type { LinkQueue } from "../../../domain/delivery/links.js";

const distinctLinks = `
SELECT DISTINCT link AS id FROM recipient WHERE state = ${RecipientState.Queued}
UNION SELECT DISTINCT link FROM recipient WHERE state = ${RecipientState.Submitting}
UNION SELECT DISTINCT link FROM recipient WHERE ${isOnTheWay}
ORDER BY id`;

/** Counts of messages, read on one connection; counting many of them takes long. */
export function queueReads(database: Database): Pick<LinkStore, "queues"> {
  const links = database.prepare<{ readonly id: number }>(distinctLinks);
  const count = (condition: string) => {
    const statement = database.prepare<{ readonly n: number }>(
      `SELECT count(*) AS n FROM recipient WHERE ${condition} AND link = ?`,
    );
    return (link: number): number => statement.get(link)?.n ?? 0;
  };
  const waiting = count(`state = ${RecipientState.Queued}`);
  const underWay = count(`state = ${RecipientState.Submitting} AND worker IS NOT NULL`);
  const uncertain = count(`state = ${RecipientState.Submitting} AND worker IS NULL`);
  const onTheWay = count(isOnTheWay);
  return {
    queues: async () =>
      links.all().map(({ id }): LinkQueue => ({
        linkId: id,
        waiting: waiting(id),
        underWay: underWay(id),
        uncertain: uncertain(id),
        withoutReceipt: onTheWay(id),
      })),
  };
}

/** Reports of the only process that delivers. */
export function reportReads(database: Database): Pick<LinkStore, "reports"> {
  const reports = database.prepare<ReportRow>("SELECT link_id, at, state FROM link_state ORDER BY link_id");
  return { reports: async () => reports.all().map(reportOf) };
}
