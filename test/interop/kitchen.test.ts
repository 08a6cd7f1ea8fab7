import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { serve } from "messenger-gen-host";
import { type ClientOptions, Decimal, type HeaderContext, type ServiceFault } from "messenger-gen-runtime";
import type { AnyService } from "messenger-gen-runtime/host";
import { nodeTransport } from "messenger-gen-runtime/node";
import { builtModule } from "../generator/emit/built.js";
import { planFile } from "../generator/plan/contracts.js";
import { testWithPeer } from "../peers.js";
import { startPhp } from "./php-server.js";

const run = promisify(execFile);
const wsdl = "test/interop/kitchen/kitchen.wsdl";

interface Dish {
  readonly name: string;
}

interface Output {
  readonly Kitchen: AnyService;
  readonly KitchenClient: new (options: ClientOptions) => {
    cook(input: object, options?: object): Promise<unknown>;
    weigh(input: object): Promise<unknown>;
    sort(input: object): Promise<unknown>;
  };
  readonly BurntError: new (detail: object, message: string) => ServiceFault;
}

const { plan, errors } = planFile(wsdl);
if (plan === undefined) throw new Error(errors.join("\n"));
const { Kitchen, KitchenClient, BurntError } = (await builtModule(plan, "kitchen", "index")) as Output;

const kitchen = {
  cook: async ({ dish }: { dish: Dish }, call: HeaderContext<{ Key?: string }, { Left: number }>) => {
    if (dish.name === "toast") throw new BurntError({ dish: "toast" }, "It is burnt");
    call.answerHeaders({ Left: call.headers.Key?.length ?? 0 });
    return { dish: { ...dish, hot: true }, seconds: Decimal.parse("1.50") };
  },
  weigh: async ({ name, grams }: { readonly name: string; readonly grams: number }) => ({
    label: `${grams} g of ${name}`,
    ounces: grams / 28,
  }),
  sort: async ({ names }: { readonly names: readonly string[] }) => [...names].sort(),
};

testWithPeer(
  "php",
  "PHP's SoapClient calls a generated service: choice, attributes, headers, faults, rpc",
  async () => {
    const mounts = [{ path: "/kitchen", compatibility: "strict" }] as const;
    const server = await serve({
      service: Kitchen,
      implementation: kitchen,
      wsdl,
      host: "127.0.0.1",
      port: 0,
      mounts,
    });
    try {
      const { stdout } = await run("php", ["test/interop/kitchen/client.php", server.url]);
      expect(JSON.parse(stdout)).toEqual({
        cooked: {
          dish: { name: "soup", grams: 300, note: ["a & b", "c"], number: 7, hot: true },
          seconds: "1.50",
        },
        headers: { Left: 3 },
        weighed: { label: "56 g of flour", ounces: 2 },
        sorted: ["apple", "pear"],
        fault: ["soap:Server", "It is burnt", { Burnt: { dish: "toast" } }],
      });
    } finally {
      await server.close();
    }
  },
);

testWithPeer(
  "php",
  "a generated client calls PHP's SoapServer: choice, attributes, headers, faults, rpc",
  async () => {
    const { url, php } = await startPhp("server.php");
    const transport = nodeTransport({ url });
    const client = new KitchenClient({ transport });
    const dish = { name: "soup", grams: 300, note: ["a & b", "c"], number: 7 };
    const heard: unknown[] = [];
    try {
      const onHeaders = (headers: unknown): void => void heard.push(headers);
      const cooked = await client.cook({ dish }, { soapHeaders: { Key: "abc" }, onHeaders });
      expect(cooked).toEqual({ dish: { ...dish, hot: true }, seconds: Decimal.parse("1.50") });
      expect(heard).toEqual([{ Left: 3 }]);
      expect(await client.weigh({ name: "flour", grams: 56 })).toEqual({ label: "56 g of flour", ounces: 2 });
      expect(await client.sort({ names: ["pear", "apple"] })).toEqual(["apple", "pear"]);
      const burnt = client.cook({ dish: { name: "toast", pieces: 2, number: 8 } });
      await expect(burnt).rejects.toBeInstanceOf(BurntError);
      await expect(burnt).rejects.toMatchObject({
        message: "It is burnt",
        detail: { dish: "toast" },
        code: "Server",
      });
    } finally {
      transport.close();
      php.kill();
    }
  },
);

/** A contract of others from a collection beside the project; nothing of it is part of the project. */
function publicContract(): string | undefined {
  const collections = readdirSync("..").map((name) => `../${name}/corpus/metro-jax-ws-addnumbers`);
  const folder = collections.find((path) => existsSync(path));
  const file = folder === undefined ? undefined : readdirSync(folder).find((name) => name.endsWith(".wsdl"));
  return file === undefined ? undefined : resolve(folder ?? "", file);
}

const contract = publicContract();
const withContract = contract === undefined ? test.skip : testWithPhp;
const absent = contract === undefined ? " (skipped: no collection of contracts beside the project)" : "";

function testWithPhp(name: string, body: () => Promise<void>): void {
  testWithPeer("php", name, body);
}

interface Adder {
  readonly AddNumbersService: AnyService;
  readonly AddNumbersServiceClient: new (options: ClientOptions) => {
    addNumbers(input: object): Promise<number>;
  };
  readonly AddNumbersFaultError: new (detail: object, message: string) => ServiceFault;
}

async function builtAdder(): Promise<Adder> {
  const adder = planFile(contract ?? "");
  if (adder.plan === undefined) throw new Error(adder.errors.join("\n"));
  return (await builtModule(adder.plan, "adder", "index")) as Adder;
}

const env = { ...process.env, MESSENGER_WSDL: contract };

withContract(`a public contract: PHP's SoapClient calls a generated service${absent}`, async () => {
  const { AddNumbersService, AddNumbersFaultError } = await builtAdder();
  const implementation = {
    addNumbers: async ({ number1, number2 }: { readonly number1: number; readonly number2: number }) => {
      const sum = number1 + number2;
      if (sum < 0) throw new AddNumbersFaultError({ detail: String(sum), message: "Negative" }, "Negative");
      return sum;
    },
    addNumbers2: async () => 0,
  };
  const mounts = [{ path: "/add", compatibility: "strict" }] as const;
  const options = { service: AddNumbersService, implementation, wsdl: contract ?? "", mounts };
  const server = await serve({ ...options, host: "127.0.0.1", port: 0 });
  try {
    const { stdout } = await run("php", ["test/interop/kitchen/adder.php", server.url], { env });
    const detail = { AddNumbersFault: { detail: "-1", message: "Negative" } };
    expect(JSON.parse(stdout)).toEqual({ sum: 5, fault: detail });
  } finally {
    await server.close();
  }
});

withContract(`a public contract: a generated client calls PHP's SoapServer${absent}`, async () => {
  const { AddNumbersServiceClient, AddNumbersFaultError } = await builtAdder();
  const { url, php } = await startPhp("adder.php", env);
  const transport = nodeTransport({ url });
  const client = new AddNumbersServiceClient({ transport });
  try {
    expect(await client.addNumbers({ number1: 2, number2: 3 })).toBe(5);
    const failed = client.addNumbers({ number1: -2, number2: 1 });
    await expect(failed).rejects.toBeInstanceOf(AddNumbersFaultError);
    await expect(failed).rejects.toMatchObject({ detail: { detail: "-1", message: "Negative" } });
  } finally {
    transport.close();
    php.kill();
  }
});
