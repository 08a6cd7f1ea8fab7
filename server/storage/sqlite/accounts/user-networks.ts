import { maxUserNetworks, userNameKey } from "../../../domain/accounts/accounts.js";
import type { AccountStore } from "../../../ports/accounts.js";
import type { AccountWrites } from "../../protocol/account-writes.js";
import type { Database } from "../engine/database.js";

export function userNetworkWrites(database: Database): Pick<AccountWrites, "addUserNetwork"> {
  const put = database.prepare<{ readonly user_id: number }>(
    `INSERT INTO user_network (user_id, network, at)
     SELECT id, ?, ? FROM customer_user WHERE customer_id = ? AND name_key = ?
     ON CONFLICT DO UPDATE SET at = excluded.at RETURNING user_id`,
  );
  const forget = database.prepare(
    `DELETE FROM user_network WHERE user_id = ? AND network NOT IN
       (SELECT network FROM user_network WHERE user_id = ? ORDER BY at DESC LIMIT ${maxUserNetworks})`,
  );
  return {
    addUserNetwork({ customerId, name, network, at }) {
      const row = put.get(network, at, customerId, userNameKey(name));
      if (row !== undefined) forget.run(row.user_id, row.user_id);
      return null;
    },
  };
}

export function userNetworkReads(database: Database): Pick<AccountStore, "knowsNetwork"> {
  const find = database.prepare<object>(
    `SELECT 1 FROM user_network n JOIN customer_user u ON u.id = n.user_id
     WHERE u.customer_id = ? AND u.name_key = ? AND n.network = ?`,
  );
  return {
    knowsNetwork: async (customerId, userName, network) =>
      find.get(customerId, userNameKey(userName), network) !== undefined,
  };
}
