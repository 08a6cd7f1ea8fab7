import { expect, test } from "@jest/globals";
import { ClientError, type CallOptions, type ClientOptions, type Transport } from "messenger-gen-runtime";
import { addressing, interceptExchange, sendSoapHeaders } from "messenger-gen-runtime/interceptors";
import { planFile } from "../plan/contracts.js";
import { builtModule } from "./built.js";

type Method = (input: object, options?: CallOptions) => Promise<unknown>;
interface Output {
  readonly ExampleClient: new (options: ClientOptions) => { readonly do: Method; readonly note: Method };
}

const { plan, errors } = planFile("test/golden/addressing/service.wsdl");
if (plan === undefined) throw new Error(errors.join("\n"));
const { ExampleClient } = (await builtModule(plan, "addressing", "index")) as Output;

/** Values of Action and To in the request of a call, and the number of blocks that name an action. */
async function sent(
  method: "do" | "note",
  options: Omit<ClientOptions, "transport">,
  call: CallOptions = {},
  url?: URL,
): Promise<readonly (string | number | undefined)[]> {
  const bodies: string[] = [];
  const transport: Transport = {
    url,
    send: async ({ body }) => {
      bodies.push(String(body));
      return { status: 202, contentType: undefined, body: new Uint8Array() };
    },
  };
  const client = new ExampleClient({ ...options, transport });
  await client[method]({ what: "a", text: "a" }, call).catch((error: unknown) => {
    if (!(error instanceof ClientError) || error.code !== "Protocol") throw error;
  });
  const [body = ""] = bodies;
  const valueOf = (name: string): string | undefined =>
    new RegExp(`<${name} xmlns="http://www.w3.org/2005/08/addressing">([^<]*)<`).exec(body)?.[1];
  return [valueOf("Action"), valueOf("To"), body.split("<Action ").length - 1];
}

const soap12 = { binding: "soap12" } as const;
const own = addressing({ to: "urn:own", action: () => "urn:own:action" });

test.each<[string, Parameters<typeof sent>, readonly (string | number | undefined)[]]>([
  ["over the version that requires them", ["do", soap12], ["urn:example:do", "http://localhost/11", 1]],
  ["with the default pattern", ["note", {}, soap12], ["urn:example:Tasks:Note", "http://localhost/11", 1]],
  [
    "with the address of the client",
    ["note", { ...soap12, url: "http://a/" }],
    ["urn:example:Tasks:Note", "http://a/", 1],
  ],
  [
    "with the address of the transport",
    [
      "note",
      soap12,
      { interceptors: [interceptExchange(async (request, send) => send(request))] },
      new URL("http://b/"),
    ],
    ["urn:example:Tasks:Note", "http://b/", 1],
  ],
  [
    "beside other headers",
    ["do", { ...soap12, interceptors: [sendSoapHeaders([])] }],
    ["urn:example:do", "http://localhost/11", 1],
  ],
  ["over the other version", ["do", {}], [undefined, undefined, 0]],
  [
    "of the client's interceptor",
    ["do", { ...soap12, interceptors: [own] }],
    ["urn:own:action", "urn:own", 1],
  ],
  ["of the call's interceptor", ["do", soap12, { interceptors: [own] }], ["urn:own:action", "urn:own", 1]],
  ["not at all", ["do", { ...soap12, addressing: false }], [undefined, undefined, 0]],
])("a generated client sends the headers of WS-Addressing: %s", async (_title, call, want) => {
  expect(await sent(...call)).toEqual(want);
});
