import type { Change } from "../../domain/accounts/accounts.js";
import type { NewApiKey } from "../../domain/accounts/api-keys.js";
import type { ApiKeyStore } from "../../ports/api-keys.js";
import type { Caller } from "./calls.js";

/** Changes of API keys. */
export interface ApiKeyWrites {
  addApiKey(key: NewApiKey): Change;
  removeApiKey(input: {
    readonly customerId: number;
    readonly userName: string;
    readonly name: string;
  }): Change;
  useApiKey(input: { readonly id: string; readonly at: number }): null;
}

/** The writing half of the port, by the calls of a writer. */
export function apiKeyCalls(writer: Caller<ApiKeyWrites>) {
  return {
    add: (key) => writer.call("addApiKey", key),
    remove: (customerId, userName, name) => writer.call("removeApiKey", { customerId, userName, name }),
    used: async (id, at) => {
      await writer.call("useApiKey", { id, at });
    },
  } satisfies Partial<ApiKeyStore>;
}
