import type { CallLog } from "messenger-gen-runtime";
import type { TubeAuthenticateCustomerUserInput } from "messenger-client/messages";
import { refuse, type Refused } from "../domain/refusals.js";
import type { TubeUser } from "../domain/accounts/tube-settings.js";
import { authenticate } from "./access.js";
import type { Dependencies } from "./dependencies.js";

/** Milliseconds after which the store counts as not responding. */
const storeTime = 5_000;

/** Tells a failure after which the same call may succeed. */
function mayPass(error: unknown): boolean {
  return typeof error === "object" && error !== null && "retry" in error && error.retry === true;
}

/** The log-in of a user at the SMPP front end. */
export interface TubeLogin {
  readonly ok: true;
  readonly user: TubeUser;
  /** Message parts per second; undefined without a limit. */
  readonly rate: number | undefined;
}

export type TubeOutcome = TubeLogin | Refused;

const late = refuse("serverBusy");

/**
 * TubeAuthenticateCustomerUser: a log-in at the SMPP front end. Refused as `serverBusy` if the store does not respond within `time`
 * milliseconds or fails temporarily: the front end then retries.
 */
export async function authenticateTube(
  dependencies: Dependencies,
  input: TubeAuthenticateCustomerUserInput,
  log: CallLog,
  time = storeTime,
): Promise<TubeOutcome> {
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
): Promise<TubeOutcome> {
  const access = await authenticate(credentials, user);
  if (!access.ok) return access;
  const found = await store.tube.user(access.customer.id, access.user.name);
  return found === undefined ? refuse("unknownUser") : { ok: true, user: found, rate: access.customer.rate };
}
