import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect } from "@jest/globals";
import { testWithPeer } from "../peers.js";
import { login, openAccount, startService, type Account, type Service } from "./service.js";
import { eventually } from "../eventually.js";

const run = promisify(execFile);
let account: Account;
let service: Service;

beforeAll(async () => {
  account = await openAccount();
  service = await startService(account.database);
});

afterAll(async () => {
  await service.stop();
  account.remove();
});

/** Calls one operation with curl: `--get` makes it HTTP GET, without it the fields are a form. */
async function curl(
  method: "GET" | "POST",
  operation: string,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const data = Object.entries({ ...login, ...fields }).flatMap(([name, value]) => [
    "--data-urlencode",
    `${name}=${value}`,
  ]);
  const mode = method === "GET" ? ["--get"] : [];
  return (await run("curl", ["-sS", ...mode, ...data, `${service.url}/${operation}`])).stdout;
}

const message = {
  originator: "Shop",
  smsText: "Your parcel is ready & waits",
  recipientPhone: "+12025550123",
  messageType: "Latin",
  defDate: "",
  blink: "false",
  flash: "false",
  Private: "false",
};

for (const method of ["GET", "POST"] as const) {
  testWithPeer("curl", `curl over HTTP ${method} sends an SMS and sees it delivered`, async () => {
    const sent = await curl(method, "HTTP_SendSms", message);
    expect(sent).toContain("<Result>OK</Result>");
    const transactionID = /<TransactionID>([^<]+)<\/TransactionID>/.exec(sent)?.[1] ?? "";
    let status = "";
    await eventually(async () => {
      status = await curl(method, "HTTP_GetSmsStatus", { transactionID, detailed: "true" });
      return status.includes("SMSC_DELIVERED");
    });
    expect(status).toMatch(/<SMSC_DELIVERED>1<StatusU>/);
    expect(status).toContain("<number>12025550123</number>");
  });
}
