import { kickSmppSessions } from "../../actions/smpp-sessions.js";
import { type Snapshot, sessionRateNames } from "./snapshot.js";
import { countText, rateText } from "../web/number-texts.js";
import { actionButton } from "../web/action-forms.js";
import { part } from "../web/page.js";
import { type Cell, type Column, timeCell } from "../web/view.js";

/** Counters of a session that are shown. */
const sessionCounts = ["submitted", "refused", "throttled", "delivered"] as const;

export function sessionColumns(mayKick: boolean): readonly (string | Column)[] {
  const numbers = ["Accepted /s", "Receipts /s", "Accepted", "Refused", "Throttled", "Delivered"];
  return [
    "Account",
    "Address",
    "Bound",
    ...numbers.map((text) => ({ text, number: true })),
    ...(mayKick ? ["Action"] : []),
  ];
}

interface Shown {
  readonly mayKick: boolean;
  /** Sessions of this account alone. */
  readonly systemId?: string;
}

/** The table of sessions, the same for all accounts and for one. */
export function sessionRows(
  { sessions, sessionRate }: Snapshot,
  { mayKick, systemId }: Shown,
): readonly (readonly Cell[])[] {
  return sessions
    .filter((session) => systemId === undefined || session.systemId === systemId)
    .map((session): readonly Cell[] => {
      const kick = actionButton(kickSmppSessions, "/smpp/kick", { session: session.id });
      return [
        { text: session.systemId, href: `/smpp/${part(session.systemId)}`, note: session.kind },
        { text: session.address, layout: "code" },
        timeCell(session.since),
        ...sessionRateNames.map((name): Cell => ({
          text: rateText(sessionRate(name, session.id)),
          number: true,
          live: `${name} /s ${session.id}`,
        })),
        ...sessionCounts.map((name): Cell => ({
          text: countText(session[name]),
          number: true,
          live: `${name} ${session.id}`,
        })),
        ...(mayKick ? [{ text: "", form: kick }] : []),
      ];
    });
}
