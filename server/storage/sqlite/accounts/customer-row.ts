import type { CustomerSettings } from "../../../domain/accounts/customer-settings.js";
import type { SqlValue } from "../engine/database.js";
import type { AccessState, Customer } from "../../../domain/accounts/accounts.js";

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
  readonly strict_encoding: number;
  readonly may_send: number;
  readonly interface_open: number;
  readonly keep_alive: number;
  readonly inbox_active: number;
  readonly ignore_password_case: number;
}

/** The columns of `CustomerRow`, of the table under the name `c`. */
export const customerColumns = `c.id, c.name, c.state, c.payment, c.credit_limit, c.time_zone, c.rate, c.weight, c.priority,
  c.single_priority, c.bulk_priority, c.strict_encoding, c.may_send, c.interface_open, c.keep_alive, c.inbox_active, c.ignore_password_case`;

export function customerOf(row: CustomerRow): Customer {
  return {
    ...{ id: row.id, name: row.name, state: row.state, payment: row.payment },
    limit: row.credit_limit ?? undefined,
    timeZone: row.time_zone,
    rate: row.rate ?? undefined,
    ...{ weight: row.weight, priority: row.priority },
    ...{ singlePriority: row.single_priority, bulkPriority: row.bulk_priority },
    strictEncoding: row.strict_encoding === 1,
    maySend: row.may_send === 1,
    interfaceOpen: row.interface_open === 1,
    keepAlive: row.keep_alive === 1,
    inboxActive: row.inbox_active === 1,
    ignorePasswordCase: row.ignore_password_case === 1,
  };
}

/** The values of a customer's settings as the columns hold them. */
export function settingsColumns(settings: CustomerSettings): Readonly<Record<string, SqlValue>> {
  return {
    time_zone: settings.timeZone,
    rate: settings.rate ?? null,
    weight: settings.weight,
    priority: settings.priority,
    single_priority: settings.singlePriority,
    bulk_priority: settings.bulkPriority,
    strict_encoding: Number(settings.strictEncoding),
    may_send: Number(settings.maySend),
    interface_open: Number(settings.interfaceOpen),
    keep_alive: Number(settings.keepAlive),
    inbox_active: Number(settings.inboxActive),
    ignore_password_case: Number(settings.ignorePasswordCase),
  };
}
