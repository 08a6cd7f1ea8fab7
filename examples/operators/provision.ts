// Creates a customer with all that it needs to send, tops it up, reads prices and usage, blocks and unblocks it.
// Usage: openapi-typescript ADDRESS/openapi.json --output operators.ts, then node provision.js ADDRESS KEY CUSTOMER
// ADDRESS is that of the operators' API, KEY a trusted key of an administrator. A repeat changes nothing twice.
import createClient, { type Middleware } from "openapi-fetch";
import type { paths } from "./operators.js";

const [baseUrl = "", key = "", number = ""] = process.argv.slice(2);
const customer = Number(number);
const user = `${number}/api`;
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });

/** Ends the program with the reason if a call was refused. */
const refused: Middleware = {
  onResponse: async ({ response }) => {
    if (response.ok) return;
    const { detail } = (await response.json()) as { detail: string };
    console.error(`refused: ${detail}`);
    process.exit(1);
  },
};
client.use(refused);

/** The same call has the same key: it is carried out once. */
const once = (name: string) => ({ header: { "Idempotency-Key": `provision ${number} ${name}` } });

await client.POST("/customer/add", { params: once("customer"), body: { id: customer, name: "Example Ltd" } });
await client.POST("/user/add", {
  params: once("user"),
  body: { customer, name: "api", password: "seven green bicycles" },
});
await client.POST("/originator/add", { params: once("originator"), body: { customer, value: "Shop" } });
for (const [prefix, price] of [
  ["49", "0.9"],
  ["44", "0.8"],
] as const)
  await client.POST("/price/set", { params: once(`price ${prefix}`), body: { customer, prefix, price } });
const { data: made } = await client.POST("/key/add", {
  params: once("key"),
  body: { user, name: "shop", scopes: "send,read" },
});
console.log(`key: ${made?.row.secret ?? "shown before"}`);
const { data: account } = await client.POST("/smpp/add", {
  params: once("smpp"),
  body: { user, systemId: `shop${number}` },
});
console.log(`SMPP: ${account?.row.systemId ?? ""}`);
const { data: credit } = await client.POST("/credit/add", {
  params: once("credit"),
  body: { customer, kind: "SMS", amount: "100", reference: "invoice 7" },
});
console.log(`credit: ${credit?.row.balance ?? ""}`);

const listed = async (cursor?: string) =>
  (await client.GET("/price/list", { params: { query: { customer, limit: 1, ...(cursor && { cursor }) } } }))
    .data;
const prices: string[] = [];
for (let part = await listed(); part !== undefined; part = part.next ? await listed(part.next) : undefined)
  prices.push(...part.items.map(({ prefix, price }) => `${prefix} ${price ?? "none"}`));
console.log(`prices: ${prices.join(" ")}`);

const { data: usage } = await client.GET("/usage", { params: { query: { customer, limit: 1_000 } } });
console.log(`usage: ${usage?.items.length ?? 0} rows`);
await client.POST("/customer/block", { params: once("block"), body: { id: customer } });
await client.POST("/customer/unblock", { params: once("unblock"), body: { id: customer } });
const { data: customers } = await client.GET("/customer/list", { params: { query: { limit: 1_000 } } });
console.log(`state: ${customers?.items.find(({ id }) => id === customer)?.state ?? ""}`);
