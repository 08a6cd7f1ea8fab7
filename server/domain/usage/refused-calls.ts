import type { Outcome, RefusalName } from "../refusals.js";
import { dayOf } from "./usage.js";

/** Calls over HTTP that were refused, by customer, day and code of the refusal. */

/** What the result of a call that succeeded is in log and metrics. */
export const okCode = "OK";

/** Codes of refusals in log, metrics and counters, which are stored. `docs/reference/result-texts.md` has those that are names. */
export const refusalCodes: Readonly<Record<RefusalName, string>> = {
  tooManyLogins: "401.1",
  userBlocked: "403.2",
  customerBlocked: "403.3",
  insufficientCredit: "403.4",
  noOriginators: "403.5",
  unknownUser: "404.2",
  unknownOriginator: "600.1",
  noPhone: "600.4",
  sendingOff: "600.9",
  originatorTooLong: "601.1",
  originatorBadCharacters: "601.2",
  noMmsData: "601.6",
  vasIdNotNumeric: "601.7",
  chargedPartyNotSender: "601.8",
  serverBusy: "603.1",
  stillRunning: "603.1",
  interfaceClosed: "603.3",
  incorrectParameter: "605.6",
  missingParameter: "605.7",
  numberTooLong: "606.8",
  allRejected: "allRejected",
  badDefDate: "badDefDate",
  badEncoding: "badEncoding",
  emptyMessage: "emptyMessage",
  inboxInactive: "inboxInactive",
  keepAliveOff: "refused",
  noService: "noService",
  postpaidLimit: "postpaidLimit",
  countryLimit: "countryLimit",
  priceTooHigh: "priceTooHigh",
  unknownInboxOperation: "unknownInboxOperation",
  unknownTransaction: "unknownTransaction",
};

/** The code of the outcome of a call. */
export function codeOf(outcome: Outcome): string {
  return outcome.ok ? okCode : refusalCodes[outcome.refusal.name];
}

/** All codes; the counters have no others. */
const codes: ReadonlySet<string> = new Set(Object.values(refusalCodes));

/** Codes of calls whose log-in failed: anybody can name a customer, and one that does not exist. */
const loginCodes: ReadonlySet<string> = new Set([refusalCodes.tooManyLogins, refusalCodes.unknownUser]);

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
    if (!codes.has(code)) return;
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
