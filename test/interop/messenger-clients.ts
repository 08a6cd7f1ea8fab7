import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { MessageType, MessengerClient, type SmsStatus } from "messenger-client";
import { nodeTransport } from "messenger-gen-runtime/node";
import { eventually } from "../eventually.js";
import { createClientAsync } from "soap";
import { testWithPeer } from "../peers.js";
import { login } from "./service.js";

const run = promisify(execFile);

/** The address of a running service with the customer of `login`, credit, and an originator `Shop`. */
type Address = () => string;

const credentials = [String(login.customerID), login.userName, login.userPassword];

const message = {
  originator: "Shop",
  smsText: "Your parcel is ready & waits",
  recipientPhone: "+12025550123",
  messageType: MessageType.Latin,
  blink: false,
  flash: false,
  Private: false,
};

const seenDelivered = "<SMSC_DELIVERED>1<StatusU>00440065006c006900760065007200650064</StatusU>";

function php(address: Address): void {
  const versions = [
    { version: "1", contentType: "text/xml;" },
    { version: "2", contentType: "application/soap+xml;" },
  ];
  for (const { version, contentType } of versions)
    testWithPeer("php", `PHP SoapClient over SOAP 1.${version}`, async () => {
      const args = [`${address()}?wsdl`, version, ...credentials];
      const { stdout } = await run("php", ["test/interop/send.php", ...args]);
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
      expect(seen["statistics"]).toContain(seenDelivered);
      expect(seen["details"]).toContain("<number>12025550123</number>");
    });
}

function zeep(address: Address): void {
  for (const port of ["MessengerSoap", "MessengerSoap12"])
    testWithPeer("zeep", `zeep over ${port}`, async () => {
      const args = ["test/interop/send.py", `${address()}?wsdl`, port, ...credentials];
      const seen = JSON.parse((await run("/usr/bin/python3", args)).stdout) as Record<string, unknown>;
      expect(seen).toMatchObject({
        ...{ greeting: "Messenger", authenticated: "OK", customer: login.customerID },
        ...{ originators: ["Shop"], sent: "OK" },
      });
      expect(seen["statistics"]).toContain(seenDelivered);
    });
}

const delivered = (status: SmsStatus): boolean =>
  JSON.stringify(status.Statistics).includes("SMSC_DELIVERED");

const generatedClient = (address: Address): MessengerClient =>
  new MessengerClient({ transport: nodeTransport({ url: address() }) });

/** The calls of the package `soap`, whose methods are made from the WSDL. */
interface SoapMethods {
  SendSmsAsync(
    input: object,
  ): Promise<
    readonly [{ readonly SendSmsResult: { readonly Result: string; readonly TransactionID: string } }]
  >;
}

/** It does not read a status, whose elements have text and elements: the generated client does. */
function nodeSoap(address: Address): void {
  test("the package soap of Node.js", async () => {
    const client = (await createClientAsync(`${address()}?wsdl`)) as unknown as SoapMethods;
    const user = { CustomerID: login.customerID, Name: login.userName, Password: login.userPassword };
    const [{ SendSmsResult: sent }] = await client.SendSmsAsync({ user, ...message, defDate: "" });
    expect(sent.Result).toBe("OK");
    const reader = generatedClient(address);
    const status = { ...login, transactionID: sent.TransactionID, detailed: true };
    await eventually(async () => delivered(await reader.httpGetSmsStatus(status)));
  });
}

function curl(address: Address): void {
  /** `--get` makes it HTTP GET, without it the fields are a form. */
  const call = async (
    method: "GET" | "POST",
    operation: string,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<string> => {
    const data = Object.entries({ ...login, ...fields }).flatMap(([name, value]) => [
      "--data-urlencode",
      `${name}=${String(value)}`,
    ]);
    const mode = method === "GET" ? ["--get"] : [];
    return (await run("curl", ["-sS", ...mode, ...data, `${address()}/${operation}`])).stdout;
  };
  for (const method of ["GET", "POST"] as const)
    testWithPeer("curl", `curl over HTTP ${method}`, async () => {
      const sent = await call(method, "HTTP_SendSms", { ...message, defDate: "" });
      expect(sent).toContain("<Result>OK</Result>");
      const transactionID = /<TransactionID>([^<]+)<\/TransactionID>/.exec(sent)?.[1] ?? "";
      let status = "";
      await eventually(async () => {
        status = await call(method, "HTTP_GetSmsStatus", { transactionID, detailed: "true" });
        return status.includes(seenDelivered);
      });
      expect(status).toContain("<number>12025550123</number>");
    });
}

function generated(address: Address): void {
  test.each(["soap11", "soap12", "httpGet", "httpPost"] as const)(
    "the generated client over %s",
    async (binding) => {
      const client = generatedClient(address);
      const account = await client.httpAuthenticate(login, { binding });
      expect(account).toMatchObject({
        ...{ Result: "OK", CustomerID: login.customerID, Originators: ["Shop"] },
      });
      const sent = await client.httpSendSms({ ...login, ...message }, { binding });
      expect(sent).toMatchObject({ Result: "OK", RejectedNumbers: [] });
      const transactionID = sent.TransactionID ?? "";
      await eventually(async () =>
        delivered(await client.httpGetSmsStatus({ ...login, transactionID, detailed: true }, { binding })),
      );
    },
  );

  test.each(["soap11", "soap12"] as const)(
    "operations with a credentials record over %s",
    async (binding) => {
      const client = generatedClient(address);
      const user = { CustomerID: login.customerID, Name: login.userName, Password: login.userPassword };
      expect(await client.getGreeting({}, { binding })).toBe("Messenger");
      expect(await client.keepAlive({ user }, { binding })).toEqual({ Result: "OK" });
      expect(await client.sendSms({ user, ...message }, { binding })).toMatchObject({ Result: "OK" });
      expect(await client.inboxProcessing({ user, operation: "stats" }, { binding })).toMatchObject([
        { name: "inboxinfo", namespace: "" },
      ]);
    },
  );
}

/** Declares tests of all clients: each sends an SMS and sees it delivered. */
export function clientTests(address: Address): void {
  describe("sends an SMS and sees it delivered", () => {
    for (const declare of [php, zeep, nodeSoap, curl, generated]) declare(address);
  });
}
