import type { SmppStore } from "../../../ports/smpp.js";
import type { Caller } from "../../script/calls.js";
import type { Reads } from "../../script/reads.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { accountReads, accountScripts } from "./accounts.js";
import { bindReads, bindScripts } from "./binds.js";
import { deliveryReads, deliveryScripts } from "./deliveries.js";

/** Changes of accounts, binds and deliveries of the SMPP server. */
export const smpp = subject(
  "smpp",
  { ...accountScripts, ...bindScripts, ...deliveryScripts },
  ["close", "confirm", "takeRate"],
  ["settle"],
);

export function smppStore(reads: Reads, writer: Caller<WritesOf<typeof smpp>>): SmppStore {
  const { settle, ...writes } = calls(writer, smpp);
  return {
    ...writes,
    ...accountReads(reads),
    ...bindReads(reads),
    ...deliveryReads(reads),
    settle: async (results) => {
      await settle(results);
    },
  };
}
