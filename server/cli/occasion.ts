import { userInfo } from "node:os";
import type { Occasion } from "../admin/occasion.js";

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

/** Operator, source and time of the command, for the audit log. */
export function occasion(): Occasion {
  const [remote] = (process.env["SSH_CONNECTION"] ?? "").split(" ");
  const source = remote === undefined || remote === "" ? "command line" : `command line, ${remote}`;
  return { by: { name: operator(), source }, now: Date.now() };
}
