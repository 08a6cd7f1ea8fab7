import type { Store } from "../ports/store.js";
import { unknownThing } from "../admin/refusal.js";
import { counted } from "../admin/values.js";
import { action, list, type Subject } from "./action.js";
import { key } from "./fields.js";
import { described, textMember } from "./members.js";
import {
  aboutAccount,
  addSmppAccount,
  changeSmppAccount,
  listSmppAccounts,
  removeSmppAccount,
  setSmppPassword,
} from "./smpp-accounts.js";

/** A bound session as the commands print it. Counters begin with the bind. */
export type SmppSessionRow = Awaited<ReturnType<typeof smppSessions>>[number];

/** Bound sessions of all processes; their counters are some seconds old. */
export async function smppSessions({ smpp }: Pick<Store, "smpp">, now: number) {
  return (await smpp.binds(now)).map((bind) => ({
    id: bind.id,
    systemId: bind.systemId,
    customer: bind.customerId,
    user: bind.userName,
    kind: bind.kind,
    address: bind.address,
    /** ISO 8601, UTC. */
    since: new Date(bind.since).toISOString(),
    submitted: bind.submitted,
    refused: bind.refused,
    throttled: bind.throttled,
    delivered: bind.delivered,
  }));
}

const columns = [
  ...(["id", "systemId", "customer", "user", "kind", "address", "since"] as const),
  ...(["submitted", "refused", "throttled", "delivered"] as const),
];

export const listSmppSessions = list({
  name: "smpp sessions",
  help: "List bound sessions of all processes with their counters",
  may: { operator: "viewer" },
  columns,
  members: {
    ...described([...columns, "user"]),
    id: textMember("id of the session"),
    kind: textMember("receiver, transmitter or transceiver"),
  },
  rows: (_none, { store, now }) => smppSessions(store, now),
});

/** The account of a session, which may have ended. */
async function ownerOf(store: Pick<Store, "smpp">, session: string, now: number) {
  const found = (await smppSessions(store, now)).find(({ id }) => id === session);
  return found && { customer: found.customer, user: found.user, systemId: found.systemId };
}

/** Asks the processes to close sessions: that with the id, or all of a system_id. */
export const kickSmppSessions = action({
  name: "smpp kick",
  keys: { session: key },
  help: "Close a session, or all sessions of a system_id; a client may bind again",
  may: { operator: "admin" },
  button: "Close",
  done: "The session is closed.",
  danger: {
    button: "Close the sessions",
    text: "They are closed within 3 seconds, after their responses. The client may bind again: block the user to keep it out.",
  },
  members: described(["session", "kicked"]),
  run: async ({ session }, { store, now, recorded }) => {
    const isId = /^[0-9a-f-]{36}$/.test(session);
    const subject = isId
      ? { session, ...(await ownerOf(store, session, now)) }
      : await aboutAccount(store, session);
    const kicked = await recorded({ subject }).smpp.kick(isId ? { id: session } : { systemId: session });
    if (kicked === 0) throw unknownThing(`there is no SMPP session of ${session}`);
    return { row: { session, kicked }, text: `${counted(kicked, "session")} closed` };
  },
});

/** Accounts and sessions of customers who bind with SMPP. */
export const smpp: Subject = {
  name: "smpp",
  help: "Accounts and sessions of customers who bind with SMPP",
  entries: [
    addSmppAccount,
    changeSmppAccount,
    setSmppPassword,
    removeSmppAccount,
    listSmppAccounts,
    listSmppSessions,
    kickSmppSessions,
  ],
};
