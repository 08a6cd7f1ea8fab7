import type { Change } from "../../../domain/accounts/accounts.js";
import type { NewSmppAccount, SmppAccount, SmppAccountChange } from "../../../domain/smpp/accounts.js";
import type { SmppStore } from "../../../ports/smpp.js";
import { flag, namesOf, type RowOf, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { get, run, type Steps } from "../../script/steps.js";
import { bindScripts } from "./binds.js";
import { changeOf, userId, wordsOf } from "../accounts/known.js";

const settings = {
  inFlight: integer(),
  fromAddresses: text(),
  receipts: text<SmppAccount["receipts"]>(),
  receiptId: text<SmppAccount["receiptId"]>(),
  interim: flag(),
  incoming: flag(),
  alphabet: text<SmppAccount["alphabet"]>(),
  creditStatus: integer(),
  passwordHash: text(),
};
const account = { ...settings, userId: integer(), systemId: text(), customerId: integer() };
const listed = { ...account, userName: text() };
const selectAccounts = `SELECT ${namesOf(account, "a")}, u.name AS user_name
  FROM smpp_account a JOIN customer_user u ON u.id = a.user_id` as const;
const ofSystemId = sql(`${selectAccounts} WHERE a.system_id = $systemId`, listed);
const ofCustomer = sql(
  `${selectAccounts} WHERE $customerId::bigint IS NULL OR a.customer_id = $customerId ORDER BY a.system_id`,
  listed,
);
const insert = sql(
  `INSERT INTO smpp_account (user_id, customer_id, system_id, password_hash, in_flight, from_addresses, receipts, receipt_id, interim,
     incoming, alphabet, credit_status)
   VALUES ($userId, $customerId, $systemId, $passwordHash, $inFlight, $fromAddresses, $receipts, $receiptId, $interim, $incoming,
     $alphabet, $creditStatus)
   ON CONFLICT DO NOTHING`,
);
const find = sql(`SELECT ${namesOf(settings)} FROM smpp_account WHERE system_id = $systemId`, settings, {
  lock: "FOR UPDATE",
});
const update = sql(
  `UPDATE smpp_account SET in_flight = $inFlight, from_addresses = $fromAddresses, receipts = $receipts, receipt_id = $receiptId,
     interim = $interim, incoming = $incoming, alphabet = $alphabet, credit_status = $creditStatus, password_hash = $passwordHash
   WHERE system_id = $systemId`,
);
const remove = sql("DELETE FROM smpp_account WHERE system_id = $systemId");

type Settings = Omit<NewSmppAccount, "systemId" | "customerId" | "userName">;

function valuesOf({ window: inFlight, fromAddresses, ...rest }: Settings) {
  const { receipts, receiptId, interim, incoming, alphabet, creditStatus, passwordHash } = rest;
  return {
    inFlight,
    fromAddresses: fromAddresses.join(" "),
    receipts,
    receiptId,
    interim,
    incoming,
    alphabet,
    creditStatus,
    passwordHash,
  };
}

function settingsOf({ inFlight: window, fromAddresses, ...rest }: RowOf<typeof settings>): Settings {
  return { ...rest, window, fromAddresses: wordsOf(fromAddresses) };
}

/** Changes of accounts. */
export const accountScripts = {
  *add(added: NewSmppAccount): Steps<Change> {
    const { customerId, userName, systemId } = added;
    const id = yield* userId(customerId, userName);
    if (id === undefined) return yield* changeOf(false, customerId, "unknownUser");
    const rows = yield* run(insert, { ...valuesOf(added), userId: id, customerId, systemId });
    return rows > 0 ? { ok: true } : { ok: false, reason: "exists" };
  },
  *change(systemId: string, change: SmppAccountChange): Steps<boolean> {
    const before = yield* get(find, { systemId });
    if (before === undefined) return false;
    yield* run(update, { ...valuesOf({ ...settingsOf(before), ...change }), systemId });
    if (change.passwordHash !== undefined) yield* bindScripts.kick({ systemId });
    return true;
  },
  *remove(systemId: string): Steps<boolean> {
    return (yield* run(remove, { systemId })) > 0;
  },
};

function accountOf({ inFlight, fromAddresses, userId: id, ...row }: RowOf<typeof listed>): SmppAccount {
  return { ...row, userId: id, window: inFlight, fromAddresses: wordsOf(fromAddresses) };
}

export function accountReads(reads: Reads): Pick<SmppStore, "account" | "accounts"> {
  return {
    account: async (systemId) => {
      const row = await reads.get(ofSystemId, { systemId });
      return row && accountOf(row);
    },
    accounts: async (customerId) => (await reads.all(ofCustomer, { customerId })).map(accountOf),
  };
}
