/** What the pages of a reference show: plain data for their templates. */
import type { Addresses } from "./addresses.js";
import {
  credentialsOf,
  groupsOf,
  namesIn,
  operationsOf,
  webhooksOf,
  type Credentials,
  type Content,
  type Described,
  type OpenApi,
  type Parameter,
} from "./openapi.js";
import { paragraphsOf, type Paragraph } from "./paragraphs.js";
import { samplesOf, type Sample } from "./samples.js";
import { memberView, schemaView, valueText, type MemberView, type SchemaView } from "./schema-view.js";

/** HTTP status and title of a problem (RFC 9457). */
export interface Problem {
  readonly status: number;
  readonly title: string;
}

/** Input for the pages of an interface. */
export interface ReferenceSources {
  readonly document: OpenApi;
  /** By code. */
  readonly problems: Readonly<Record<string, Problem>>;
  /** URL of the interface, for samples and the requests of the form. */
  readonly url: string;
  /** Whether the page of an operation has a form that calls it. */
  readonly tryOut: boolean;
}

/** What a template shows. */
export interface View extends Readonly<Record<string, unknown>> {
  readonly title: string;
}

/** A link to an operation or a webhook. */
export interface Entry {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly href: string;
  readonly deprecated: boolean;
}

export function entryOf(described: Described, href: string): Entry {
  const { method, path, name, operation } = described;
  return {
    method,
    path: path === "" ? name : path,
    summary: operation.summary ?? name,
    href,
    deprecated: operation.deprecated === true,
  };
}

/** The page of the interface. */
export function indexView(sources: ReferenceSources, addresses: Addresses): View {
  const { document, problems, url } = sources;
  const { info, components = {} } = document;
  const operations = operationsOf(document);
  return {
    title: info.title,
    first: firstCall(sources, operations[0], addresses),
    version: info.version,
    paragraphs: paragraphsOf(info.description ?? ""),
    url,
    document: addresses.document,
    credentials: credentialsOf(document, {}).map(credentialsView),
    groups: groupsOf(document, operations).map(({ name, description, operations }) => ({
      name: name === "" ? "Operations" : name,
      paragraphs: paragraphsOf(description),
      entries: operations.map((each) => entryOf(each, addresses.operation(each.name))),
    })),
    webhooks: webhooksOf(document).map((each) => entryOf(each, addresses.webhook(each.name))),
    types: Object.keys(components.schemas ?? {}).map((name) => ({ name, href: addresses.type(name) })),
    problems: Object.entries(problems).map(([code, problem]) => ({
      code,
      ...problem,
      href: addresses.problem(code),
    })),
  };
}

/** The operation that is read first, with a sample to begin with. */
function firstCall(sources: ReferenceSources, first: Described | undefined, addresses: Addresses) {
  if (first === undefined) return undefined;
  const credentials = credentialsOf(sources.document, first.operation).map(credentialsView);
  const [sample] = requestSamples(sources, first, credentials);
  const { summary, href } = entryOf(first, addresses.operation(first.name));
  return { summary, href, text: sample?.text, placeholder: placeholderOf(credentials) };
}

/** What stands in samples in place of a key; undefined where they have none. */
function placeholderOf([first]: readonly CredentialsView[]): string | undefined {
  return first === undefined || first.isBasic ? undefined : `${first.prefix}KEY`;
}

interface CredentialsView {
  readonly id: string;
  readonly paragraphs: readonly Paragraph[];
  readonly isBasic: boolean;
  /** Header of a key, and the text before it. */
  readonly header: string;
  readonly prefix: string;
}

function credentialsView({ id, type, scheme, name, description = "" }: Credentials): CredentialsView {
  const isBasic = type === "http" && scheme?.toLowerCase() === "basic";
  return {
    id,
    paragraphs: paragraphsOf(description),
    isBasic,
    header: type === "apiKey" ? (name ?? "") : "Authorization",
    prefix: type === "apiKey" ? "" : isBasic ? "Basic " : "Bearer ",
  };
}

/** The page of an operation. */
export function operationView(sources: ReferenceSources, described: Described, addresses: Addresses): View {
  const { document, tryOut } = sources;
  const { method, path, operation } = described;
  const credentials = credentialsOf(document, operation).map(credentialsView);
  const parts = callParts(described, addresses);
  const { body } = parts;
  return {
    ...parts,
    path,
    isWebhook: false,
    credentials,
    placeholder: placeholderOf(credentials),
    samples: requestSamples(sources, described, credentials),
    form: tryOut ? formView(described, credentials, body?.example ?? "", method !== "GET") : undefined,
  };
}

/** The page of a webhook. */
export function webhookView(described: Described, addresses: Addresses): View {
  const samples: readonly Sample[] = [];
  const parts = callParts(described, addresses);
  return {
    ...parts,
    path: described.name,
    isWebhook: true,
    credentials: [],
    placeholder: undefined,
    samples,
    form: undefined,
  };
}

