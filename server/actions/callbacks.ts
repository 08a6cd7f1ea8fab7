import type { ListedCallback } from "../domain/callbacks/callbacks.js";
import type { ListedAlert } from "../domain/callbacks/alerts.js";
import { creditsText } from "../domain/credit/credit.js";
import { maskedNumber } from "../domain/recipients/recipients.js";
import { statusTable } from "../domain/status.js";
import { isoTime } from "../admin/period.js";
import { storedIdOf } from "../admin/ids.js";
import { InvalidInput, unknownThing } from "../admin/refusal.js";
import { counted } from "../admin/values.js";
import { customerFilter } from "./account-fields.js";
import { action, longList, type Subject } from "./action.js";
import { flag, several } from "./fields.js";
import { described, type Members, textMember, wholeMember } from "./members.js";
import { partWith, type Wanted } from "./parts.js";

const postOf = ({
  at,
  attempts,
  nextAt,
  failure,
}: Pick<ListedCallback, "at" | "attempts" | "failure" | "nextAt">) => ({
  /** ISO 8601, UTC. */
  at: new Date(at).toISOString(),
  attempts,
  /** ISO 8601, UTC; null if it was given up. */
  next: isoTime(nextAt),
  /** Reason why the last attempt failed; null before the first. */
  reason: failure ?? null,
});

/** A callback as the commands print it. */
export type CallbackRow = ReturnType<typeof rowOf>;

const rowOf = (callback: ListedCallback) => ({
  id: callback.id,
  customer: callback.customerId,
  transaction: callback.transactionId,
  message: callback.messageId,
  part: callback.part ?? null,
  /** The last two digits only. */
  number: maskedNumber(callback.phone),
  status: statusTable[callback.state].element,
  ...postOf(callback),
});

/** A callback about a low balance as the commands print it. */
export type AlertRow = ReturnType<typeof alertRow>;

const alertRow = (alert: ListedAlert) => ({
  id: alert.id,
  customer: alert.customerId,
  kind: alert.kind,
  /** Credits that were left when it was found, and the threshold. */
  left: creditsText(alert.left),
  threshold: creditsText(alert.threshold),
  ...postOf(alert),
});

const alertMembers: Members = {
  ...described(["id", "customer", "kind", "at", "attempts", "next", "reason"]),
  left: textMember("credits that were left when it was found"),
  threshold: textMember("credits below which it is posted"),
};

const members: Members = {
  ...described(["id", "customer", "transaction", "message", "part", "at", "attempts", "next", "reason"]),
  number: textMember("number of the recipient, of which the last two digits are shown"),
  status: textMember("final status, such as SMSC_DELIVERED"),
};

const filters = { customer: customerFilter, waiting: flag(undefined, "list pending callbacks instead") };

/** Latest first. */
const cut = {
  of: "callbacks",
  cursor: { option: "before", form: "<id>", meaning: "only callbacks older than this one" },
} as const;

const placeOf = ({ after }: Wanted): number | undefined =>
  after === undefined ? after : storedIdOf("callback", after);

const cursorOf = ({ id }: { readonly id: number }): string => String(id);

/** Callbacks that were given up or wait. */
export const listCallbacks = longList({
  name: "callback list",
  help: "List callbacks that were given up after a day, latest first",
  may: { operator: "viewer", portal: "develop" },
  filters,
  columns: [
    ...(["id", "customer", "transaction", "message", "part", "number", "status"] as const),
    ...(["at", "attempts", "next", "reason"] as const),
  ],
  members,
  cut,
  part: async ({ customer: customerId, waiting }, wanted, { store }) => {
    const selection = { customerId, failed: !waiting };
    const found = await store.callbacks.list(selection, wanted.limit, placeOf(wanted));
    return partWith(found, wanted, rowOf, cursorOf);
  },
});

/** Callbacks about low balances that were given up or wait. */
export const listAlerts = longList({
  name: "callback alerts",
  help: "List callbacks about low balances that were given up after a day, latest first",
  may: { operator: "viewer" },
  filters,
  columns: ["id", "customer", "kind", "left", "threshold", "at", "attempts", "next", "reason"],
  members: alertMembers,
  cut,
  part: async ({ customer: customerId, waiting }, wanted, { store }) => {
    const selection = { customerId, failed: !waiting };
    const found = await store.alerts.list(selection, wanted.limit, placeOf(wanted));
    return partWith(found, wanted, alertRow, cursorOf);
  },
});

/** Callbacks that are retried in one commit. */
const retriedAtOnce = 500;

const idsOf = (given: readonly string[]): readonly number[] => given.map((id) => storedIdOf("callback", id));

/** Posts callbacks again for a day: those with the ids, or, step by step, all callbacks and alerts that were given up. */
export const retryCallbacks = action({
  name: "callback retry",
  help: "Retry callbacks at once, and for another day. Example: messenger callback retry --all",
  may: { operator: "admin", portal: "develop" },
  button: "Retry those given up",
  done: "The callbacks are posted again.",
  keys: { ids: several({ argument: "id", form: "" }, idsOf) },
  fields: {
    alert: several(
      { meaning: "callbacks about low balances, with ids of callback alerts", form: "<id...>" },
      idsOf,
    ),
    all: flag(undefined, "all that were given up, also those about low balances"),
    customer: { ...customerFilter, meaning: "with --all, only of this customer" },
  },
  members: { callbacks: wholeMember("callbacks that are posted again") },
  run: async ({ ids = [], alert: alerts = [], all, customer }, { now, recorded }) => {
    if ([ids.length > 0, alerts.length > 0, all].filter(Boolean).length !== 1)
      throw new InvalidInput("give ids, --alert or --all");
    if (!all && customer !== undefined) throw new InvalidInput("--customer needs --all");
    const chosen = ids.length > 0 ? { ids } : { alerts };
    const subject = all ? { customer } : chosen;
    const some = all ? { customerId: customer, limit: retriedAtOnce } : chosen;
    const step = () => recorded({ subject }).callbacks.retry(some, now);
    let retried = await step();
    if (all) for (let count = retried; count === retriedAtOnce; retried += count) count = await step();
    else if (retried === 0) throw unknownThing("there is no such callback");
    return { row: { callbacks: retried }, text: `posted again: ${counted(retried, "callback")}` };
  },
});

/** Posts to servers of customers. */
export const callbacks: Subject = {
  name: "callback",
  help: "Posts to customers' servers; customer change sets the URL",
  entries: [listCallbacks, listAlerts, retryCallbacks],
};
