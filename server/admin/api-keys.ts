import { newApiKey } from "../credentials/api-keys.js";
import { type ApiKey, keyScopes, type KeyScope } from "../domain/accounts/api-keys.js";
import type { Store } from "../ports/store.js";
import type { Occasion } from "./occasion.js";
import { expectDone, fieldOf, inField, InvalidInput } from "./refusal.js";
import { addressRangesOf, customerIdOf, customerUserOf, expiryOf, keyNameOf } from "./values.js";

type Keys = Pick<Store, "apiKeys" | "recording">;

/** An API key as the commands print it. */
export interface ApiKeyRow {
  readonly customer: number;
  readonly user: string;
  readonly name: string;
  /** Start of the key, by which its owner recognizes it. */
  readonly key: string;
  /** Separated by commas. */
  readonly scopes: string;
  readonly fromAddresses: readonly string[];
  /** ISO 8601, UTC; null without an expiry. */
  readonly expires: string | null;
  /** ISO 8601, UTC, exact to a minute; null if it was never used. */
  readonly used: string | null;
  readonly created: string;
}

/** A new key; it is not shown again. */
export interface NewApiKeyRow extends ApiKeyRow {
  readonly secret: string;
}

export interface ApiKeyInput {
  /** CUSTOMER/USER. */
  readonly user: string;
  readonly name: string;
  /** Separated by commas. */
  readonly scope: string;
  readonly expires?: string | undefined;
  readonly fromAddress?: readonly string[] | undefined;
}

const isoTime = (at: number): string => new Date(at).toISOString();

function rowOf(key: Omit<ApiKey, "hash">): ApiKeyRow {
  const { customerId: customer, userName: user, name, id, scopes, fromAddresses } = key;
  return {
    customer,
    user,
    name,
    key: `mk_${id}`,
    scopes: scopes.join(","),
    fromAddresses,
    expires: key.expiresAt === undefined ? null : isoTime(key.expiresAt),
    used: key.usedAt === undefined ? null : isoTime(key.usedAt),
    created: isoTime(key.createdAt),
  };
}

function scopesOf(text: string): readonly KeyScope[] {
  const words = text.split(",");
  const unknown = words.find((word) => !keyScopes.some((scope) => scope === word));
  if (unknown !== undefined)
    throw new InvalidInput(
      `invalid scope ${JSON.stringify(unknown)}: use one or more of ${keyScopes.join(",")}`,
    );
  return keyScopes.filter((scope) => words.includes(scope));
}

/** Creates an API key for a user; recorded without the key. @throws Refusal */
export async function addApiKey(
  store: Keys,
  input: ApiKeyInput,
  { by: actor, now: at }: Occasion,
): Promise<NewApiKeyRow> {
  const { id, key, hash } = newApiKey();
  const made = {
    id,
    hash,
    ...customerUserOf(input.user),
    name: inField("name", () => keyNameOf(input.name)),
    scopes: inField("scope", () => scopesOf(input.scope)),
    fromAddresses: inField("addresses", () => addressRangesOf(input.fromAddress ?? [])),
    expiresAt: fieldOf("expires", input.expires, (text) => expiryOf(text, at)),
    createdAt: at,
  };
  const { customerId, userName } = made;
  const user = `user ${userName}`;
  const row = rowOf({ ...made, usedAt: undefined });
  const { scopes, fromAddresses, expires } = row;
  const subject = { customer: customerId, user: userName, key: made.name };
  const after = { scopes, fromAddresses, expires };
  const change = await store.recording({ at, actor, action: "key add", subject, after }).apiKeys.add(made);
  const thing = !change.ok && change.reason === "exists" ? `key ${made.name} of ${user}` : user;
  expectDone(change, { customerId, thing });
  return { ...row, secret: key };
}

/** API keys of one customer, or of all. @throws Refusal */
export async function listApiKeys(
  { apiKeys }: Pick<Keys, "apiKeys">,
  customer?: string,
): Promise<readonly ApiKeyRow[]> {
  return (await apiKeys.list(customer === undefined ? undefined : customerIdOf(customer))).map(rowOf);
}

/** Revokes an API key: it is refused from then on; recorded. @throws Refusal */
export async function revokeApiKey(
  store: Keys,
  { user: text, name }: { readonly user: string; readonly name: string },
  { by: actor, now: at }: Occasion,
): Promise<void> {
  const { customerId, userName } = customerUserOf(text);
  const subject = { customer: customerId, user: userName, key: name };
  const { apiKeys } = store.recording({ at, actor, action: "key revoke", subject });
  const change = await apiKeys.remove(customerId, userName, name);
  const user = `user ${userName}`;
  const thing = !change.ok && change.reason === "unknownEntry" ? `key ${name} of ${user}` : user;
  expectDone(change, { customerId, thing });
}
