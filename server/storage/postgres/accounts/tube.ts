import { userNameKey } from "../../../domain/accounts/accounts.js";
import type { TubeStore } from "../../../ports/accounts.js";
import type { TubeWrites } from "../../protocol/account-writes.js";
import { tubeColumns, type TubeRow, tubeUserOf } from "../../rows/tube-row.js";
import { type Batches, oneByOne } from "../engine/batch.js";
import type { Queries } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { userId } from "./change.js";

const find = sql<TubeRow>(
  `SELECT ${tubeColumns}
   FROM customer_user u JOIN tube_user t ON t.user_id = u.id JOIN customer c ON c.id = u.customer_id
     JOIN tube_customer tc ON tc.customer_id = u.customer_id
   WHERE u.customer_id = $1 AND u.name_key = $2`,
);

/** Reads for the SMPP front end. */
export function tubeReads(queries: Queries): Pick<TubeStore, "user"> {
  return {
    user: async (customerId, name) => {
      const row = await queries.get(find, customerId, userNameKey(name));
      return row === undefined ? undefined : tubeUserOf(row);
    },
  };
}

const setUser = sql(
  `UPDATE tube_user SET priority = coalesce($2, priority), provider = coalesce($3, provider),
     validity = coalesce($4, validity), power_ads = coalesce($5, power_ads) WHERE user_id = $1`,
);
const setConnections = sql(
  "UPDATE tube_user SET receivers = $2, transmitters = $3, transceivers = $4 WHERE user_id = $1",
);

/** Every change of settings for the SMPP front end. */
export const tubeWrites: Batches<TubeWrites> = {
  changeTube: oneByOne(async (session, { customerId, name, change }) => {
    const id = await userId(session, customerId, name);
    if (id === undefined) return false;
    const { userPriority = null, defaultProvider = null, validity = null, powerAds = null } = change;
    await session.run(setUser, id, userPriority, defaultProvider, validity, powerAds);
    if ("connections" in change) {
      const { receivers = null, transmitters = null, transceivers = null } = change.connections ?? {};
      await session.run(setConnections, id, receivers, transmitters, transceivers);
    }
    return true;
  }),
};
