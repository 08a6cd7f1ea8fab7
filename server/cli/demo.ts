import { dirname, join } from "node:path";
import { serveSettings } from "../config/config.js";
import type { DeliverySetup } from "../config/config-file.js";
import { demoName, type DemoPasswords, visitor } from "../demo/accounts.js";
import { DemoNetworks, prepareDemo } from "../demo/demo.js";
import { simulatedNumbers } from "../demo/outcomes.js";
import { sendNowAndThen } from "../demo/traffic.js";
import { jsonPath } from "../faces/json/path.js";
import { operatorAt } from "./operator.js";
import { serveUntilStopped } from "./run-server.js";
import { print, Progress } from "./terminal.js";

export interface DemoOptions {
  readonly database: string;
  readonly port: string;
  /** Print one line of JSON instead of text. */
  readonly json: boolean;
}

/** Addresses and log-ins of a demo that runs. */
interface Running {
  readonly url: string;
  readonly console: string;
  readonly portal: string;
  readonly passwords: DemoPasswords;
  readonly database: string;
}

/** Serves the demo until SIGINT or SIGTERM. @throws Refusal, StoreError or SettingError when it cannot start */
export async function serveDemo({ database, port, json }: DemoOptions): Promise<void> {
  const behind = (step: number): string => (port === "0" ? "0" : String(Number(port) + step));
  const listeners = { admin: behind(1), portal: behind(2) };
  const settings = serveSettings({ database, port, ...listeners, logLevel: "error" });
  const networks = await DemoNetworks.listen();
  const stopped = new AbortController();
  let traffic: Promise<void> | undefined;
  try {
    const passwords = await prepared(database, networks.setup, json);
    await serveUntilStopped(
      async () => ({ ...settings, delivery: networks.setup }),
      (url, _roles, { console = "", portal = "" }) => {
        const running = { url, console, portal, passwords, database };
        print(json ? `${JSON.stringify(jsonOf(running))}\n` : textOf(running));
        traffic = sendNowAndThen(url, passwords.sender, stopped.signal);
      },
    );
    if (!json) print(`Stopped. npm start goes on with the same data.\n`);
  } finally {
    stopped.abort();
    await traffic;
    await networks.close();
  }
}

async function prepared(database: string, setup: DeliverySetup, json: boolean): Promise<DemoPasswords> {
  let progress: Progress | undefined;
  const report = (share: number): void => {
    progress ??= new Progress("Making a week of traffic", !json);
    progress.show(share);
  };
  try {
    return await prepareDemo(database, { setup, operatorAt, report });
  } finally {
    progress?.end();
  }
}

function jsonOf({ url, console, portal, passwords }: Running) {
  return {
    url,
    json: jsonUrl(url),
    wsdl: `${url}?wsdl`,
    console,
    portal,
    customer: visitor.id,
    user: demoName,
    password: passwords.visitor,
    key: passwords.key,
    operator: demoName,
    operatorPassword: passwords.operator,
  };
}

function jsonUrl(url: string): string {
  return new URL(jsonPath, url).href;
}

/** The folder of the database; that of the command where the database is on a server. */
function folderOf(database: string): string {
  const path = /^sqlite:(.+)$/su.exec(database)?.[1];
  return path === undefined ? "." : dirname(path);
}

function numbersText(): string {
  const ending = (number: number): string => String(number).padStart(2, "0");
  return simulatedNumbers
    .map(({ from, to, words }) => {
      const range = from === to ? ending(from) : `${ending(from)}-${ending(to)}`;
      return `  ${`120255501${range}`.padEnd(16)}${words}`;
    })
    .join("\n");
}

function textOf({ url, console, portal, passwords, database }: Running): string {
  const response = join(folderOf(database), "response.xml");
  const login = `-d customerID=${visitor.id} -d userName=${demoName} -d userPassword=${passwords.visitor}`;
  const messageTo = (phone: string): string =>
    `-d originator=${visitor.originator} -d smsText=Hello -d recipientPhone=${phone} -d messageType=Latin ` +
    `-d blink=false -d flash=false -d Private=false`;
  const sendTo = (phone: string): string =>
    `curl -s ${url}/HTTP_SendSms ${login} ${messageTo(phone)} | tee ${response}`;
  const json = JSON.stringify({
    originator: visitor.originator,
    smsText: "Hello",
    recipientPhone: "12025550101",
    messageType: "Latin",
  });
  const messages = `${jsonUrl(url)}/messages`;
  const bearer = `-H "Authorization: Bearer ${passwords.key}"`;
  const jsonResponse = join(folderOf(database), "response.json");
  const jsonId = `$(sed 's/.*"transactionId":"\\([^"]*\\)".*/\\1/' ${jsonResponse})`;
  const read = `curl -s ${url}/HTTP_GetSmsStatus ${login} -d detailed=true -d transactionID=`;
  const id = `$(sed -n 's:.*<TransactionID>\\(.*\\)</TransactionID>.*:\\1:p' ${response})`;
  return `Messenger demo. Nothing leaves this machine: two networks are simulated in this process.

Console:  ${console}
          operator ${demoName}, password ${passwords.operator}
Portal:   ${portal}
          customer ${visitor.id}, user ${demoName}, password ${passwords.visitor}
Service:  ${url}
          customer ${visitor.id}, user ${demoName}, password ${passwords.visitor}, originator ${visitor.originator}
WSDL:     ${url}?wsdl
JSON:     ${jsonUrl(url)}, with its reference at ${jsonUrl(url)}/
          API key ${passwords.key}

Send a message, in another terminal, and read its status after three seconds: SMSC_DELIVERED (before: SUCCESS, the network has accepted it):
  ${sendTo("12025550101")}
  ${read}${id}

One that fails, SMSC_UNDELIVERABLE. Enter 12025550185 at the top of the console: the message says why, and who can do something about it:
  ${sendTo("12025550185")}
  ${read}${id}

The same as JSON:
  curl -s ${messages} ${bearer} -H "Content-Type: application/json" -d '${json}' | tee ${jsonResponse}
  curl -s ${messages}/${jsonId} ${bearer}

What happens to a message depends on its number:
${numbersText()}

Each start makes new passwords. Stop with Ctrl-C.
`;
}
