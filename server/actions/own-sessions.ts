import { Refusal } from "../admin/refusal.js";
import { customerFilter } from "./account-fields.js";
import { action } from "./action.js";
import { key, optional, text } from "./fields.js";

/** Ends other sessions of the person who has one: that with this hash, or all. One of somebody else is as unknown as one that has ended. */
export const endSessions = action({
  name: "session end",
  help: "",
  may: { operator: "viewer", portal: "look" },
  keys: { own: key },
  fields: {
    session: optional(text(undefined, "only this session"), (given) => given),
    customer: customerFilter,
  },
  run: async ({ own, session }, { store, caller, by, now }) => {
    const sessions = caller.kind === "customer" ? store.portal : store.operators;
    const ended = await sessions.closeOthers(own, session, by, now);
    if (ended === 0)
      throw new Refusal(
        session === undefined ? "you have no other session" : "the session has ended already",
      );
    return { row: { ended } };
  },
});
