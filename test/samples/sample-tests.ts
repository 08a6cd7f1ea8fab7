import { hasBinding } from "#runtime/bindings/service-index.js";
import type { AnyOperation } from "messenger-gen-runtime";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Messenger, MessengerClient } from "messenger-client";
import type { BindingName, TransportRequest } from "messenger-gen-runtime";
import { nodeTransport } from "messenger-gen-runtime/node";
import { format } from "prettier";
import { localTimestamp } from "#server/operations/inbox-answer.js";
import { noon } from "../operations/desk.js";
import { calls } from "./calls.js";
import type { SeededService } from "./service.js";

/**
 * One folder per operation and binding, with one exchange: `request` as the client sends it (for GET what follows the
 * address), `answer` as the server sends it, and each decoded as JSON. With MESSENGER_GOLDEN=write they are rewritten:
 * review the difference before committing it.
 */
export const folder = "test/samples";
const writes = process.env["MESSENGER_GOLDEN"] === "write";

const bindings: readonly BindingName[] = ["soap11", "soap12", "httpGet", "httpPost"];

/** The inbox shows times of the server's zone; the samples are those of a server in UTC. */
function inUtc(text: string): string {
  return text.replaceAll(localTimestamp(noon), "20300115120000");
}

/** Bytes as base64 and exact types as their text: values that JSON can represent. */
function asJson(value: unknown): unknown {
  const replacer = (_key: string, inner: unknown): unknown =>
    inner instanceof Uint8Array ? { base64: Buffer.from(inner).toString("base64") } : inner;
  return JSON.parse(inUtc(JSON.stringify(value, replacer)));
}

interface Exchange {
  readonly request: string;
  readonly answer: string;
  readonly status: number;
  readonly input: unknown;
  readonly output: unknown;
}

/** The text of a request in the samples. */
function shown(binding: BindingName, { target, body }: TransportRequest): string {
  return binding === "httpGet" ? target : typeof body === "string" ? body : "";
}

/** Makes one call over HTTP and records the messages on the wire and their decoded values on each side. */
async function exchange(service: SeededService, binding: BindingName, name: string): Promise<Exchange> {
  const transport = nodeTransport({ url: service.url });
  let [request, answer, status] = ["", "", 0];
  const recording = {
    send: async (sent: TransportRequest) => {
      request = shown(binding, sent);
      const response = await transport.send(sent);
      answer = inUtc(new TextDecoder().decode(response.body));
      status = response.status;
      return response;
    },
  };
  try {
    const soap = binding === "soap12" ? "soap12" : "soap11";
    const client = new MessengerClient({ transport: recording, binding: soap });
    const output = await calls[name]?.(client, binding);
    return { request, answer, status, input: asJson(service.lastInput()), output: asJson(output) };
  } finally {
    transport.close();
  }
}

async function writeFiles(place: string, names: SampleNames, made: Exchange): Promise<void> {
  const json = (value: unknown) => format(JSON.stringify(value), { parser: "json", printWidth: 110 });
  mkdirSync(place, { recursive: true });
  writeFileSync(`${place}/${names.request}`, made.request);
  writeFileSync(`${place}/answer.xml`, made.answer);
  writeFileSync(`${place}/request.json`, await json(made.input));
  writeFileSync(`${place}/answer.json`, await json(made.output));
}

interface SampleNames {
  readonly request: string;
}

const namesOf = (binding: BindingName): SampleNames => ({
  request: binding.startsWith("soap") ? "request.xml" : "request.txt",
});

/** Declares a test of every sample, on a service for each binding. */
export function samplesOn(driver: string, open: () => Promise<SeededService>): void {
  describe(driver, () => {
    describe.each(bindings)("%s", (binding) => {
      let service: SeededService;
      beforeAll(async () => {
        service = await open();
      });
      afterAll(async () => {
        await service.close();
      });

      const operations = Object.values<AnyOperation>(Messenger.operations).filter((operation) =>
        hasBinding(operation, binding),
      );
      const offered = new Set(operations.map(({ name }) => name));

      test.each(Object.keys(calls).filter((name) => offered.has(name)))("%s", async (name) => {
        const place = `${folder}/${name}/${binding}`;
        const names = namesOf(binding);
        const made = await exchange(service, binding, name);
        expect(made.status).toBe(200);
        if (writes) await writeFiles(place, names, made);
        const text = (file: string): string => readFileSync(`${place}/${file}`, "utf8");
        expect(made.request).toBe(text(names.request));
        expect(made.input).toEqual(JSON.parse(text("request.json")));
        expect(made.answer).toBe(text("answer.xml"));
        expect(made.output).toEqual(JSON.parse(text("answer.json")));
      });
    });
  });
}
