import { readFileSync } from "node:fs";
import { expect } from "@jest/globals";
import { newApiKey } from "#server/credentials/api-keys.js";
import type { KeyScope } from "#server/domain/accounts/api-keys.js";
import { openApiSchemas, type DescribedPaths } from "../openapi-schemas.js";
import { seededService, type SeededService } from "../samples/service.js";
import { noon, password } from "./desk.js";

/** Calls `/v1` of a service of its own; each response must be as `openapi.json` has it. */
export interface Caller {
  readonly service: SeededService;
  readonly origin: string;
  /** API key with all scopes. */
  readonly key: string;
  readonly call: (target: string, sent?: Sent) => Promise<Received>;
  /** Adds a key for user `api` of customer 42. */
  readonly keyWith: (...scopes: readonly KeyScope[]) => Promise<string>;
}

export async function openCaller(): Promise<Caller> {
  const service = await seededService();
  const { origin } = new URL(service.url);
  const keyWith = async (...scopes: readonly KeyScope[]): Promise<string> => {
    const { key: made, ...rest } = newApiKey();
    await service.store.apiKeys.add({
      ...{ ...rest, customerId: 42, userName: "api", name: rest.id, scopes },
      ...{ fromAddresses: [], expiresAt: undefined, createdAt: noon },
    });
    return made;
  };
  const key = await keyWith("send", "read", "inbox");
  return { service, origin, key, keyWith, call: (target, sent = {}) => call(origin, key, target, sent) };
}

/** `Authorization` of a log-in. */
export function basic(login = `42/api:${password}`): string {
  return `Basic ${Buffer.from(login).toString("base64")}`;
}

/** A message, as the interface takes it. */
export const message = {
  originator: "Shop",
  smsText: "Hello",
  recipientPhone: "12025550101",
  messageType: "Latin",
};

const schemas = openApiSchemas(JSON.parse(readFileSync("generated/openapi.json", "utf8")) as DescribedPaths);

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Default: the key with all scopes. */
  readonly authorization?: string;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Calls the interface, and compares the response with the document. */
async function call(origin: string, key: string, target: string, sent: Sent): Promise<Received> {
  const { method = sent.body === undefined ? "GET" : "POST", body, authorization = `Bearer ${key}` } = sent;
  const response = await fetch(`${origin}/v1${target}`, {
    method,
    headers: {
      ...(authorization === "" ? {} : { authorization }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...sent.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const { status, headers } = response;
  const text = await response.text();
  if (text === "") return { status, headers, body: undefined };
  const value: unknown = JSON.parse(text);
  const type = headers.get("content-type") ?? "";
  const validate = schemas.response(target.split("?")[0] ?? "", method, status, type);
  expect({ target, value, errors: validate(value) ? null : validate.errors }).toMatchObject({ errors: null });
  return { status, headers, body: value };
}
