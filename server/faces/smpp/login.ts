import { hash } from "node:crypto";
import { credentials } from "../../credentials/verify.js";
import { type HashCost, hashCost } from "../../credentials/hash.js";
import { type AddressTest, allowedFrom } from "../../credentials/key-login.js";
import type { BindKind, SmppAccount } from "../../domain/smpp/accounts.js";
import { mayBind, rightsOf } from "../../domain/accounts/interface-rights.js";
import type { LoginRecord } from "../../domain/accounts/accounts.js";
import type { ConnectionLimits } from "../../domain/accounts/tube-settings.js";
import type { AccountStore, AttemptStore, Credentials, TubeStore } from "../../ports/accounts.js";
import type { SmppStore } from "../../ports/smpp.js";
import type { BindRequest } from "../../networks/smpp/codec/pdu.js";
import { status } from "./statuses.js";

export interface LoginOptions {
  readonly smpp: Pick<SmppStore, "account">;
  readonly accounts: Pick<AccountStore, "login" | "knowsNetwork" | "addNetwork">;
  readonly tube: Pick<TubeStore, "user">;
  readonly attempts: AttemptStore | undefined;
  readonly addressTest: AddressTest;
  /** Cost of a comparison without a hash. */
  readonly cost?: HashCost | undefined;
  readonly now: () => number;
}

/** An account whose password was right, and the settings of its user. */
export interface LoggedIn {
  readonly account: SmppAccount;
  /** Seconds. */
  readonly validity: number;
  /** Binds of the requested kind at once; undefined without a limit. */
  readonly limit: number | undefined;
}

/** Checks a bind; a number is the command_status that refuses it. Rejects if the store or the check fails, or once the client has gone. */
export type LogIn = (
  request: BindRequest,
  address: string,
  signal: AbortSignal,
) => Promise<LoggedIn | number>;

const limitOf: Readonly<Record<BindKind, keyof ConnectionLimits>> = {
  receiver: "receivers",
  transmitter: "transmitters",
  transceiver: "transceivers",
};

/** Attempts on accounts of all customers are counted under this customer, which does not exist. */
const anyCustomer = 0;

/** Of customer, user and the password of the account: a password that was replaced is not remembered as right. */
function versionOf({ version }: LoginRecord, passwordHash: string): number {
  return version + Number.parseInt(hash("sha256", passwordHash).slice(0, 12), 16);
}

/** Verifies system_id and password as calls are verified: the password is that of the account, all else that of its user. */
function accountCredentials({
  smpp,
  accounts,
  attempts,
  addressTest,
  cost = hashCost,
  now,
}: LoginOptions): Credentials {
  return credentials({
    accounts: {
      login: async (_customer, systemId) => {
        const account = await smpp.account(systemId);
        const login = account && (await accounts.login(account.customerId, account.userName));
        if (account === undefined || login === undefined) return undefined;
        const { passwordHash } = account;
        return { ...login, passwordHash, foldedHash: undefined, version: versionOf(login, passwordHash) };
      },
      knowsNetwork: async (_customer, systemId, network) => {
        const account = await smpp.account(systemId);
        return account !== undefined && accounts.knowsNetwork(account.customerId, account.userName, network);
      },
      addNetwork: async (_customer, systemId, network, at) => {
        const account = await smpp.account(systemId);
        if (account !== undefined)
          await accounts.addNetwork(account.customerId, account.userName, network, at);
      },
      replaceHash: async () => undefined,
    },
    apiKeys: { find: async () => undefined, used: async () => undefined },
    addressTest,
    attempts,
    cost,
    now,
  });
}

/** Customer and user of an account, as they are now; the command_status of its requests if they may not use the service any more. */
export async function senderOf(
  accounts: Pick<AccountStore, "login">,
  { customerId, userName }: SmppAccount,
  kind: BindKind,
): Promise<Pick<LoginRecord, "customer" | "user"> | number> {
  const login = await accounts.login(customerId, userName);
  if (login === undefined) return status.bindFailed;
  const { customer, user, role } = login;
  const isBlocked = user.state === "blocked" || customer.state === "blocked" || !customer.interfaceOpen;
  return isBlocked || !mayBind(rightsOf(role), kind) ? status.bindFailed : { customer, user };
}

export const kindOf: Readonly<Record<BindRequest["command"], BindKind>> = {
  bind_receiver: "receiver",
  bind_transmitter: "transmitter",
  bind_transceiver: "transceiver",
};

/**
 * Makes the check of binds. An unknown system_id and a wrong password get the same response after the same time; whether an address may
 * bind is decided after the password.
 */
export function logIns(options: LoginOptions): LogIn {
  const { smpp, tube, addressTest } = options;
  const accounts = accountCredentials(options);
  const isAllowed = allowedFrom(addressTest);
  return async ({ command, systemId, password }, address, signal) => {
    // Read first: the bind opens only if the account still has this password then.
    const account = await smpp.account(systemId);
    const verification = await accounts.verify(anyCustomer, systemId, password, address, signal);
    if (verification.kind === "unknownUser") return status.password;
    if (verification.kind !== "verified") return status.bindFailed;
    if (account === undefined) return status.password;
    if (!isAllowed(account.fromAddresses, address)) return status.bindFailed;
    if (!mayBind(verification.rights, kindOf[command])) return status.bindFailed;
    const user = await tube.user(account.customerId, account.userName);
    const limit = user?.connections?.[limitOf[kindOf[command]]];
    if (limit === 0) return status.wrongState;
    return { account, validity: user?.validity ?? defaultValidity, limit };
  };
}

/** Seconds; that of a new user. */
const defaultValidity = 86_400;
