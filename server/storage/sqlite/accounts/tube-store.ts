import { userNameKey } from "../../../domain/accounts/accounts.js";
import type { TubeStore } from "../../../ports/accounts.js";
import { tubeCalls, type TubeWrites } from "../../protocol/account-writes.js";
import type { Caller } from "../../protocol/calls.js";
import { tubeColumns, type TubeRow, tubeUserOf } from "../../rows/tube-row.js";
import type { Database } from "../engine/database.js";

export function tubeStore(database: Database, writer: Caller<TubeWrites>): TubeStore {
  const find = database.prepare<TubeRow>(
    `SELECT ${tubeColumns}
     FROM customer_user u JOIN tube_user t ON t.user_id = u.id JOIN customer c ON c.id = u.customer_id
       JOIN tube_customer tc ON tc.customer_id = u.customer_id
     WHERE u.customer_id = ? AND u.name_key = ?`,
  );
  return {
    user: async (customerId, name) => {
      const row = find.get(customerId, userNameKey(name));
      return row === undefined ? undefined : tubeUserOf(row);
    },
    ...tubeCalls(writer),
  };
}
