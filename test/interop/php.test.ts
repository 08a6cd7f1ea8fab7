import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect } from "@jest/globals";
import { testWithPeer } from "../peers.js";
import { login, openAccount, startService, type Account, type Service } from "./service.js";

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

const versions = [
  { version: "1", contentType: "text/xml;" },
  { version: "2", contentType: "application/soap+xml;" },
];

for (const { version, contentType } of versions) {
  testWithPeer(
    "php",
    `PHP SoapClient over SOAP 1.${version} sends an SMS and sees it delivered`,
    async () => {
      const args = [
        `${service.url}?wsdl`,
        version,
        String(login.customerID),
        login.userName,
        login.userPassword,
      ];
      const { stdout } = await run("php", ["examples/send.php", ...args]);
      const seen = JSON.parse(stdout) as Record<string, unknown>;
      expect(seen).toMatchObject({
        greeting: "Messenger",
        authenticated: "OK",
        customer: login.customerID,
        originators: ["Shop"],
        sent: "OK",
        transaction: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        contentType,
      });
      expect(seen["statistics"]).toContain(
        "<SMSC_DELIVERED>1<StatusU>00440065006c006900760065007200650064</StatusU>",
      );
      expect(seen["details"]).toContain("<number>12025550123</number>");
    },
  );
}