interface CallParts {
  readonly title: string;
  readonly method: string;
  readonly deprecated: boolean;
  readonly index: string;
  readonly paragraphs: readonly Paragraph[];
  readonly parameters: readonly (MemberView & { readonly place: string })[];
  readonly body: BodyView | undefined;
  readonly responses: readonly object[];
}

function callParts({ name, method, operation }: Described, addresses: Addresses): CallParts {
  const { summary = name, description = "", parameters = [], requestBody, responses = {} } = operation;
  return {
    title: summary,
    method,
    deprecated: operation.deprecated === true,
    index: addresses.index,
    paragraphs: paragraphsOf(description),
    parameters: parameters.map((each) => ({ ...parameterView(each, addresses), place: each.in })),
    body: bodyView(requestBody?.content, addresses),
    responses: Object.entries(responses).map(([status, each]) => ({
      status: status === "default" ? "Other" : status,
      paragraphs: paragraphsOf(each.description),
      body: bodyView(each.content, addresses),
    })),
  };
}

function parameterView(
  { name, required = false, description = "", schema = {} }: Parameter,
  { type }: Addresses,
): MemberView {
  return memberView(name, required, { description, ...schema }, type);
}

interface BodyView {
  readonly mediaType: string;
  readonly schema: SchemaView;
  /** JSON text; empty where there is no example. */
  readonly example: string;
}

function bodyView(content: Content | undefined, { type }: Addresses): BodyView | undefined {
  const [first] = Object.entries(content ?? {});
  if (first === undefined) return undefined;
  const [mediaType, { schema = {}, example }] = first;
  return { mediaType, schema: schemaView(schema, type), example: exampleText(example) };
}

function exampleText(example: unknown): string {
  return example === undefined ? "" : JSON.stringify(example, undefined, 2);
}

/** The form that calls an operation from its page. */
function formView(
  { method, path, operation }: Described,
  credentials: readonly CredentialsView[],
  example: string,
  changes: boolean,
): object {
  return {
    method,
    path,
    changes,
    credentials,
    fields: (operation.parameters ?? []).map(({ name, in: place, required = false, example: value }) => ({
      name,
      place,
      required,
      value: required && value !== undefined ? textOf(value) : "",
    })),
    hasBody: operation.requestBody !== undefined,
    body: example,
  };
}

/** A value as the text of a parameter. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : valueText(value);
}

/** A request with the parameters that are required, and with headers that have examples: they make a repeat safe. */
function requestSamples(
  { url }: ReferenceSources,
  { method, path, operation }: Described,
  credentials: readonly CredentialsView[],
): readonly Sample[] {
  const required = (operation.parameters ?? []).filter(
    (each) => each.required === true || (each.in === "header" && each.example !== undefined),
  );
  const valueOf = ({ name, example }: Parameter): string => textOf(example ?? name);
  const inPath = new Map(required.map((each) => [each.name, encodeURIComponent(valueOf(each))]));
  const query = new URLSearchParams(
    required
      .filter((each) => each.in === "query")
      .map((each): [string, string] => [each.name, valueOf(each)]),
  ).toString();
  const [first] = credentials;
  const [content] = Object.values(operation.requestBody?.content ?? {});
  const body = operation.requestBody === undefined ? undefined : (content?.example ?? {});
  return samplesOf({
    method,
    url: `${url}${path.replace(/\{([^}]+)\}/g, (_, name: string) => inPath.get(name) ?? name)}${query === "" ? "" : `?${query}`}`,
    headers: [
      ...(first === undefined
        ? []
        : [[first.header, `${first.prefix}${first.isBasic ? "BASE64" : "KEY"}`] as const]),
      ...required.filter((each) => each.in === "header").map((each) => [each.name, valueOf(each)] as const),
      ...(body === undefined ? [] : [["Content-Type", "application/json"] as const]),
    ],
    body,
  });
}

/** The page of a named type. */
export function typeView(
  { document }: ReferenceSources,
  name: string,
  addresses: Addresses,
): View | undefined {
  const schemas = document.components?.schemas ?? {};
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (schema === undefined) return undefined;
  const refers = (part: unknown): boolean => namesIn(part).has(name);
  const calls = operationsOf(document).filter(({ operation }) => refers(operation));
  const types = Object.keys(schemas).filter((each) => refers(schemas[each]));
  return {
    title: name,
    index: addresses.index,
    schema: schemaView(schema, addresses.type),
    users: [
      ...calls.map((each) => ({
        text: each.operation.summary ?? each.name,
        href: addresses.operation(each.name),
      })),
      ...types.map((each) => ({ text: each, href: addresses.type(each) })),
    ],
  };
}

/** The page of a problem. */
export function problemView(
  { problems, url }: ReferenceSources,
  code: string,
  addresses: Addresses,
): View | undefined {
  const problem = Object.hasOwn(problems, code) ? problems[code] : undefined;
  if (problem === undefined) return undefined;
  const { status, title } = problem;
  const type = `${pathOf(url)}/problems/${code}`;
  const example = JSON.stringify({ type, title, status, code }, undefined, 2);
  return { title: code, index: addresses.index, status, meaning: title, example };
}

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/$/, "");
}
