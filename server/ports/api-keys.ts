import type { Change } from "../domain/accounts/accounts.js";
import type { ApiKey, NewApiKey } from "../domain/accounts/api-keys.js";

/** API keys of users. Names of users are compared without regard to case. */
export interface ApiKeyStore {
  /** May be kept in memory, as a log-in: a change by another process counts a moment later. */
  find(id: string): Promise<ApiKey | undefined>;
  /** In the order of customers and users, the oldest first. */
  list(customerId?: number): Promise<readonly ApiKey[]>;
  /** `exists` when the user has a key of that name. */
  add(key: NewApiKey): Promise<Change>;
  /** `unknownEntry` when the user has no key of that name. */
  remove(customerId: number, userName: string, name: string): Promise<Change>;
  /** Records a use. */
  used(id: string, at: number): Promise<void>;
}
