import type {
  AuthResult,
  AuthResult2,
  CommonResult,
  CreditPair,
  TubeAuthenticateCustomerUserResult,
  TubeCustomerUserData,
} from "messenger-client/records";
import { toGuid } from "messenger-gen-runtime";
import type { TubeUser } from "../../domain/accounts/tube-settings.js";
import type { Balance, CreditKind } from "../../domain/credit/balance.js";
import { creditText, wholeCredits } from "../../domain/credit/credit.js";
import type { Outcome } from "../../domain/refusals.js";
import { type Account, type AccountOutcome, balanceOf } from "../../operations/account.js";
import type { TubeOutcome } from "../../operations/tube.js";
import { ok, resultOf, resultText } from "./result-texts.js";

export function commonResult(outcome: Outcome, operation: string): CommonResult {
  return { Result: resultOf(outcome, operation) };
}

/** Kinds that `Credits` always names, so that no client meets an empty list or one of a single pair. */
const alwaysShown: readonly CreditKind[] = ["SMS", "MMS"];

const refusedAccount = { NetPoints: "0", Originators: [], CustomerID: -1 };

function creditOf({ customer, balances }: Account, kind: CreditKind): string {
  return creditText(customer.payment, balanceOf(balances, kind));
}

function commonFields(account: Account) {
  const { customer, originators } = account;
  return {
    Result: ok,
    NetPoints: creditOf(account, "SMS"),
    Originators: originators,
    CustomerID: customer.id,
  };
}

/** Originators and the credit for SMS and MMS. */
export function authResult(outcome: AccountOutcome, operation: string): AuthResult {
  if (outcome.ok)
    return {
      CreditSMS: creditOf(outcome, "SMS"),
      CreditMMS: creditOf(outcome, "MMS"),
      ...commonFields(outcome),
    };
  return { ...refusedAccount, Result: resultText(outcome.refusal, operation), CreditSMS: "", CreditMMS: "" };
}

/** Originators and the credit of every kind, in numbers also for postpaid customers. */
export function authResult2(outcome: AccountOutcome, operation: string): AuthResult2 {
  if (outcome.ok) return { Credits: creditPairs(outcome.balances), ...commonFields(outcome) };
  return { ...refusedAccount, Result: resultText(outcome.refusal, operation), Credits: [] };
}

function creditPairs(balances: readonly Balance[]): CreditPair[] {
  const kinds = new Set([...alwaysShown, ...balances.map(({ kind }) => kind)]);
  return [...kinds].map((kind) => ({ Type: kind, Value: wholeCredits(balanceOf(balances, kind)) }));
}

/** `IsDBTimeout`: the store did not respond, and the front end retries. */
export function tubeResult(outcome: TubeOutcome, operation: string): TubeAuthenticateCustomerUserResult {
  if (outcome.ok)
    return { Result: ok, IsDBTimeout: false, CustomerUserData: dataOf(outcome.user, outcome.rate) };
  const { refusal } = outcome;
  return { Result: resultText(refusal, operation), IsDBTimeout: refusal.name === "serverBusy" };
}

function dataOf(user: TubeUser, rate: number | undefined): TubeCustomerUserData {
  const { connections } = user;
  return {
    CustomerUUID: toGuid(user.customerUuid),
    CustomerUserSeqID: user.userNumber,
    CustomerUserUUID: toGuid(user.userUuid),
    CustomerPriority: user.customerPriority,
    CustomerUserPriority: user.userPriority,
    DefaultProviderID: toGuid(user.defaultProvider),
    MPS: rate ?? null,
    MessageValidity: user.validity,
    PowerAdsSignatureTransporter: user.powerAds,
    SmppConnLimits: connections && {
      RX: connections.receivers,
      TX: connections.transmitters,
      TRX: connections.transceivers,
    },
  };
}
