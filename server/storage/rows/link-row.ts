import type { LinkReport } from "../../domain/delivery/links.js";

/** Report of a link; `state` is JSON. */
export interface ReportRow {
  readonly link_id: number;
  readonly at: number;
  readonly state: string;
}

export function reportOf({ link_id: linkId, at, state }: ReportRow): LinkReport {
  return { ...(JSON.parse(state) as Omit<LinkReport, "linkId" | "at">), linkId, at };
}
