import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "@jest/globals";
import { newApiKey } from "#server/credentials/api-keys.js";
import type { KeyScope } from "#server/domain/accounts/api-keys.js";
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

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>;
}

const openApi = JSON.parse(readFileSync("generated/openapi.json", "utf8")) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addFormat("decimal", true).addFormat("int64", true);
ajv.addSchema(openApi, "openapi.json");

/** The schema of a response, by the document. */
function schemaOf(path: string, method: string, status: number, type: string): ValidateFunction {
  const templates = Object.keys(openApi.paths).filter((each) =>
    new RegExp(`^${each.replace(/\{[^}]+\}/g, "[^/]+")}$`).test(path),
  );
  // A path without parameters goes before one with some.
  const [template = ""] = templates.sort((one, other) => one.split("{").length - other.split("{").length);
  const known = openApi.paths[template]?.[method.toLowerCase()]?.responses ?? {};
  const response = String(status) in known ? String(status) : "default";
  const steps = ["paths", template, method.toLowerCase(), "responses", response, "content", type, "schema"];
  const pointer = steps
    .map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1")))
    .join("/");
  const schema = ajv.getSchema(`openapi.json#/${pointer}`);
  if (schema === undefined) throw new Error(`The document has no ${method} ${path} ${status} ${type}.`);
  return schema;
}

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
  const validate = schemaOf(target.split("?")[0] ?? "", method, status, type);
  expect({ target, value, errors: validate(value) ? null : validate.errors }).toMatchObject({ errors: null });
  return { status, headers, body: value };
}
