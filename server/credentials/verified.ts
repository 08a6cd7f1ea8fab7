import { hash, randomBytes } from "node:crypto";

/**
 * Passwords that were correct, stored as keyed hashes only. Neither the key nor a hash leaves this process, so
 * prefixing the key is as safe as HMAC, at a third of its cost.
 */
export interface VerifiedLogins {
  /** Key of stored credentials. */
  keyOf(customerId: number, userName: string, password: string): string;
  /** True when they were right for this version of the log-in and the time is not over. */
  isFresh(key: string, version: number): boolean;
  /** True if they have been correct since the start, from this network. */
  isKnown(key: string, network: string): boolean;
  add(key: string, version: number, network: string): void;
  remove(key: string): void;
}

export interface VerifiedLimits {
  /** Milliseconds that a good verification holds at most without a call, and half of it at least. */
  readonly lifetime: number;
  readonly maxEntries: number;
}

interface Entry {
  readonly version: number;
  readonly until: number;
  readonly networks: Set<string>;
}

/** Networks that are stored for one password: the oldest is forgotten first. */
const maxNetworks = 100;

function remember(networks: Set<string>, network: string): Set<string> {
  networks.add(network);
  const [oldest = network] = networks;
  if (networks.size > maxNetworks) networks.delete(oldest);
  return networks;
}

export function verifiedLogins({ lifetime, maxEntries }: VerifiedLimits, now: () => number): VerifiedLogins {
  const secret = randomBytes(32).toString("hex");
  const entries = new Map<string, Entry>();
  /** The oldest entry is forgotten first. */
  const put = (key: string, entry: Entry): void => {
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value ?? "");
  };
  return {
    keyOf: (customerId, userName, password) =>
      // The length keeps name and password apart, at a tenth of the time of JSON.
      hash("sha256", `${secret}${customerId} ${userName.length} ${userName} ${password}`, "base64"),
    isFresh: (key, version) => {
      const entry = entries.get(key);
      const left = (entry?.until ?? 0) - now();
      if (entry?.version !== version || left <= 0) return false;
      if (left <= lifetime / 2) put(key, { ...entry, until: now() + lifetime });
      return true;
    },
    isKnown: (key, network) => entries.get(key)?.networks.has(network) === true,
    add: (key, version, network) => {
      const networks = remember(entries.get(key)?.networks ?? new Set(), network);
      put(key, { version, until: now() + lifetime, networks });
    },
    remove: (key) => {
      entries.delete(key);
    },
  };
}
