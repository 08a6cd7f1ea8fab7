import { userNameKey } from "../../../domain/accounts/accounts.js";
import type { ConnectionLimits, TubeSettings } from "../../../domain/accounts/tube-settings.js";
import type { TubeStore } from "../../../ports/accounts.js";
import type { Caller } from "../../script/calls.js";
import { flag, optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { lock, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { linkChanges } from "../kept.js";
import { userId } from "./known.js";

const limits = {
  receivers: optional(integer()),
  transmitters: optional(integer()),
  transceivers: optional(integer()),
};
const find = sql(
  `SELECT tc.uuid AS customer_uuid, t.uuid AS user_uuid, t.user_id AS user_number, c.priority AS customer_priority,
     t.priority AS user_priority, t.provider AS default_provider, t.validity, t.power_ads, t.receivers, t.transmitters,
     t.transceivers
   FROM customer_user u JOIN tube_user t ON t.user_id = u.id JOIN customer c ON c.id = u.customer_id
     JOIN tube_customer tc ON tc.customer_id = u.customer_id
   WHERE u.customer_id = $customerId AND u.name_key = $key`,
  {
    customerUuid: text(),
    userUuid: text(),
    userNumber: integer(),
    customerPriority: integer(),
    userPriority: integer(),
    defaultProvider: text(),
    validity: integer(),
    powerAds: flag(),
    ...limits,
  },
);
const withProvider = sql(
  `SELECT u.customer_id, u.name, t.provider FROM tube_user t JOIN customer_user u ON u.id = t.user_id
   WHERE t.provider <> '00000000-0000-0000-0000-000000000000' AND u.customer_id = coalesce($customerId, u.customer_id)
   ORDER BY t.user_id LIMIT $limit`,
  { customerId: integer(), name: text(), provider: text() },
);
const setUser = sql(
  `UPDATE tube_user SET priority = coalesce($userPriority, priority), provider = coalesce($defaultProvider, provider),
     validity = coalesce($validity, validity), power_ads = coalesce($powerAds, power_ads) WHERE user_id = $id`,
);
const setConnections = sql(
  `UPDATE tube_user SET receivers = $receivers, transmitters = $transmitters, transceivers = $transceivers
   WHERE user_id = $id`,
);

/** Changes of settings for the SMPP front end. */
export const tube = subject(
  "tube",
  {
    *change(customerId: number, name: string, change: Partial<TubeSettings>): Steps<boolean> {
      const id = yield* userId(customerId, name);
      if (id === undefined) return false;
      const { userPriority, defaultProvider, validity, powerAds } = change;
      if (defaultProvider !== undefined) yield* lock(linkChanges);
      yield* run(setUser, { id, userPriority, defaultProvider, validity, powerAds });
      if ("connections" in change) {
        const { receivers, transmitters, transceivers }: Partial<ConnectionLimits> = change.connections ?? {};
        yield* run(setConnections, { id, receivers, transmitters, transceivers });
      }
      return true;
    },
  },
  ["change"],
);

/** Limits of connections; undefined unless all are set. */
function connectionsOf(row: {
  readonly [K in keyof ConnectionLimits]: number | undefined;
}): ConnectionLimits | undefined {
  const { receivers, transmitters, transceivers } = row;
  if (receivers === undefined || transmitters === undefined || transceivers === undefined) return undefined;
  return { receivers, transmitters, transceivers };
}

export function tubeStore(reads: Reads, writer: Caller<WritesOf<typeof tube>>): TubeStore {
  return {
    ...calls(writer, tube),
    providers: (choice) => reads.all(withProvider, choice),
    user: async (customerId, name) => {
      const row = await reads.get(find, { customerId, key: userNameKey(name) });
      if (row === undefined) return undefined;
      const { receivers, transmitters, transceivers, ...rest } = row;
      return { ...rest, connections: connectionsOf({ receivers, transmitters, transceivers }) };
    },
  };
}
