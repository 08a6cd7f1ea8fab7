import type { CallContext } from "messenger-gen-runtime";
import { type AnyOperation, GivingUp } from "messenger-gen-runtime/host";
import { expect, test } from "@jest/globals";
import { Messenger } from "messenger-client";
import { contractService } from "#server/faces/contract/contract-service.js";
import { newTransactionId } from "#server/transaction-id.js";
import type { Credentials } from "#server/ports/accounts.js";
import { openDesk } from "./desk.js";

/** Operations without credentials. */
const open = ["GetGreeting", "Diag"];

const user = { CustomerID: 42, Name: "api", Password: "wrong" };
const { CustomerID: customerID, Name: userName, Password: userPassword } = user;
const xml =
  `<SendSms><user><CustomerID>42</CustomerID></user><messageType>Latin</messageType>` +
  `<blink>0</blink><flash>0</flash><Private>0</Private></SendSms>`;

const call: CallContext = {
  operation: "",
  binding: "soap11",
  requestId: "1",
  remoteAddress: "192.0.2.7",
  signal: new AbortController().signal,
  givenUp: new GivingUp(),
  deadline: Date.now() + 60_000,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  lenient: false,
  note: () => undefined,
};

test("every operation passes the address of the caller to the check of credentials", async () => {
  const desk = await openDesk();
  const addresses = new Map<string, string | undefined>();
  const never: Credentials = { verify: async () => ({ kind: "unknownUser" }) };
  for (const [method, { name }] of Object.entries<AnyOperation>(Messenger.operations)) {
    const credentials: Credentials = {
      verify: (_id, _name, _password, address) => {
        addresses.set(name, address);
        return never.verify(0, "", "");
      },
    };
    const operations = contractService({
      store: desk.store,
      credentials,
      now: Date.now,
      newTransactionId,
      greeting: "",
      deliveryProblem: () => undefined,
      wakeDelivery: () => undefined,
    });
    const run: unknown = Reflect.get(operations, method);
    if (typeof run !== "function") throw new TypeError(`${method} is no method`);
    const input = { user, customerID, userName, userPassword, xml, userXml: xml };
    await Promise.resolve(Reflect.apply(run, operations, [input, { ...call, operation: name }])).catch(
      () => undefined,
    );
  }
  await desk.close();
  expect(addresses.size).toBeGreaterThan(10);
  for (const name of open) expect(addresses.has(name)).toBe(false);
  expect(new Set(addresses.values())).toEqual(new Set([call.remoteAddress]));
});
