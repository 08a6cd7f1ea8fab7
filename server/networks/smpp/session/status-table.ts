import type { RetryRule } from "../../../domain/delivery/outcomes/retry.js";

/** Effect of a command_status in the response to a message or to a bind. */
export type StatusAction =
  /** The SMSC accepted the message. */
  | { readonly kind: "sent" }
  /** Throttling: too many messages on the link for now. */
  | { readonly kind: "throttle" }
  /** Concerns the message or its recipient, for now. */
  | ({ readonly kind: "retry" } & RetryRule)
  /** Concerns the message or its recipient. Final. */
  | { readonly kind: "fail" }
  /** Concerns the session: bind again. */
  | { readonly kind: "rebind" }
  /** Concerns the account: in the response to a bind, no more binds until an operator restarts the link; else as rebind. */
  | { readonly kind: "stop" };

/** A command_status (SMPP 3.4, section 5.1.3). */
export interface StatusRow {
  readonly status: number;
  /** As in the specification, without `ESME_`. */
  readonly name: string;
  readonly action: StatusAction;
}

const sent = { kind: "sent" } as const;
const throttle = { kind: "throttle" } as const;
const fail = { kind: "fail" } as const;
const rebind = { kind: "rebind" } as const;
const stop = { kind: "stop" } as const;
const retry = (seconds: number, attempts: number): StatusAction => ({
  kind: "retry",
  delay: seconds * 1_000,
  attempts,
});

/** Every command_status of SMPP 3.4. */
export const statusRows: readonly StatusRow[] = [
  { status: 0x00, name: "ROK", action: sent },
  { status: 0x01, name: "RINVMSGLEN", action: fail },
  { status: 0x02, name: "RINVCMDLEN", action: retry(30, 2) },
  { status: 0x03, name: "RINVCMDID", action: retry(30, 2) },
  { status: 0x04, name: "RINVBNDSTS", action: rebind },
  { status: 0x05, name: "RALYBND", action: rebind },
  { status: 0x06, name: "RINVPRTFLG", action: fail },
  { status: 0x07, name: "RINVREGDLVFLG", action: fail },
  { status: 0x08, name: "RSYSERR", action: retry(30, 3) },
  { status: 0x0a, name: "RINVSRCADR", action: fail },
  { status: 0x0b, name: "RINVDSTADR", action: fail },
  { status: 0x0c, name: "RINVMSGID", action: fail },
  { status: 0x0d, name: "RBINDFAIL", action: rebind },
  { status: 0x0e, name: "RINVPASWD", action: stop },
  { status: 0x0f, name: "RINVSYSID", action: stop },
  { status: 0x11, name: "RCANCELFAIL", action: fail },
  { status: 0x13, name: "RREPLACEFAIL", action: fail },
  { status: 0x14, name: "RMSGQFUL", action: retry(60, 7) },
  { status: 0x15, name: "RINVSERTYP", action: fail },
  { status: 0x33, name: "RINVNUMDESTS", action: fail },
  { status: 0x34, name: "RINVDLNAME", action: fail },
  { status: 0x40, name: "RINVDESTFLAG", action: fail },
  { status: 0x42, name: "RINVSUBREP", action: fail },
  { status: 0x43, name: "RINVESMCLASS", action: fail },
  { status: 0x44, name: "RCNTSUBDL", action: fail },
  { status: 0x45, name: "RSUBMITFAIL", action: fail },
  { status: 0x48, name: "RINVSRCTON", action: fail },
  { status: 0x49, name: "RINVSRCNPI", action: fail },
  { status: 0x50, name: "RINVDSTTON", action: fail },
  { status: 0x51, name: "RINVDSTNPI", action: fail },
  { status: 0x53, name: "RINVSYSTYP", action: stop },
  { status: 0x54, name: "RINVREPFLAG", action: fail },
  { status: 0x55, name: "RINVNUMMSGS", action: fail },
  { status: 0x58, name: "RTHROTTLED", action: throttle },
  { status: 0x61, name: "RINVSCHED", action: fail },
  { status: 0x62, name: "RINVEXPIRY", action: fail },
  { status: 0x63, name: "RINVDFTMSGID", action: fail },
  { status: 0x64, name: "RX_T_APPN", action: retry(30, 3) },
  { status: 0x65, name: "RX_P_APPN", action: fail },
  { status: 0x66, name: "RX_R_APPN", action: fail },
  { status: 0x67, name: "RQUERYFAIL", action: fail },
  { status: 0xc0, name: "RINVOPTPARSTREAM", action: fail },
  { status: 0xc1, name: "ROPTPARNOTALLWD", action: fail },
  { status: 0xc2, name: "RINVPARLEN", action: fail },
  { status: 0xc3, name: "RMISSINGOPTPARAM", action: fail },
  { status: 0xc4, name: "RINVOPTPARAMVAL", action: fail },
  { status: 0xfe, name: "RDELIVERYFAILURE", action: retry(30, 1) },
  { status: 0xff, name: "RUNKNOWNERR", action: retry(30, 1) },
];

/** Overrides of the table for one SMSC. */
export type StatusOverrides = Readonly<Record<number, StatusAction>>;

/** Gives the action for a command_status; vendor's own and reserved ones fail unless they are overridden. */
export type StatusTable = (status: number) => StatusAction;

const standard: ReadonlyMap<number, StatusRow> = new Map(statusRows.map((row) => [row.status, row]));

export function statusTable(overrides: StatusOverrides = {}): StatusTable {
  const merged = new Map(statusRows.map(({ status, action }) => [status, action]));
  for (const [status, action] of Object.entries(overrides)) merged.set(Number(status), action);
  return (status) => merged.get(status) ?? fail;
}

/** Action after a submit_sm_resp. */
export type SubmitAction =
  | Extract<StatusAction, { readonly kind: "sent" | "throttle" | "retry" | "fail" }>
  /** Concerns the session. */
  | { readonly kind: "session" }
  /** A generic_nack, which concerns the message unless every message gets one. */
  | ({ readonly kind: "nack" } & RetryRule);

const nacked: RetryRule = { delay: 30_000, attempts: 2 };

/** Action for a submit_sm_resp or, with `nack`, for a generic_nack with the sequence number of the submit_sm. */
export function submitAction(action: StatusAction, nack: boolean): SubmitAction {
  if (action.kind === "throttle") return action;
  if (nack) return { ...(action.kind === "retry" ? action : nacked), kind: "nack" };
  return action.kind === "rebind" || action.kind === "stop" ? { kind: "session" } : action;
}

/** Display name: `RTHROTTLED (0x58)`, or the number alone when the specification has no name for it. */
export function statusName(status: number): string {
  const number = `0x${status.toString(16).padStart(2, "0")}`;
  const name = standard.get(status)?.name;
  return name === undefined ? number : `${name} (${number})`;
}
