import { type CallLog, toGuid } from "messenger-gen-runtime";
import type { TubeAuthenticateCustomerUserInput } from "messenger-client/messages";
import type { TubeAuthenticateCustomerUserResult, TubeCustomerUserData } from "messenger-client/records";
import { ok, refusals } from "../domain/result-text.js";
import type { TubeUser } from "../domain/accounts/tube-settings.js";
import { authenticate } from "./access.js";
import type { Dependencies } from "./dependencies.js";

/** Milliseconds after which the store counts as not responding. */
const storeTime = 5_000;

/** Tells a failure after which the same call may succeed. */
function mayPass(error: unknown): boolean {
  return typeof error === "object" && error !== null && "retry" in error && error.retry === true;
}

function refused(Result: string): TubeAuthenticateCustomerUserResult {
  return { Result, IsDBTimeout: false };
}

/**
 * TubeAuthenticateCustomerUser: a log-in at the SMPP front end. `IsDBTimeout` reports a store that does not respond
 * within `time` milliseconds or fails temporarily: the front end then retries.
 */
export async function authenticateTube(
  dependencies: Dependencies,
  input: TubeAuthenticateCustomerUserInput,
  log: CallLog,
  time = storeTime,
): Promise<TubeAuthenticateCustomerUserResult> {
  const late = { Result: refusals.serverBusy, IsDBTimeout: true };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<typeof late>((resolve) => {
    timer = setTimeout(resolve, time, late);
  });
  const found = findUser(dependencies, input).catch((error: unknown) => {
    if (!mayPass(error)) throw error;
    log.error({ err: error }, "store does not answer");
    return late;
  });
  try {
    return await Promise.race([found, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function findUser(
  { credentials, store }: Dependencies,
  { user }: TubeAuthenticateCustomerUserInput,
): Promise<TubeAuthenticateCustomerUserResult> {
  const access = await authenticate(credentials, user);
  if (!access.ok) return refused(access.refusal);
  const found = await store.tube.user(access.customer.id, access.user.name);
  if (found === undefined) return refused(refusals.unknownUser);
  return { Result: ok, IsDBTimeout: false, CustomerUserData: dataOf(found, access.customer.rate) };
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
