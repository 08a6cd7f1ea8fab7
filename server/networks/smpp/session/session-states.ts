import type { BindMode } from "./link-types.js";
import type { Command } from "../codec/pdu.js";

/** The side that receives requests: `smsc` serves clients, `esme` is the client of an SMSC. */
export type Role = "smsc" | "esme";

/** State of a session (SMPP 3.4, section 2.2): open until a bind was accepted. */
export type SessionState = "open" | BindMode;

const binds = ["bind_receiver", "bind_transmitter", "bind_transceiver"] as const;
const submissions = ["submit_sm", "data_sm", "submit_multi", "query_sm", "cancel_sm", "replace_sm"] as const;
const deliveries = ["deliver_sm", "data_sm"] as const;

/**
 * Requests that each side accepts in each state (SMPP 3.4, table 2-1), besides unbind and enquire_link. SMSCs deliver at once behind
 * bind_resp, and some deliver to transmitters.
 */
const accepted: Readonly<Record<Role, Readonly<Record<SessionState, readonly Command[]>>>> = {
  smsc: { open: binds, transmitter: submissions, receiver: [], transceiver: submissions },
  esme: { open: deliveries, transmitter: deliveries, receiver: deliveries, transceiver: deliveries },
};

const wrongCommand = 0x03;
const wrongState = 0x04;
const alreadyBound = 0x05;

/** The command_status that refuses a request in a state; undefined if the side accepts it. */
export function refusalOf(role: Role, state: SessionState, command: Command): number | undefined {
  if (accepted[role][state].includes(command)) return undefined;
  if (!Object.values(accepted[role]).some((commands) => commands.includes(command))) return wrongCommand;
  return state !== "open" && accepted[role].open.includes(command) ? alreadyBound : wrongState;
}
