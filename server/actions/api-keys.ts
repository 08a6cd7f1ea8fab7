import { newApiKey } from "../credentials/api-keys.js";
import { type ApiKey, keyScopes, type KeyScope } from "../domain/accounts/api-keys.js";
import { expectDone, InvalidInput } from "../admin/refusal.js";
import { keyNameOf } from "../admin/values.js";
import { customerFilter, customerUser } from "./account-fields.js";
import { action, list, type Subject } from "./action.js";
import { choices, key, required, text } from "./fields.js";
import { keyLimits, keyRow, keyRowColumns, revoking } from "./key-fields.js";
import { described, typedUser } from "./members.js";

/** An API key as the commands print it. */
export type ApiKeyRow = ReturnType<typeof rowOf>;

const rowOf = ({ customerId, userName, ...made }: Omit<ApiKey, "hash">) => ({
  customer: customerId,
  user: userName,
  name: made.name,
  /** Start of the key, by which its owner recognizes it. */
  key: `mk_${made.id}`,
  scopes: made.scopes.join(","),
  ...keyRow(made),
});

/** Scopes in forms. */
export const scopeWords = { send: "Send messages", read: "Read statuses", inbox: "Read the inbox" };

function scopesOf(given: string): readonly KeyScope[] {
  const words = given.split(",");
  const unknown = words.find((word) => !keyScopes.some((scope) => scope === word));
  if (unknown !== undefined)
    throw new InvalidInput(
      `invalid scope ${JSON.stringify(unknown)}: use one or more of ${keyScopes.join(",")}`,
    );
  return keyScopes.filter((scope) => words.includes(scope));
}

const columns = [...(["customer", "user", "name", "key", "scopes"] as const), ...keyRowColumns];

const may = { operator: "admin", portal: "develop", identity: "recent" } as const;

/** Creates an API key for a user; recorded without the key. */
export const addApiKey = action({
  name: "key add",
  help: "Create an API key for CUSTOMER/USER and print it once. Example: messenger key add 42/api --name shop --scope send,read",
  may,
  button: "Add the key",
  done: "The key was added.",
  keys: { user: customerUser("User") },
  fields: {
    name: required(
      text("Name", "name of the key, unique for the user", { hint: "of the program" }),
      keyNameOf,
    ),
    scopes: required(
      choices("Scopes", "scopes: some of send, read, inbox, separated by commas", {
        option: "scope",
        choices: keyScopes,
        words: scopeWords,
      }),
      scopesOf,
    ),
    ...keyLimits,
  },
  members: described([...columns, "secret"]),
  run: async ({ user: { customerId, userName, typed }, ...values }, { now, recorded }) => {
    const { name, scopes, fromAddresses: ranges = [], expires } = values;
    const { id, key: secret, hash } = newApiKey();
    const scope = { scopes, fromAddresses: ranges, expiresAt: expires };
    const made = { id, hash, customerId, userName, name, ...scope, createdAt: now };
    const row = rowOf({ ...made, usedAt: undefined });
    const subject = { customer: customerId, user: userName, key: name };
    const after = { scopes: row.scopes, fromAddresses: ranges, expires: row.expires };
    const change = await recorded({ subject, after }).apiKeys.add(made);
    const user = `user ${userName}`;
    const thing = !change.ok && change.reason === "exists" ? `key ${name} of ${user}` : user;
    expectDone(change, { customerId, thing });
    return {
      row: { ...row, secret },
      text: `key ${name} of user ${typed}, not shown again: ${secret}`,
      secret: { member: "secret", title: `API key ${name}`, label: "Key" },
    };
  },
});

/** API keys of one customer, or of all. */
export const listApiKeys = list({
  name: "key list",
  help: "List API keys with their scopes, last use and end",
  may: { operator: "viewer", portal: "develop" },
  filters: { customer: customerFilter },
  columns,
  rows: async ({ customer }, { store }) => (await store.apiKeys.list(customer)).map(rowOf),
});

/** Revokes an API key: it is refused from then on. */
export const revokeApiKey = action({
  name: "key revoke",
  help: "Revoke an API key of CUSTOMER/USER",
  may,
  ...revoking,
  keys: { user: customerUser(), name: key },
  members: { ...described(["name"]), user: typedUser },
  run: async ({ user: { customerId, userName, typed }, name }, { recorded }) => {
    const { apiKeys: keys } = recorded({ subject: { customer: customerId, user: userName, key: name } });
    const change = await keys.remove(customerId, userName, name);
    const user = `user ${userName}`;
    const thing = !change.ok && change.reason === "unknownEntry" ? `key ${name} of ${user}` : user;
    expectDone(change, { customerId, thing });
    return { row: { user: typed, name }, text: `key ${name} of user ${typed} revoked` };
  },
});

/** API keys that programs use. */
export const apiKeys: Subject = {
  name: "key",
  help: "API keys that programs use in place of the password of a user",
  entries: [addApiKey, listApiKeys, revokeApiKey],
};
