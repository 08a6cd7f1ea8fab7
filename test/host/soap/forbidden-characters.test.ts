import { describe, expect, test } from "@jest/globals";
import { type BindingName, caller } from "#runtime/index.js";
import type { ForbiddenCharacters } from "#runtime/host.js";
import { nodeTransport } from "#runtime/node.js";
import { GreeterContract, HttpGreet } from "../../runtime/greeter.js";
import { serveGreeter } from "../greeter/server.js";

const bindings: readonly BindingName[] = ["soap11", "soap12", "httpGet", "httpPost"];

/** The text of a response whose implementation returns `a` and U+0001, or the reason of the fault. */
const responseOf = async (
  forbiddenCharacters: ForbiddenCharacters | undefined,
  binding: BindingName,
): Promise<unknown> => {
  const server = await serveGreeter({
    forbiddenCharacters,
    implementation: { httpGreet: async () => ({ Text: "a\u0001", Count: 1 }) },
  });
  const transport = nodeTransport({ url: server.url });
  try {
    const input = { customerID: 42, name: "Ann", loud: false };
    const { Text } = await caller(GreeterContract, { transport }).call(HttpGreet, input, { binding });
    return Text;
  } catch (error) {
    return (error as { readonly reason?: unknown }).reason;
  } finally {
    transport.close();
    await server.close();
  }
};

describe.each<[ForbiddenCharacters | undefined, string]>([
  [undefined, "a\ufffd"],
  ["replace", "a\ufffd"],
  ["refuse", "Internal"],
])("a server with forbiddenCharacters %p", (option, want) => {
  test.each(bindings)("over %s", async (binding) => {
    expect(await responseOf(option, binding)).toBe(want);
  });
});
