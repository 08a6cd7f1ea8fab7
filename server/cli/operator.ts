import { userInfo } from "node:os";
import type { Use } from "../actions/action.js";
import { machine } from "../actions/rights.js";

/** The user of this process; behind `sudo`, the one who called it. */
function operator(): string {
  const { SUDO_USER: caller } = process.env;
  if (caller !== undefined && caller !== "") return caller;
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

/** Operator and source of the command, for the audit log; `now`: milliseconds since the epoch. */
export function operatorAt(now: number): Use {
  const [remote] = (process.env["SSH_CONNECTION"] ?? "").split(" ");
  const source = remote === undefined || remote === "" ? "command line" : `command line, ${remote}`;
  return { by: { name: operator(), source }, now, caller: machine };
}
