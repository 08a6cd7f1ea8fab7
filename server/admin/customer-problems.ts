import type { SamePassword } from "../domain/accounts/portal-users.js";
import type { CreditKind } from "../domain/credit/balance.js";
import type { CountrySpent } from "../domain/credit/country-credits.js";
import { creditsText } from "../domain/credit/credit.js";
import type { WeakPassword } from "../domain/accounts/accounts.js";
import type { MisreadNumbers } from "../domain/recipients/misread.js";
import { wordsOf } from "./refusal-words.js";
import { counted } from "./values.js";

/** Problems of single customers that follow from what the store has counted. */

/** Calls of a customer that were refused today (UTC), for one reason. */
export interface RefusedFact {
  readonly customerId: number;
  readonly code: string;
  readonly calls: number;
}

/** Callbacks of a customer that its server does not accept. */
export interface FailingCallbacksFact {
  readonly customerId: number;
  readonly waiting: number;
  readonly givenUp: number;
  /** Of the latest attempt. */
  readonly failure: string;
  /** Of the first of these callbacks. */
  readonly since?: number | undefined;
}

/** An account that loses credit; amounts in thousandths. */
export interface DrainingFact {
  readonly customerId: number;
  readonly kind: CreditKind;
  readonly left: number;
  /** In the last `drainTime`. */
  readonly spent: number;
}

/** Facts about single customers; an unavailable one is absent. */
export interface CustomerFacts {
  readonly refusedCalls?: readonly RefusedFact[] | undefined;
  readonly failingCallbacks?: readonly FailingCallbacksFact[] | undefined;
  readonly draining?: readonly DrainingFact[] | undefined;
  /** Limits of credits a day by country that have refused calls today. */
  readonly limitsReached?: readonly Pick<CountrySpent, "customerId" | "country" | "refused">[] | undefined;
  readonly samePasswords?: readonly SamePassword[] | undefined;
  readonly weakPasswords?: readonly WeakPassword[] | undefined;
  /** Lists and blacklists with numbers that can only be misread. */
  readonly misread?: readonly MisreadNumbers[] | undefined;
  /** Opt-outs by numbers in national form: a row for each. */
  readonly nationalOptOuts?: readonly { readonly customerId: number; readonly count: number }[] | undefined;
}

/** Milliseconds over which the present rate of an account is counted, and those for which its credit must last. */
export const drainTime = { counted: 600_000, left: 3_600_000 } as const;

/** Refused calls of a day from which a customer is named: programs make single mistakes. */
export const leastRefused = 10;

/** What is said about a customer, behind its name. */
export interface Said {
  readonly customerId: number;
  readonly text: string;
  /** Since when, milliseconds since the epoch; undefined if that is not known. */
  readonly since?: number | undefined;
}

function byCustomer<T extends { readonly customerId: number }>(
  all: readonly T[],
): readonly (readonly [number, readonly T[]])[] {
  const ids = [...new Set(all.map(({ customerId }) => customerId))];
  return ids.map((id) => [id, all.filter(({ customerId }) => customerId === id)]);
}

/** Refused calls by customer, the most frequent reason first. */
export function refusedCalls(refused: readonly RefusedFact[]): readonly Said[] {
  return byCustomer(refused).flatMap(([customerId, facts]) => {
    const calls = facts.reduce((sum, each) => sum + each.calls, 0);
    const [most] = facts.toSorted((one, other) => other.calls - one.calls);
    if (calls < leastRefused || most === undefined) return [];
    const reason = wordsOf(most.code).replace(/\.$/u, "");
    const share = most.calls === calls ? "" : `, ${most.calls} of them`;
    return [{ customerId, text: `has ${counted(calls, "refused call")} today${share}: ${reason}` }];
  });
}

export function failingCallbacks(failing: readonly FailingCallbacksFact[]): readonly Said[] {
  return failing.map(({ customerId, waiting, givenUp, failure, since }) => {
    const parts = [
      ...(waiting === 0 ? [] : [`${waiting} tried again`]),
      ...(givenUp === 0 ? [] : [`${givenUp} given up in the last 24 hours`]),
    ];
    return { customerId, text: `does not accept its callbacks (${parts.join(", ")}): ${failure}`, since };
  });
}

/** Accounts that are empty within the hour at the present rate. */
export function drainingAccounts(draining: readonly DrainingFact[]): readonly Said[] {
  return draining.flatMap(({ customerId, kind, left, spent }) => {
    const time = spent <= 0 ? Infinity : (left / spent) * drainTime.counted;
    if (left <= 0 || time > drainTime.left) return [];
    const minutes = Math.max(1, Math.floor(time / 60_000));
    const text = `has ${creditsText(left)} ${kind} credits left, for about ${counted(minutes, "minute")} at the present rate`;
    return [{ customerId, text }];
  });
}

/** Countries whose credits of the day are spent, by customer. */
export function reachedLimits(reached: NonNullable<CustomerFacts["limitsReached"]>): readonly Said[] {
  return byCustomer(reached).map(([customerId, facts]) => {
    const countries = facts.map(({ country }) => (country === "" ? "other numbers" : `+${country}`));
    const calls = facts.reduce((sum, { refused }) => sum + refused, 0);
    const text = `has reached its credits of today for ${countries.join(", ")}: ${counted(calls, "call")} refused`;
    return { customerId, text };
  });
}

/** Users whose programs log in with the password of the portal. */
export function samePasswords(users: readonly SamePassword[]): readonly Said[] {
  return users.map(({ customerId, name, role }) => ({
    customerId,
    text: `has user ${name} (${role}) with one password for the portal and for programs, which need no one-time code`,
  }));
}

/** Users whose passwords an operator has allowed to be weak. */
export function weakPasswords(users: readonly WeakPassword[]): readonly Said[] {
  return users.map(({ customerId, name }) => ({
    customerId,
    text: `has user ${name} with a password that is short or common`,
  }));
}

/** Opt-outs by numbers in national form that are counted of one customer. */
export const mostNationals = 1_000;

/** Opt-outs by numbers whose country is not known: they may stop messages to another person. */
export function nationalOptOuts(
  all: readonly { readonly customerId: number; readonly count: number }[],
): readonly Said[] {
  return all.map(({ customerId, count }) => ({
    customerId,
    text: `has ${counted(count, "opt-out")}${count < mostNationals ? "" : " or more"} by numbers in national form, which count in every country`,
  }));
}

/** Sums the callbacks that a server refuses by customer. */
export function failingOf(
  callbacks: readonly {
    readonly customerId: number;
    readonly nextAt: number | undefined;
    readonly failure: string | undefined;
    readonly at: number;
  }[],
): readonly FailingCallbacksFact[] {
  const failed = callbacks.filter(({ failure }) => failure !== undefined);
  return byCustomer(failed).map(([customerId, all]) => {
    const waiting = all.filter(({ nextAt }) => nextAt !== undefined).length;
    const since = Math.min(...all.map(({ at }) => at));
    return { customerId, waiting, givenUp: all.length - waiting, failure: all[0]?.failure ?? "", since };
  });
}
