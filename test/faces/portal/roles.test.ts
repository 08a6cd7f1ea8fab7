import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { MessageType, MessengerClient, ServiceTypes } from "messenger-client";
import { nodeTransport } from "messenger-gen-runtime/node";
import { machine } from "#server/actions/rights.js";
import { setPassword } from "#server/actions/users.js";
import { newApiKey } from "#server/credentials/api-keys.js";
import { hashPassword } from "#server/credentials/hash.js";
import { keyScopes } from "#server/domain/accounts/api-keys.js";
import { portalRoles } from "#server/domain/accounts/portal-users.js";
import { resultTexts } from "#server/faces/contract/result-texts.js";
import { defaultSmppSettings } from "#server/domain/smpp/accounts.js";
import { outcomeOf } from "../console/console-server.js";
import { cheap } from "../../credentials/cheap.js";
import { eventually } from "../../eventually.js";
import { account, submitSm, TestClient } from "../smpp/test-client.js";
import { giveRole } from "./give-role.js";
import { newBrowser, own, password, type PortalServer, startPortal } from "./portal-server.js";

const programs = "password of programs";

/** Users by what they are: the name of each is its role; `api` has none. */
const users = [...portalRoles, "api"] as const;
type Name = (typeof users)[number];

let portal: PortalServer;
let programHash: string;
const keys = new Map<string, string>();

beforeAll(async () => {
  portal = await startPortal({ smpp: { host: "127.0.0.1", port: 0 } });
  await portal.store.accounts.addCredit(own, "SMS", 1_000_000, Date.now());
  programHash = await hashPassword(programs, cheap);
  const passwordHash = await hashPassword(account.password, cheap);
  for (const userName of users) {
    const { key, ...made } = newApiKey();
    keys.set(userName, key);
    await portal.store.apiKeys.add({
      ...{ ...made, customerId: own, userName, name: "all", scopes: keyScopes },
      ...{ fromAddresses: [], expiresAt: undefined, createdAt: 0 },
    });
    const smpp = { ...defaultSmppSettings, passwordHash, systemId: userName };
    await portal.store.smpp.add({ ...smpp, userName, customerId: own });
  }
});
afterAll(() => portal.close());

const setProgramPassword = (name: string, passwordHash = programHash) =>
  portal.store.accounts.setPassword(own, name, { passwordHash });

const soap = ["soap11", "soap12"] as const;
const forms = ["httpGet", "httpPost"] as const;
type Face = (typeof soap)[number] | (typeof forms)[number] | "json";

/** What a response says about the caller's access. */
function accessOf(result: string | undefined): "yes" | "no" | "unknown" | "slow" {
  if (result === resultTexts.unknownUser) return "unknown";
  if (result === resultTexts.tooManyLogins) return "slow";
  return result === resultTexts.interfaceClosed ? "no" : "yes";
}

const message = { originator: "Shop", smsText: "Hello", recipientPhone: "12025550101" } as const;
const calls = ["send", "read", "inbox", "credit"] as const;
type Call = (typeof calls)[number];

/** The result in the content of an inbox, as a SOAP client gets it. */
const contentResult = (content: unknown): string | undefined =>
  /"result".*?"children":\["([^"]*)"/u.exec(JSON.stringify(content))?.[1];

/** The same in its text. */
const textResult = (text: string): string | undefined => /"result":\s*"([^"]*)"/u.exec(text)?.[1];

const sms = {
  ...message,
  messageType: MessageType.Latin,
  deferDate: null,
  blink: false,
  flash: false,
  Private: false,
};
const transactionID = "019e1f2a-7000-7000-8000-000000000001";
const stats = { operation: "stats", messageId: "" };
const client = () => new MessengerClient({ transport: nodeTransport({ url: portal.server.url }) });

async function overSoap(binding: (typeof soap)[number], call: Call, Name: string, Password: string) {
  const user = { CustomerID: own, Name, Password };
  const results = {
    send: () => client().sendSms({ user, ...sms }, { binding }),
    read: () => client().getSmsStatus({ user, transactionID, detailed: false }, { binding }),
    inbox: async () => ({
      Result: contentResult(await client().inboxProcessing({ user, ...stats }, { binding })),
    }),
    credit: () => client().authenticate({ user }, { binding }),
  };
  return (await results[call]()).Result;
}

