import { scrypt } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { credentials, type CredentialsOptions } from "#server/credentials/verify.js";
import { hashPassword } from "#server/credentials/hash.js";
import { isPassword } from "#server/credentials/hash.js";
import { hashLimits } from "#server/credentials/verify.js";
import { defaultSettings } from "#server/domain/accounts/customer-settings.js";
import type { Credentials } from "#server/ports/accounts.js";
import type { LoginRecord } from "#server/domain/accounts/accounts.js";
import { addressTest } from "./address-test.js";
import { cheap } from "./cheap.js";

let hash: string;
let login: LoginRecord;
let clock: number;
let checker: Credentials;
let networks: Set<string>;
/** Arguments and effect of the calls of `replaceHash`. */
let replaced: readonly string[][];
let replace: () => Promise<void>;

beforeAll(async () => {
  hash = await hashPassword("Secret", cheap);
});

beforeEach(() => {
  clock = 0;
  replaced = [];
  replace = async () => undefined;
  login = {
    customer: {
      id: 42,
      name: "Example Ltd",
      state: "active",
      payment: "prepaid",
      limit: undefined,
      ...defaultSettings,
      heldSince: undefined,
    },
    user: { customerId: 42, name: "Ann", state: "active", inboxActive: true },
    role: undefined,
    passwordHash: hash,
    version: 1,
  };
  networks = new Set();
  checker = started();
});

/** A server that has just started, with the networks of the store. */
function started(options: Pick<CredentialsOptions, "cost"> = { cost: cheap }): Credentials {
  return credentials({
    ...options,
    addressTest,
    apiKeys: { find: async () => undefined, used: async () => undefined },
    accounts: {
      login: async (customerId, name) =>
        customerId === 42 && name.toLowerCase() === "ann" ? login : undefined,
      knowsNetwork: async (...key) => networks.has(key.join(" ").toLowerCase()),
      addNetwork: async (customerId, name, network) => {
        networks.add([customerId, name, network].join(" ").toLowerCase());
      },
      replaceHash: (...given) => {
        replaced = [...replaced, given.map(String)];
        return replace();
      },
    },
    now: () => clock,
    hashes: { ...hashLimits, waitingPerOwner: 10 },
  });
}

const kindOf = async (password: string, name = "ann", customerId = 42, address?: string): Promise<string> =>
  (await checker.verify(customerId, name, password, address)).kind;

/** Uses up the attempts of a log-in. */
async function guess(name = "ann"): Promise<void> {
  for (let count = 0; count < 10; count++) expect(await kindOf(`wrong ${count}`, name)).toBe("unknownUser");
}

/** A hash with fewer passes than a new one. */
async function outdatedOf(password: string): Promise<string> {
  const salt = Buffer.from("SodiumChloride!!");
  const options = { N: 2 ** cheap.ln, r: 8, p: 1 };
  const key = await new Promise<Buffer>((resolve, reject) => {
    scrypt(password, salt, 32, options, (error, derived) => {
      if (error === null) resolve(derived);
      else reject(error);
    });
  });
  const [saltText = "", keyText = ""] = [salt, key].map((bytes) =>
    bytes.toString("base64").replace(/=+$/u, ""),
  );
  return `$scrypt$ln=${cheap.ln},r=8,p=1$${saltText}$${keyText}`;
}

describe("a hash that takes less work than a new one", () => {
  let outdated: string;
  beforeEach(async () => {
    outdated = await outdatedOf("Secret");
    login = { ...login, passwordHash: outdated };
  });

  test("is replaced at the next successful log-in, once", async () => {
    for (let calls = 0; calls < 2; calls++) expect(await kindOf("Secret")).toBe("verified");
    expect(replaced).toEqual([["42", "Ann", outdated, expect.stringContaining("$scrypt$ln=6,r=8,p=3$")]]);
    login = { ...login, passwordHash: replaced[0]?.[3] ?? "" };
    clock += 3_601_000;
    expect([await kindOf("Secret"), await kindOf("secret")]).toEqual(["verified", "unknownUser"]);
    expect(replaced).toHaveLength(1);
  });

  test("is replaced by one of the default cost, unless configured otherwise", async () => {
    checker = started({});
    login = { ...login, passwordHash: hash };
    expect(await kindOf("Secret")).toBe("verified");
    expect(replaced).toEqual([["42", "Ann", hash, expect.stringContaining("$scrypt$ln=15,r=8,p=3$")]]);
  });

  test("stays after a wrong password", async () => {
    expect(await kindOf("secret")).toBe("unknownUser");
    expect(replaced).toEqual([]);
  });

  test("stays when the store fails; the log-in succeeds", async () => {
    replace = () => Promise.reject(new Error("busy"));
    expect(await kindOf("Secret")).toBe("verified");
    expect(replaced).toHaveLength(1);
  });

  test("is replaced where the password is compared in lower case, by a hash in lower case", async () => {
    login = { ...login, customer: { ...login.customer, ignorePasswordCase: true } };
    login = { ...login, passwordHash: hash, foldedHash: await outdatedOf("secret") };
    expect(await kindOf("SECRET")).toBe("verified");
    const [[, , found, replacement = ""] = []] = replaced;
    expect(found).toBe(login.foldedHash);
    expect(await isPassword("secret", replacement, cheap)).toBe(true);
  });
});

