import type { PortalUserRow } from "../../actions/portal-users.js";
import { type Cell, type Pill, timeCell } from "./view.js";

/** Words for the statuses of messages; the name in the contract is shown on hover. */
const messageStates: Readonly<Record<string, Omit<Pill, "title">>> = {
  SMSC_DEFERRED: { word: "Scheduled", tone: "mute", icon: "calendar-clock" },
  InProcessNow: { word: "Waiting", tone: "mute", icon: "clock" },
  SUCCESS: { word: "Sent", tone: "info", icon: "send" },
  SMSC_ENROUTE: { word: "Sent", tone: "info", icon: "send" },
  SMSC_ACCEPTED: { word: "Sent", tone: "info", icon: "send" },
  SMSC_DELIVERED: { word: "Delivered", tone: "ok", icon: "check" },
  SMSC_UNDELIVERABLE: { word: "Undeliverable", tone: "bad", icon: "x" },
  SMSC_EXPIRED: { word: "Expired", tone: "warn", icon: "hourglass" },
  SMSC_DELETED: { word: "Cancelled", tone: "mute", icon: "circle-x" },
  SMSC_UNKNOWN: { word: "Unknown", tone: "warn", icon: "circle-help" },
  SMSC_REJECTED: { word: "Rejected", tone: "bad", icon: "x" },
  FAILED: { word: "Refused", tone: "bad", icon: "x" },
  REJECTED_INVALID_NUMBER: { word: "Invalid number", tone: "bad", icon: "x" },
  REJECTED_BLACKLISTED: { word: "Opted out", tone: "mute", icon: "ban" },
};

/** The status of a message, by the name of its element. */
export function messagePill(element: string): Pill {
  const state = messageStates[element] ?? { word: element, tone: "mute", icon: "circle-help" };
  return { ...state, title: element };
}

/** The state of a link. */
export function linkPill({ state, up }: { readonly state: string; readonly up: boolean }): Pill {
  if (state === "stopped") return { word: "Stopped", tone: "mute", icon: "circle-stop" };
  if (up) return { word: "Bound", tone: "ok", icon: "circle-check", title: state };
  if (state === "no server") return { word: "No server", tone: "bad", icon: "circle-x" };
  return { word: "Reconnecting", tone: "warn", icon: "refresh-cw", title: state };
}

/** Whether a customer or a user may use the service. */
export function accessPill(state: "active" | "blocked" | "held"): Pill {
  if (state === "active") return { word: "Active", tone: "ok", icon: "circle-check" };
  if (state === "held") return { word: "Held", tone: "warn", icon: "triangle-alert" };
  return { word: "Blocked", tone: "bad", icon: "ban" };
}

/** The end of a pending invitation to the portal, and the role that it gives. */
export const invitationCell = ({ invitedUntil, invitedRole }: PortalUserRow): Cell => ({
  ...timeCell(invitedUntil),
  note: invitedRole === null ? undefined : `as ${invitedRole}`,
});
