/** The two states, each set by a command of its own. */
export const stateCommands = [
  { verb: "block", done: "blocked", state: "blocked" },
  { verb: "unblock", done: "unblocked", state: "active" },
] as const;