test("a name and a password of 4 million characters are unknown", async () => {
  const long = "É".repeat(4_000_000);
  expect([await kindOf("Secret", long), await kindOf(long)]).toEqual(["unknownUser", "unknownUser"]);
});

describe("verify", () => {
  test("returns customer and user for the correct password", async () => {
    const { customer, user } = login;
    expect(await checker.verify(42, "ANN", "Secret")).toEqual({
      kind: "verified",
      customer,
      user,
      rights: ["send", "read", "inbox", "credit"],
    });
  });

  test.each([
    { name: "wrong password", password: "secret", user: "Ann", customer: 42 },
    { name: "unknown user", password: "Secret", user: "Bob", customer: 42 },
    { name: "unknown customer", password: "Secret", user: "Ann", customer: 43 },
    { name: "impossible customer", password: "Secret", user: "Ann", customer: Number.NaN },
  ])("$name gets the same response", async ({ password, user, customer }) => {
    expect(await kindOf(password, user, customer)).toBe("unknownUser");
  });

  test("reports a block for the correct password only, at once", async () => {
    expect(await kindOf("Secret")).toBe("verified");
    login = { ...login, customer: { ...login.customer, state: "blocked" }, version: 2 };
    expect(await kindOf("Secret")).toBe("customerBlocked");
    login = { ...login, user: { ...login.user, state: "blocked" }, version: 3 };
    expect(await kindOf("Secret")).toBe("userBlocked");
    expect(await kindOf("wrong")).toBe("unknownUser");
  });

  test("refuses a replaced password at once", async () => {
    expect(await kindOf("Secret")).toBe("verified");
    login = { ...login, passwordHash: await hashPassword("Other", cheap), version: 2 };
    expect(await kindOf("Secret")).toBe("unknownUser");
    expect(await kindOf("Other")).toBe("verified");
  });

  test("does not hash a password again that is used every half an hour, but after an hour without a call", async () => {
    expect(await kindOf("Secret")).toBe("verified");
    login = { ...login, passwordHash: "no hash" };
    for (let call = 0; call < 9; call++) {
      clock += 1_800_000;
      expect(await kindOf("Secret")).toBe("verified");
    }
    clock += 3_600_000;
    expect(await kindOf("Secret")).toBe("unknownUser");
  });

  test("the cached result belongs to customer, user and password together", async () => {
    expect(await kindOf("Secret")).toBe("verified");
    expect(await kindOf("cret", "annSe")).toBe("unknownUser");
    expect(await kindOf("Secret", "nn", 42)).toBe("unknownUser");
  });
});

