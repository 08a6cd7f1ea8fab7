import { hasBinding } from "#runtime/bindings/service-index.js";
import type { AnyOperation } from "messenger-gen-runtime/host";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Messenger, MessengerClient } from "messenger-client";
import type { BindingName, TransportRequest } from "messenger-gen-runtime";
import { nodeTransport } from "messenger-gen-runtime/node";
import { parse, stringify } from "yaml";
import { localTimestamp } from "#server/faces/contract/inbox-content.js";
import { noon } from "../operations/desk.js";
import { calls } from "./calls.js";
import type { SeededService } from "./service.js";

/** One file per operation; with MESSENGER_GOLDEN=write they are rewritten: review the difference before committing it. */
export const folder = "test/samples";
const writes = process.env["MESSENGER_GOLDEN"] === "write";

/** The messages of one binding: `request` as the client sends it (for GET what follows the address), `answer` as the server sends it. */
interface Messages {
  readonly request: string;
  readonly answer: string;
  /** The decoded answer as JSON. */
  readonly output: unknown;
}

/** The sample of an operation: the input as every binding decodes it, and the messages of each binding. */
export interface Sample extends Partial<Record<BindingName, Messages>> {
  readonly input?: unknown;
}

export function readSample(name: string): Sample {
  const file = `${folder}/${name}.yaml`;
  return existsSync(file) ? (parse(readFileSync(file, "utf8")) as Sample) : {};
}

function writeSample(name: string, sample: Sample): void {
  writeFileSync(`${folder}/${name}.yaml`, stringify(sample, { lineWidth: 0, aliasDuplicateObjects: false }));
}

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

interface Exchange extends Messages {
  readonly status: number;
  readonly input: unknown;
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
        const { status, input, ...messages } = await exchange(service, binding, name);
        expect(status).toBe(200);
        if (writes) writeSample(name, { ...readSample(name), input, [binding]: messages });
        const sample = readSample(name);
        expect(input).toEqual(sample.input);
        expect(messages).toEqual(sample[binding]);
      });
    });
  });
}
