import { afterEach, describe, expect, test } from "@jest/globals";
import { connect, type ServiceContract } from "#runtime/codec.js";
import { envelope, Greet, greeter, Greeter, GreeterContract, namespace } from "./greeter.js";
import { inMemoryTransport } from "#runtime/dispatch/in-memory.js";
import { localServer, type LocalServer } from "./transport/local-server.js";

const open: LocalServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** A server that greets every caller with its name. */
async function named(name: string): Promise<LocalServer> {
  const result = `<GreetResult><Text>${name}</Text><Count>1</Count></GreetResult>`;
  const server = await localServer((_request, response) => {
    response.setHeader("content-type", "text/xml");
    response.end(envelope("soap11", `<GreetResponse xmlns="${namespace}">${result}</GreetResponse>`));
  });
  open.push(server);
  return server;
}

const input = { customerID: 1, name: "ann", loud: true };

describe("a client calls", () => {
  test("the address in its contract", async () => {
    const { url } = await named("contract");
    const { Text } = await connect({ ...GreeterContract, url }, {}).call(Greet, input);
    expect(Text).toBe("contract");
  });

  test("its own URL instead of that", async () => {
    const contract = { ...GreeterContract, url: (await named("contract")).url };
    const { url } = await named("own");
    expect((await connect(contract, { url }).call(Greet, input)).Text).toBe("own");
  });

  test("its transport, whatever the addresses", async () => {
    const transport = inMemoryTransport(Greeter, greeter);
    const client = connect({ ...GreeterContract, url: "http://127.0.0.1:1/" }, { transport });
    expect((await client.call(Greet, input)).Text).toBe("ANN");
  });

  test("nothing without an address, with an error", () => {
    const contract: ServiceContract = GreeterContract;
    expect(() => connect(contract, {})).toThrow(
      "The contract of Greeter has no address: give the client a url or a transport",
    );
  });
});
