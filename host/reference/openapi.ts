/** The parts of a document of OpenAPI 3.1 that its pages show. */

/** A JSON Schema. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly contentEncoding?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

/** Bodies by media type. */
export type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;

export type Requirement = Readonly<Record<string, readonly string[]>>;

export interface OperationObject {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses?: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
  readonly security?: readonly Requirement[];
}

export interface SecurityScheme {
  readonly type: string;
  readonly scheme?: string;
  readonly name?: string;
  readonly in?: string;
  readonly description?: string;
}

/** Operations by method. */
type PathItem = Readonly<Record<string, OperationObject>>;

/** A document, as far as its pages show it. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
  readonly security?: readonly Requirement[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
}

/** An operation with its place. */
export interface Described {
  /** Unique among the operations, or among the webhooks. */
  readonly name: string;
  readonly method: string;
  /** With `{parameters}`; empty for a webhook. */
  readonly path: string;
  readonly operation: OperationObject;
}

const methods = ["get", "put", "post", "delete", "patch"];

/** All operations, in the order in which they are read. */
export function operationsOf(document: OpenApi): readonly Described[] {
  const found = Object.entries(document.paths).flatMap(([path, item]) =>
    inMethods(item).map(([method, operation]) => ({
      name: operation.operationId ?? `${method}${path.replace(/\W+/g, "-")}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  return inReadingOrder(document, found);
}

/** `/messages` of `/messages/{id}/recipients`. */
const resourceOf = ({ path }: Described): string => path.split("/", 2).join("/");

/** By tag; in one the resource with most operations first; of a resource a path before those below it. */
function inReadingOrder({ tags = [] }: OpenApi, operations: readonly Described[]): readonly Described[] {
  const tagOf = ({ operation }: Described): string => operation.tags?.[0] ?? "";
  const placeOf = (each: Described): number => {
    const place = tags.findIndex(({ name }) => name === tagOf(each));
    return place === -1 ? tags.length : place;
  };
  const keys = operations.map((each) => `${tagOf(each)} ${resourceOf(each)}`);
  const sizes = new Map<string, number>();
  for (const key of keys) sizes.set(key, (sizes.get(key) ?? 0) + 1);
  return operations
    .map((each, index) => ({ each, index, size: sizes.get(keys[index] ?? "") ?? 0 }))
    .sort(
      (a, b) =>
        placeOf(a.each) - placeOf(b.each) ||
        b.size - a.size ||
        a.each.path.split("/").length - b.each.path.split("/").length ||
        a.index - b.index,
    )
    .map(({ each }) => each);
}

export function webhooksOf({ webhooks = {} }: OpenApi): readonly Described[] {
  return Object.entries(webhooks).flatMap(([name, item]) =>
    inMethods(item).map(([method, operation]) => ({
      name,
      method: method.toUpperCase(),
      path: "",
      operation,
    })),
  );
}

function inMethods(item: PathItem): readonly (readonly [string, OperationObject])[] {
  return Object.entries(item).filter(([method]) => methods.includes(method));
}

/** Operations of a tag. */
export interface Group {
  /** Empty for operations without a tag. */
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Described[];
}

/** By the first tag of each, in the order in which the document has the tags. */
export function groupsOf({ tags = [] }: OpenApi, operations: readonly Described[]): readonly Group[] {
  const tagOf = ({ operation }: Described): string => operation.tags?.[0] ?? "";
  const names = new Set([...tags.map(({ name }) => name), ...operations.map(tagOf)]);
  return [...names]
    .map((name) => ({
      name,
      description: tags.find((tag) => tag.name === name)?.description ?? "",
      operations: operations.filter((each) => tagOf(each) === name),
    }))
    .filter((group) => group.operations.length > 0);
}

/** A way to show who calls. */
export interface Credentials extends SecurityScheme {
  readonly id: string;
}

/** The schemes of which an operation takes one; empty for none. */
export function credentialsOf(document: OpenApi, { security }: OperationObject): readonly Credentials[] {
  const schemes = document.components?.securitySchemes ?? {};
  const names = (security ?? document.security ?? []).flatMap((requirement) => Object.keys(requirement));
  return [...new Set(names)].flatMap((id) => {
    const scheme = Object.hasOwn(schemes, id) ? schemes[id] : undefined;
    return scheme === undefined ? [] : [{ id, ...scheme }];
  });
}

const inSchemas = "#/components/schemas/";

/** Name of the schema that a reference leads to. */
export function referredName({ $ref }: Schema): string | undefined {
  return $ref?.startsWith(inSchemas) === true ? $ref.slice(inSchemas.length) : undefined;
}

/** Names of the schemas that a part of the document refers to. */
export function namesIn(part: unknown): ReadonlySet<string> {
  const found = JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
  return new Set([...found].map(([, name = ""]) => name));
}
