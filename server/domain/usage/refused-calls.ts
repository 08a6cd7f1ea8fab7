import { ok } from "../result-text.js";
import { dayOf } from "./usage.js";

/** Calls over HTTP that were refused, by customer, day and code of the Result. */

/** Descriptions for customers of why calls were refused: all codes of Results but `OK`. */
export const refusedWords: Readonly<Record<string, string>> = {
  "401.1": "Too many log-ins failed; programs had to wait.",
  "403.2": "The user is blocked.",
  "403.3": "The customer is blocked.",
  "403.4": "The credit is not sufficient.",
  "403.5": "The customer has no originators.",
  "404.2": "The user name, the password or the key is wrong, or the address is not allowed.",
  "600.1": "The originator is not one of the customer's.",
  "600.4": "No recipient was given.",
  "600.9": "The customer may not send at present.",
  "601.1": "The originator is longer than 11 characters.",
  "601.2": "The originator has characters that are not allowed.",
  "601.6": "The content of an MMS is missing.",
  "601.7": "The VAS-ID of an MMS is not a number.",
  "601.8": "The charged party of an MMS is not the sender.",
  "603.1": "The server was busy.",
  "603.3": "The customer or the key may not use this operation.",
  "605.6": "A parameter has a value that is not allowed.",
  "605.7": "A required parameter is missing.",
  "606.8": "A number of a recipient has more than 20 digits.",
  allRejected: "All recipients were rejected: not valid, not covered, blacklisted or opted out.",
  badDefDate: "The time of delivery is not of the form YYYYMMDDHHMMSS.",
  badEncoding: "The text has characters that its encoding does not have.",
  emptyMessage: "The message is empty.",
  inboxInactive: "The inbox is not activated.",
  noService: "The name and the URL of the service message are missing.",
  postpaidLimit: "The credit limit is exceeded.",
  refused: "Keep-alive is not activated.",
  unknownInboxOperation: "The operation of the inbox does not exist.",
  unknownTransaction: "There is no transaction with this id.",
};

/** Codes of calls whose log-in failed: anybody can name a customer, and one that does not exist. */
const loginCodes: ReadonlySet<string> = new Set(["401.1", "404.2"]);

/** Days for which counters are kept. */
export const refusedCallsKeptFor = 92;

/** A counter of refused calls, or how much it changes by. */
export interface RefusedCalls {
  readonly customerId: number;
  /** UTC, in days since the epoch. */
  readonly day: number;
  readonly code: string;
  readonly calls: number;
}

/** Counters in memory until they are stored: of log-ins that failed, and of customers that logged in. */
const most = { failed: 1_000, known: 20_000 } as const;

/** Counts refused calls. With more customers than it counts, calls of further ones are not counted. */
export class RefusedCallsTally {
  readonly #counts = { failed: new Map<string, RefusedCalls>(), known: new Map<string, RefusedCalls>() };

  /** Counts a call that a customer has made, or that was made in its name. */
  refused(customerId: number, code: string, at: number): void {
    if (code === ok || !Object.hasOwn(refusedWords, code)) return;
    this.add([{ customerId, day: dayOf(at), code, calls: 1 }]);
  }

  add(rows: readonly RefusedCalls[]): void {
    for (const { customerId, day, code, calls } of rows) {
      const kind = loginCodes.has(code) ? "failed" : "known";
      const counts = this.#counts[kind];
      const key = `${day} ${customerId} ${code}`;
      const known = counts.get(key)?.calls ?? 0;
      if (known > 0 || counts.size < most[kind])
        counts.set(key, { customerId, day, code, calls: known + calls });
    }
  }

  /** The counts so far; from now on there are none. */
  take(): readonly RefusedCalls[] {
    const { failed, known } = this.#counts;
    const rows = [...failed.values(), ...known.values()];
    failed.clear();
    known.clear();
    return rows;
  }
}