describe("guessing", () => {
  test.each(["ann", "nobody"])("is slowed down for %s, existing or not", async (name) => {
    await guess(name);
    expect(await kindOf("wrong again", name)).toBe("tooManyLogins");
    clock += 6_000;
    expect(await kindOf("wrong again", name)).toBe("unknownUser");
    expect(await kindOf("and again", name)).toBe("tooManyLogins");
  });

  test("does not lock out a user who has logged in before, even after the cache has expired", async () => {
    expect(await kindOf("Secret")).toBe("verified");
    await guess();
    clock += 1;
    expect(await kindOf("wrong again")).toBe("tooManyLogins");
    expect(await kindOf("Secret")).toBe("verified");
    login = { ...login, version: 2 };
    expect(await kindOf("Secret")).toBe("verified");
  });

  test("from unknown networks is as slow for a password that was correct elsewhere", async () => {
    expect(await kindOf("Secret")).toBe("verified");
    const unauthenticated = async (password: string) => kindOf(password, "ann", 42, "203.0.113.9");
    for (let count = 0; count < 10; count++)
      expect(await unauthenticated(`wrong ${count}`)).toBe("unknownUser");
    expect([await unauthenticated("wrong"), await unauthenticated("Secret")]).toEqual([
      "tooManyLogins",
      "tooManyLogins",
    ]);
    expect(await kindOf("Secret")).toBe("verified");
    clock += 6_000;
    expect(await unauthenticated("Secret")).toBe("verified");
    expect(await kindOf("Secret", "ann", 42, "192.0.2.7")).toBe("verified");
  });

  test("of one log-in does not affect another one", async () => {
    await guess("nobody");
    expect(await kindOf("Secret")).toBe("verified");
  });

  test("from another network does not lock out the owner", async () => {
    await guess();
    expect(await kindOf("Secret")).toBe("tooManyLogins");
    expect(await kindOf("Secret", "ann", 42, "192.0.2.7")).toBe("verified");
  });

  test("from all networks does not lock out the owner after a restart, in a network with an earlier log-in", async () => {
    const owner = "192.0.2.7";
    expect(await kindOf("Secret", "ann", 42, owner)).toBe("verified");
    checker = started();
    const unauthenticated = async (index: number, password: string) =>
      kindOf(password, "ann", 42, `203.0.113.${index}`);
    for (let index = 0; index < 100; index++)
      expect(await unauthenticated(index, "wrong")).toBe("unknownUser");
    expect(await unauthenticated(100, "Secret")).toBe("tooManyLogins");
    expect(await kindOf("Secret", "ann", 42, owner)).toBe("verified");
  });

  test("is also slowed down in a network from which the owner has logged in", async () => {
    expect(await kindOf("Secret", "ann", 42, "192.0.2.7")).toBe("verified");
    checker = started();
    for (let count = 0; count < 10; count++)
      expect(await kindOf(`wrong ${count}`, "ann", 42, "192.0.2.7")).toBe("unknownUser");
    expect(await kindOf("wrong", "ann", 42, "192.0.2.7")).toBe("tooManyLogins");
    expect(await kindOf("wrong", "ann", 42, "198.51.100.1")).toBe("unknownUser");
    expect([...networks]).toEqual(["42 ann 192.0.2.7"]);
  });

  test("a flood from one network leaves the others their turn, and refused calls do not count as attempts", async () => {
    const flood = Array.from({ length: 12 }, async (_, index) => kindOf("wrong", `user ${index}`));
    const busy = Array.from({ length: 20 }, async (_, index) => kindOf(`wrong ${index}`));
    const ended: string[] = [];
    const last = Promise.allSettled(flood).then(() => ended.push("flood"));
    const owner = kindOf("Secret", "ann", 42, "192.0.2.7").then((kind) => ended.push(kind));
    const results = await Promise.allSettled(busy);
    expect(results.every(({ status }) => status === "rejected")).toBe(true);
    await Promise.all([last, owner]);
    expect(ended).toEqual(["verified", "flood"]);
    await guess();
  });

  test.each([
    { name: "made-up names", keys: (index: number) => ({ user: `user ${index}`, customer: 42 }) },
    { name: "made-up customers", keys: (index: number) => ({ user: "ann", customer: 1_000 + index }) },
    { name: "the same name", keys: () => ({ user: "ann", customer: 42 }) },
  ])("is as slow while the network tries API keys of $name", async ({ keys }) => {
    let tried = 0;
    for (let round = 0; round < 10; round++) {
      while ((await kindOf(`wrong ${round} ${tried}`)) === "unknownUser") tried += 1;
      for (let index = 0; index < 11_000; index++) {
        const { user, customer } = keys(index);
        await kindOf(`mk_${"0".repeat(16)}_${"x".repeat(43)}`, user, customer);
      }
      clock += 3_000;
    }
    // Ten at once, then one every six seconds.
    expect(tried).toBe(10 + Math.floor(27_000 / 6_000));
    expect(await kindOf("Secret", "ann", 42, "192.0.2.7")).toBe("verified");
  });

  test("correct passwords do not count as attempts, however many are concurrent", async () => {
    const kinds = await Promise.all(Array.from({ length: 200 }, async () => kindOf("Secret")));
    expect(new Set(kinds)).toEqual(new Set(["verified"]));
    await guess();
  });

  test("a flood of unknown log-ins is refused as busy instead of queued without limit", async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, async (_, index) => kindOf("wrong", `user ${index}`)),
    );
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(60 - 2 - 10);
    expect(refused[0]).toMatchObject({ reason: { name: "ServiceFault", reason: "Unavailable" } });
  });
});