async function overForms(
  binding: (typeof forms)[number],
  call: Call,
  userName: string,
  userPassword: string,
) {
  const login = { customerID: own, userName, userPassword };
  const results = {
    send: () => client().httpSendSms({ ...login, ...sms }, { binding }),
    read: () => client().httpGetSmsStatus({ ...login, transactionID, detailed: false }, { binding }),
    inbox: async () => ({
      Result: textResult(await client().httpJsonInboxProcessing({ ...login, ...stats }, { binding })),
    }),
    credit: () => client().httpAuthenticate(login, { binding }),
  };
  return (await results[call]()).Result;
}

async function overJson(call: Call, authorization: string): Promise<number> {
  const paths = { send: "/messages", read: "/lists", inbox: "/inbox/counts", credit: "/account" };
  const body = JSON.stringify({ ...message, messageType: "Latin" });
  const headers = {
    authorization,
    "content-type": "application/json",
    "idempotency-key": String(Math.random()),
  };
  const origin = new URL(portal.server.url).origin;
  const response = await fetch(
    `${origin}/v1${paths[call]}`,
    call === "send" ? { method: "POST", headers, body } : { headers },
  );
  await response.arrayBuffer();
  return response.status;
}

const jsonAccess = (status: number) =>
  status === 401 ? "unknown" : status === 403 ? "no" : status === 429 ? "slow" : "yes";

async function access(face: Face, call: Call, name: string, given: string, isKey = false) {
  if (face === "soap11" || face === "soap12") return accessOf(await overSoap(face, call, name, given));
  if (face !== "json") return accessOf(await overForms(face, call, name, given));
  const basic = Buffer.from(`${own}/${name}:${given}`).toString("base64");
  return jsonAccess(await overJson(call, isKey ? `Bearer ${given}` : `Basic ${basic}`));
}

const all = { send: "yes", read: "yes", inbox: "yes", credit: "yes" } as const;

/** What each user may do with a password of programs, and with a key of all scopes. */
const wanted: Readonly<Record<Name, Readonly<Record<Call, string>>>> = {
  owner: all,
  developer: all,
  finance: { send: "no", read: "no", inbox: "no", credit: "yes" },
  reader: { send: "no", read: "yes", inbox: "yes", credit: "yes" },
  api: all,
};

const none = { send: "unknown", read: "unknown", inbox: "unknown", credit: "unknown" };

async function accessBy(face: Face, name: string, given: string, isKey = false) {
  const results: Record<string, string> = {};
  for (const call of calls) results[call] = await access(face, call, name, given, isKey);
  return results;
}

describe.each([...soap, ...forms, "json"] as const)("over %s", (face) => {
  test("the password of the portal opens nothing", async () => {
    const passwordHash = await hashPassword(password, cheap);
    const user = `person ${face}`;
    await giveRole(portal.store, { customerId: own, user, role: "owner", passwordHash }, Date.now());
    expect(await accessBy(face, user, password)).toEqual(none);
  });

  test.each(users)("%s may do with a password and a key what the role permits", async (name) => {
    await setProgramPassword(name);
    expect(await accessBy(face, name, programs)).toEqual(wanted[name]);
    expect(await accessBy(face, name, keys.get(name) ?? "", true)).toEqual(wanted[name]);
  });
});

