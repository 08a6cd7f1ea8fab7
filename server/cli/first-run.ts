import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { addCredit } from "../admin/credits.js";
import { occasionAt } from "./occasion.js";
import { addCustomer } from "../admin/customers.js";
import { addOriginator } from "../admin/originators.js";
import { addUser } from "../admin/users.js";
import { serveSettings } from "../config/config.js";
import { serveDefaults } from "../config/defaults.js";
import { openStore } from "../storage/index.js";
import { serveUntilStopped } from "./run-server.js";

/** The customer of a fresh database. */
const first = { customer: "42", name: "Demo", user: "demo", originator: "Shop", credit: "1000" } as const;

export interface FirstRunOptions {
  readonly database: string;
  readonly port: string;
  /** Print one line of JSON instead of text. */
  readonly json: boolean;
}

/** Serves `database` on this machine; a database without customers gets one, and its password is printed. */
export async function serveForTryingOut(
  { database, port, json }: FirstRunOptions,
  print: (text: string) => void,
): Promise<void> {
  await serveUntilStopped(
    async () => serveSettings({ ...serveDefaults, database, port }),
    async (url) => {
      const password = await createFirstCustomer(database);
      if (json)
        print(`${JSON.stringify({ url, customer: Number(first.customer), user: first.user, password })}\n`);
      else if (password === undefined) print(laterRun(url));
      else print(firstRun(url, password, join(folderOf(database), "answer.xml")));
    },
  );
}

/** The folder of the database; that of the command where the database is on a server. */
function folderOf(database: string): string {
  const path = /^sqlite:(.+)$/su.exec(database)?.[1];
  return path === undefined ? "." : dirname(path);
}

/** Returns the password of the first user; undefined when there were customers already. */
async function createFirstCustomer(database: string): Promise<string | undefined> {
  const store = await openStore(database);
  try {
    if ((await store.accounts.customers()).length > 0) return undefined;
    const password = randomBytes(12).toString("base64url");
    const { customer, name, user, originator, credit } = first;
    const setup = occasionAt(await store.processes.time());
    await addCustomer(store, { id: customer, name, postpaid: false, limit: undefined }, setup);
    await addUser(store, { customer, name: user, password }, setup);
    await addOriginator(store, customer, originator, setup);
    await addCredit(store, { customer, kind: "SMS", amount: credit }, setup);
    return password;
  } finally {
    await store.close();
  }
}

function firstRun(url: string, password: string, answer: string): string {
  const login = `-d customerID=${first.customer} -d userName=${first.user} -d userPassword=${password}`;
  const message =
    `-d originator=${first.originator} -d smsText=Hello -d recipientPhone=12025550101 -d messageType=Latin ` +
    `-d blink=false -d flash=false -d Private=false`;
  const id = `$(sed -n 's:.*<TransactionID>\\(.*\\)</TransactionID>.*:\\1:p' ${answer})`;
  return `Messenger listens at ${url}

Customer ${first.customer}, user ${first.user}, password ${password} (shown only this once),
originator ${first.originator}, ${first.credit} credits.

Send a message:
  curl -s ${url}/HTTP_SendSms ${login} ${message} | tee ${answer}

Read its status:
  curl -s ${url}/HTTP_GetSmsStatus ${login} -d "transactionID=${id}" -d detailed=true

Nothing leaves this machine: the loopback gateway confirms every message by itself. Stop with Ctrl-C.
`;
}

function laterRun(url: string): string {
  return `Messenger listens at ${url}

Passwords are printed once, when they are created. To add a user:
  echo "a password" | npx messenger user add CUSTOMER NAME --password-stdin

Nothing leaves this machine: the loopback gateway confirms every message by itself. Stop with Ctrl-C.
`;
}
