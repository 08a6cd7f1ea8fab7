import type { CountryLimit } from "../credit/country-credits.js";
import type { RefundReason } from "../credit/refunds.js";

/** Priorities of a customer. */
export interface CustomerPriorities {
  /** 0 to 255. */
  readonly priority: number;
  /** Added to the priority of messages of this kind; 0 to 255. */
  readonly singlePriority: number;
  readonly bulkPriority: number;
}

/** Settings of a customer. */
export interface CustomerSettings extends CustomerPriorities {
  /** IANA name of the time zone in which the customer writes DefDate. */
  readonly timeZone: string;
  /** Calling code of the country whose numbers the customer may send to as they are dialed inside it; undefined: international ones only. */
  readonly countryCode: string | undefined;
  /** Rate limit in messages (parts) a second, 1 to 100000; undefined without a limit. */
  readonly rate: number | undefined;
  /** Share of a link among customers of the same priority, 1 to 100. */
  readonly weight: number;
  /** Refuses a Latin text outside the GSM alphabet instead of sending it as UCS-2. */
  readonly strictEncoding: boolean;
  /** Typographic quotes, dashes, ellipses and spaces of a Latin text are replaced if it then fits the GSM alphabet. */
  readonly plainPunctuation: boolean;
  /** False: no send call is accepted (600.9). */
  readonly maySend: boolean;
  /** False: no call is accepted (603.3). */
  readonly interfaceOpen: boolean;
  /** False: KeepAlive returns that it is not activated. */
  readonly keepAlive: boolean;
  /** False: the inbox operations return that the inbox is not activated. */
  readonly inboxActive: boolean;
  /** Passwords that were set while this is true are compared without regard to case. */
  readonly ignorePasswordCase: boolean;
  /** Messages that are refunded. */
  readonly refunds: readonly RefundReason[];
  /** Credit, in thousandths, below which a problem is reported; undefined: never. */
  readonly lowBalance: number | undefined;
  /** Highest charge of a message to one recipient, in thousandths of a credit; undefined without one. */
  readonly highestPrice: number | undefined;
  /** Limits of the credits that are spent in a day on numbers of one country; empty without one. */
  readonly countryCredits: readonly CountryLimit[];
  /** Local time in which list and file sends are held, such as `21:00-08:00`; undefined without one. */
  readonly quietHours: string | undefined;
  /** Addresses and CIDR ranges from which calls are accepted, at most `maxFromAddresses`; empty for any. */
  readonly fromAddresses: readonly string[];
  /** Unusual traffic holds the customer: new sends are refused (600.9) until an operator releases it. */
  readonly holdUnusual: boolean;
  /** Note of the operators, 1 to `maxNote` characters; no caller sees it. */
  readonly note: string | undefined;
}

/** Maximum length of a note. */
export const maxNote = 500;

export const maxRate = 100_000;

/** Settings of a new customer. */
export const defaultSettings: CustomerSettings = {
  timeZone: "UTC",
  countryCode: undefined,
  rate: undefined,
  weight: 1,
  priority: 0,
  singlePriority: 0,
  bulkPriority: 0,
  strictEncoding: false,
  plainPunctuation: false,
  maySend: true,
  interfaceOpen: true,
  keepAlive: true,
  inboxActive: true,
  ignorePasswordCase: false,
  refunds: [],
  lowBalance: undefined,
  highestPrice: undefined,
  countryCredits: [],
  quietHours: undefined,
  fromAddresses: [],
  holdUnusual: false,
  note: undefined,
};
