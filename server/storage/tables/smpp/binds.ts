import { mayBind, rightsOf } from "../../../domain/accounts/interface-rights.js";
import { portalRoles } from "../../../domain/accounts/portal-users.js";
import {
  type BindKind,
  bindKinds,
  type BindReport,
  type ConfirmedBinds,
  type NewSmppBind,
  type OpenedBind,
} from "../../../domain/smpp/accounts.js";
import { grantsOf } from "../../../domain/smpp/rate.js";
import type { SmppStore } from "../../../ports/smpp.js";
import { text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { rowsText, sql } from "../../script/statement.js";
import { all, get, has, run, type Steps } from "../../script/steps.js";

/** Milliseconds after a confirmation for which a bind counts. */
const aliveFor = 10_000;

/** Milliseconds after which a process that was to ask a bind for a sign of life has ended. */
const unansweredFor = 3_500;

/** One process serves a file: binds that are there when it starts are those of a process that has ended. */
const forget = sql("DELETE FROM smpp_bind WHERE alive_until < $storeTime", undefined, {
  sqlite: "DELETE FROM smpp_bind",
});
/** Its process closes a bind that was forgotten when it confirms it, if it has only been late. */
const forgetOfAccount = sql(
  `DELETE FROM smpp_bind WHERE user_id = $userId
     AND (alive_until < $storeTime OR asked_at BETWEEN 1 AND $storeTime - ${unansweredFor})`,
);
/** Guard: two processes count the binds of an account one after the other, and no bind opens while its password is replaced. */
const lockAccount = sql(
  "SELECT 1 FROM smpp_account WHERE user_id = $userId AND password_hash = $passwordHash",
  undefined,
  { lock: "FOR NO KEY UPDATE" },
);
/** Of one moment: a bind may be closed between two statements. */
const count = sql(
  `SELECT count(*) AS open, coalesce(sum(CASE WHEN asked_at > 0 THEN 1 ELSE 0 END), 0) AS asked
   FROM smpp_bind WHERE user_id = $userId AND kind = $kind`,
  { open: integer(), asked: integer() },
);
const insert = sql(
  `INSERT INTO smpp_bind (id, user_id, process, kind, address, since, alive_until)
   VALUES ($id, $userId, $process, $kind, $address, $since, $storeTime + ${aliveFor})`,
);
const ask = sql(
  "UPDATE smpp_bind SET asked_at = $storeTime WHERE user_id = $userId AND kind = $kind AND asked_at = 0",
);
const askedOf = sql("SELECT id FROM smpp_bind WHERE process = $process AND asked_at > 0", { id: text() });
const proven = sql("UPDATE smpp_bind SET asked_at = 0 WHERE id = $id");
const close = sql("DELETE FROM smpp_bind WHERE id = $id");
/** The role of the user `u` still permits the bind `b`. */
const mayKeep = `(u.portal_role IS NULL OR ${bindKinds
  .flatMap((kind) =>
    portalRoles
      .filter((role) => mayBind(rightsOf(role), kind))
      .map((role) => `b.kind = '${kind}' AND u.portal_role = '${role}'`),
  )
  .join(" OR ")})`;
const confirm = sql(
  `UPDATE smpp_bind AS b SET alive_until = $storeTime + ${aliveFor}, submitted = n.submitted, refused = n.refused,
     throttled = n.throttled, delivered = n.delivered
   FROM json_to_recordset($reports::json) AS n (bind text, submitted bigint, refused bigint, throttled bigint, delivered bigint)
   WHERE b.id = n.bind AND b.kicked = false AND EXISTS (SELECT 1 FROM customer_user u JOIN customer c ON c.id = u.customer_id
     WHERE u.id = b.user_id AND u.state = 'active' AND c.state = 'active' AND c.interface_open = true
     AND ${mayKeep}) RETURNING id`,
  { id: text() },
);
/** Binds of a process that nobody has kicked. */
const kept = sql(
  `SELECT b.id FROM json_to_recordset($reports::json) AS n (bind text) JOIN smpp_bind b ON b.id = n.bind WHERE b.kicked = false`,
  { id: text() },
);
const kickOne = sql("UPDATE smpp_bind SET kicked = true WHERE id = $id");
const kickAccount = sql(
  "UPDATE smpp_bind SET kicked = true WHERE user_id = (SELECT user_id FROM smpp_account WHERE system_id = $systemId)",
);
const listed = {
  id: text(),
  userId: integer(),
  process: text(),
  kind: text<BindKind>(),
  address: text(),
  since: integer(),
  submitted: integer(),
  refused: integer(),
  throttled: integer(),
  delivered: integer(),
  systemId: text(),
  customerId: integer(),
  userName: text(),
};
const list = sql(
  `SELECT b.id, b.user_id, b.process, b.kind, b.address, b.since, b.submitted, b.refused, b.throttled, b.delivered, a.system_id,
     a.customer_id, u.name AS user_name
   FROM smpp_bind b JOIN smpp_account a ON a.user_id = b.user_id JOIN customer_user u ON u.id = a.user_id
   WHERE b.alive_until >= $storeTime ORDER BY a.system_id, b.since, b.id`,
  listed,
);

const rate = sql(
  "SELECT empty_at FROM smpp_rate WHERE customer_id = $customerId",
  { emptyAt: integer() },
  { lock: "FOR UPDATE" },
);
/** Guard: the first two takes of a customer are serialized by the row of one of them. */
const addRate = sql(
  "INSERT INTO smpp_rate (customer_id, empty_at) VALUES ($customerId, 0) ON CONFLICT DO NOTHING",
);
const setRate = sql("UPDATE smpp_rate SET empty_at = $emptyAt WHERE customer_id = $customerId");

/** Changes of binds, and of the rates that they share. */
export const bindScripts = {
  *begin(now: number): Steps<void> {
    yield* run(forget, { storeTime: now });
  },
  *open(bind: NewSmppBind, limit: number | undefined, now: number, asks: boolean): Steps<OpenedBind> {
    const { id, userId, process, kind, address, since, passwordHash } = bind;
    if (!(yield* has(lockAccount, { userId, passwordHash }))) return "replaced";
    yield* run(forgetOfAccount, { userId, storeTime: now });
    if (limit !== undefined) {
      let counted = yield* get(count, { userId, kind });
      if (asks && (counted?.open ?? 0) >= limit) {
        yield* run(ask, { userId, kind, storeTime: now });
        counted = yield* get(count, { userId, kind });
      }
      const { open, asked } = counted ?? { open: 0, asked: 0 };
      if (open >= limit) return asked > 0 ? "asked" : "full";
    }
    yield* run(insert, { id, userId, process, kind, address, since, storeTime: now });
    return "open";
  },
  *proven(id: string): Steps<void> {
    yield* run(proven, { id });
  },
  *close(id: string): Steps<void> {
    yield* run(close, { id });
  },
  *confirm(reports: readonly BindReport[], now: number): Steps<ConfirmedBinds> {
    const rows = reports.map(({ id, submitted, refused, throttled, delivered }) => {
      return { bind: id, submitted, refused, throttled, delivered };
    });
    const alive = (yield* all(confirm, { reports: rowsText(rows), storeTime: now })).map(({ id }) => id);
    if (alive.length === reports.length) return { alive, barred: [] };
    const others = reports.filter(({ id }) => !alive.includes(id)).map(({ id }) => ({ bind: id }));
    return { alive, barred: (yield* all(kept, { reports: rowsText(others) })).map(({ id }) => id) };
  },
  *kick(which: { readonly id: string } | { readonly systemId: string }): Steps<number> {
    if ("id" in which) return yield* run(kickOne, { id: which.id });
    return yield* run(kickAccount, { systemId: which.systemId });
  },
  *takeRate(
    customerId: number,
    parts: readonly number[],
    perSecond: number,
    now: number,
  ): Steps<readonly boolean[]> {
    yield* run(addRate, { customerId });
    const row = yield* get(rate, { customerId });
    const { grants, emptyAt } = grantsOf(row?.emptyAt, parts, perSecond, Math.floor(now * 1_000));
    if (grants.includes(true)) yield* run(setRate, { customerId, emptyAt });
    return grants;
  },
};

export function bindReads(reads: Reads): Pick<SmppStore, "binds" | "asked"> {
  return {
    binds: (now) => reads.all(list, { storeTime: now }),
    asked: async (process) => (await reads.all(askedOf, { process })).map(({ id }) => id),
  };
}