describe("TubeAuthenticateCustomerUser and SMPP", () => {
  const tube = async (Name: string) => {
    const user = { CustomerID: own, Name, Password: programs };
    const input = { user, serviceType: ServiceTypes.SMPP_TRANSMITTER };
    return (await client().tubeAuthenticateCustomerUser(input)).Result;
  };
  const bind = async (
    systemId: string,
    command: "bind_receiver" | "bind_transmitter" | "bind_transceiver",
  ) => {
    const bound = await TestClient.bind(portal.server.smppPort ?? 0, { systemId, command });
    bound.client.close();
    return bound.status;
  };

  test.each<{ name: Name; binds: readonly number[]; result: string }>([
    { name: "owner", binds: [0, 0, 0], result: "OK" },
    { name: "developer", binds: [0, 0, 0], result: "OK" },
    { name: "finance", binds: [0x0d, 0x0d, 0x0d], result: resultTexts.interfaceClosed },
    { name: "reader", binds: [0, 0x0d, 0x0d], result: resultTexts.interfaceClosed },
    { name: "api", binds: [0, 0, 0], result: "OK" },
  ])("$name", async ({ name, binds, result }) => {
    await setProgramPassword(name);
    expect(await tube(name)).toBe(result);
    expect([
      await bind(name, "bind_receiver"),
      await bind(name, "bind_transmitter"),
      await bind(name, "bind_transceiver"),
    ]).toEqual(binds);
  });

  test("another role refuses the requests of bound clients at once, and closes them", async () => {
    const bound = { systemId: "developer", command: "bind_transceiver" } as const;
    const { client: bind } = await TestClient.bind(portal.server.smppPort ?? 0, bound);
    expect((await bind.request(submitSm())).status).toBe(0);
    await portal.store.portal.setRole(own, "developer", "reader", "operator", Date.now());
    // With PostgreSQL the change is seen half a second later at most; the session may end before the next request.
    const statuses: number[] = [];
    while (!bind.closed) {
      const response = await bind.request(submitSm()).catch(() => undefined);
      if (response !== undefined && response.status !== statuses.at(-1)) statuses.push(response.status);
    }
    expect([[], [0], [0x0d], [0, 0x0d]]).toContainEqual(statuses);
    await portal.store.portal.setRole(own, "developer", "developer", "operator", Date.now());
  });
});

/** Outcome of a log-in at the portal. */
async function logIn(name: string, given: string): Promise<ReturnType<typeof outcomeOf>> {
  const browser = newBrowser(portal.origin);
  await browser.get("/log-in");
  return outcomeOf(await browser.post("/log-in", { customer: String(own), name, password: given }));
}

describe("two passwords of a user", () => {
  test("an invitation leaves the one of the programs, and gives the portal its own", async () => {
    await portal.store.accounts.addUser({ customerId: own, name: "shop", passwordHash: programHash }, 0);
    const passwordHash = await hashPassword(password, cheap);
    const invited = { customerId: own, user: "shop", role: "developer", passwordHash } as const;
    await giveRole(portal.store, invited, Date.now());
    expect(await accessBy("soap11", "shop", programs)).toEqual(all);
    expect(await accessBy("soap11", "shop", password)).toEqual(none);
    expect([await logIn("shop", password), await logIn("shop", programs)]).toEqual(["done", "refused"]);
  });

  test("an owner gives and removes that of the programs in the portal; a reader cannot", async () => {
    const passwordHash = await hashPassword(password, cheap);
    const invited = { customerId: own, user: "kim", role: "reader", passwordHash } as const;
    await giveRole(portal.store, invited, Date.now());
    const reader = await portal.logIn("reader");
    const fields = { name: "kim", password: "chosen for kim" };
    expect((await reader.post("/users/password", fields)).status).toBe(403);
    const owner = await portal.logIn("owner");
    expect((await owner.post("/users/password", fields)).status).toBe(303);
    expect(await access("json", "credit", "kim", fields.password)).toBe("yes");
    expect(await logIn("kim", password)).toBe("done");
    expect((await owner.get("/users")).text).toContain("a password of their own");
    const removal = { customer: String(own), name: "kim", none: "on" };
    const root = { name: "root", source: "test" };
    await setPassword.run(portal.store, removal, { by: root, now: 0, caller: machine });
    await eventually(async () => (await access("json", "credit", "kim", fields.password)) === "unknown");
    expect(await logIn("kim", password)).toBe("done");
  });
});

describe("a user has one limit of attempts", () => {
  test.each([
    { name: "the interfaces, then the portal", first: "json", user: "own1" },
    { name: "the portal, then the interfaces", first: "portal", user: "own2" },
  ])("$name", async ({ first, user }) => {
    const hash = await hashPassword(password, cheap);
    await giveRole(portal.store, { customerId: own, user, role: "reader", passwordHash: hash }, Date.now());
    const wrong = (at: number) =>
      first === "json" ? access("json", "credit", user, `wrong ${at}`) : logIn(user, `wrong ${at}`);
    for (let at = 0; at < 10; at++) expect(await wrong(at)).toBe(first === "json" ? "unknown" : "refused");
    expect(await logIn(user, password)).toBe("slowed");
    expect(await access("json", "credit", user, "another")).toBe("slow");
    expect(await access("soap12", "credit", user, "another")).toBe("slow");
  });
});
