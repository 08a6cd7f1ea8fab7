import type { CustomerSettings } from "../../domain/accounts/customer-settings.js";
import { refundPolicy, refundText } from "../../domain/outbox/ended.js";
import { wordsOf } from "./api-key-row.js";
import type { AccessState, Customer, LoginRecord } from "../../domain/accounts/accounts.js";

/** A boolean as a driver reads it: SQLite has numbers only. */
export type Flag = boolean | 0 | 1;

/** A row of the table `customer`. */
export interface CustomerRow {
  readonly id: number;
  readonly name: string;
  readonly state: AccessState;
  readonly payment: Customer["payment"];
  readonly credit_limit: number | null;
  readonly time_zone: string;
  readonly rate: number | null;
  readonly weight: number;
  readonly priority: number;
  readonly single_priority: number;
  readonly bulk_priority: number;
  readonly strict_encoding: Flag;
  readonly may_send: Flag;
  readonly interface_open: Flag;
  readonly keep_alive: Flag;
  readonly inbox_active: Flag;
  readonly ignore_password_case: Flag;
  readonly refunds: string;
  readonly low_balance: number | null;
  /** Separated by spaces. */
  readonly from_addresses: string;
}

/** The columns of `CustomerRow`, of the table under the name `c`. */
export const customerColumns = `c.id, c.name, c.state, c.payment, c.credit_limit, c.time_zone, c.rate, c.weight, c.priority,
  c.single_priority, c.bulk_priority, c.strict_encoding, c.may_send, c.interface_open, c.keep_alive, c.inbox_active, c.ignore_password_case,
  c.refunds, c.low_balance, c.from_addresses`;

export function customerOf(row: CustomerRow): Customer {
  return {
    ...{ id: row.id, name: row.name, state: row.state, payment: row.payment },
    limit: row.credit_limit ?? undefined,
    timeZone: row.time_zone,
    rate: row.rate ?? undefined,
    ...{ weight: row.weight, priority: row.priority },
    ...{ singlePriority: row.single_priority, bulkPriority: row.bulk_priority },
    strictEncoding: Boolean(row.strict_encoding),
    maySend: Boolean(row.may_send),
    interfaceOpen: Boolean(row.interface_open),
    keepAlive: Boolean(row.keep_alive),
    inboxActive: Boolean(row.inbox_active),
    ignorePasswordCase: Boolean(row.ignore_password_case),
    ...{ refunds: refundPolicy(row.refunds), lowBalance: row.low_balance ?? undefined },
    fromAddresses: wordsOf(row.from_addresses),
  };
}

/** The values of a customer's settings, by column. */
export function settingsColumns(settings: CustomerSettings) {
  return {
    time_zone: settings.timeZone,
    rate: settings.rate ?? null,
    weight: settings.weight,
    priority: settings.priority,
    single_priority: settings.singlePriority,
    bulk_priority: settings.bulkPriority,
    strict_encoding: settings.strictEncoding,
    may_send: settings.maySend,
    interface_open: settings.interfaceOpen,
    keep_alive: settings.keepAlive,
    inbox_active: settings.inboxActive,
    ignore_password_case: settings.ignorePasswordCase,
    refunds: refundText(settings.refunds),
    low_balance: settings.lowBalance ?? null,
    from_addresses: settings.fromAddresses.join(" "),
  };
}

/** Row of a log-in: `loginColumns`. */
export interface LoginRow extends CustomerRow {
  readonly user_name: string;
  readonly user_state: AccessState;
  readonly user_inbox: Flag;
  readonly password_hash: string;
  readonly folded_hash: string | null;
  readonly version: number;
}

/**
 * The columns of `LoginRow`, of a user `u` and a customer `c`. Both versions only ever grow, so their sum changes whenever one of
 * them does.
 */
export const loginColumns = `${customerColumns}, u.name AS user_name, u.state AS user_state, u.inbox_active AS user_inbox,
  u.password_hash, u.folded_hash, c.version + u.version AS version`;

export function loginOf(row: LoginRow): LoginRecord {
  return {
    customer: customerOf(row),
    user: {
      customerId: row.id,
      name: row.user_name,
      state: row.user_state,
      inboxActive: Boolean(row.user_inbox),
    },
    passwordHash: row.password_hash,
    foldedHash: row.folded_hash ?? undefined,
    version: row.version,
  };
}
