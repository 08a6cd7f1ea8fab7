/** The samples of the reference of `/v1` are accepted as they stand: only the key is filled in. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Caller } from "../operations/v1-caller.js";
import { describedCalls, openSampleCaller } from "../operations/v1-samples-caller.js";
import { testWithPeer } from "../peers.js";

const run = promisify(execFile);

let caller: Caller;

beforeAll(async () => {
  caller = await openSampleCaller();
});
afterAll(() => caller.service.close());

/** In an order in which what a call names is there; only the message is one of another service. */
const wanted: readonly (readonly [call: string, status: number])[] = [
  ["sendMessage", 202],
  ["sendBinaryMessage", 202],
  ["sendServiceMessage", 202],
  ["sendToFile", 202],
  ["sendMms", 202],
  ["checkCost", 200],
  ["getMessage", 404],
  ["listRecipients", 404],
  ["listLists", 200],
  ["sendToList", 202],
  ["sendToSmartList", 202],
  ["getAccount", 200],
  ["listInbox", 200],
  ["countInbox", 200],
  ["fetchInbox", 200],
  ["fetchInboxMessage", 200],
  ["deleteInboxMessage", 200],
  ["listLocations", 200],
  ["startCampaign", 201],
  ["startMultilocationalCampaign", 201],
  ["startDynamicCampaign", 201],
  ["getCampaign", 200],
  ["stopCampaign", 204],
];

test("every call has a row", () => {
  expect(wanted.map(([call]) => call).sort()).toEqual(
    describedCalls.map(({ operationId }) => operationId).sort(),
  );
});

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };

/** The sample in curl of the page of a call. */
async function sampleOf(call: string): Promise<string> {
  const page = await fetch(`${caller.origin}/v1/reference/${call}`, { headers: { accept: "text/html" } });
  const [, escaped = ""] = /<code[^>]*>(curl -sS[^]*?)<\/code>/.exec(await page.text()) ?? [];
  return escaped.replace(/&(?:#x([0-9A-F]+)|(\w+));/gi, (_, code: string | undefined, name = "") =>
    code === undefined ? (entities[String(name)] ?? "") : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

for (const [call, status] of wanted)
  testWithPeer("curl", `${call}: ${status}`, async () => {
    const sample = await sampleOf(call);
    expect(sample).toContain("Bearer KEY");
    expect(sample.includes("Idempotency-Key")).toBe(call === "sendMessage");
    const pasted = sample
      .replace("Bearer KEY", `Bearer ${caller.key}`)
      .replace("curl -sS", "curl -sS -w '\\n%{http_code}'");
    const { stdout } = await run("sh", ["-c", pasted]);
    expect({ stdout, status: Number(stdout.slice(-3)) }).toMatchObject({ status });
  });
