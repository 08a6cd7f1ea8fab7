import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

interface DescribedOperation {
  readonly responses: Readonly<Record<string, object>>;
}

/** An OpenAPI document, as far as its responses are looked up. */
export interface DescribedPaths {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

/** The schemas of an OpenAPI document. */
export interface OpenApiSchemas {
  /** The schema at that place in the document; undefined if there is none. */
  at(...steps: readonly string[]): ValidateFunction | undefined;
  /**
   * The schema of a response.
   * @param path of the call, without a query
   * @throws if the document does not describe such a response
   */
  response(path: string, method: string, status: number, type: string): ValidateFunction;
}

/** Compiles the schemas of a document when they are asked for. */
export function openApiSchemas(document: DescribedPaths): OpenApiSchemas {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat("decimal", true).addFormat("int64", true);
  ajv.addSchema(document, "openapi.json");
  const at = (...steps: readonly string[]): ValidateFunction | undefined =>
    ajv.getSchema(`openapi.json#/${steps.map(escaped).join("/")}`);
  return {
    at,
    response(path, given, status, type) {
      const method = given.toLowerCase();
      const template = templateOf(Object.keys(document.paths), path);
      const known = document.paths[template]?.[method]?.responses ?? {};
      const keys = [String(status), `${String(status).charAt(0)}XX`, "default"];
      const response = keys.find((key) => key in known) ?? "";
      const schema = at("paths", template, method, "responses", response, "content", type, "schema");
      if (schema === undefined) throw new Error(`The document has no ${given} ${path} ${status} ${type}.`);
      return schema;
    },
  };
}

/** A path without parameters goes before one with some. */
function templateOf(templates: readonly string[], path: string): string {
  const found = templates.filter((each) => new RegExp(`^${each.replace(/\{[^}]+\}/g, "[^/]+")}$`).test(path));
  return found.sort((one, other) => one.split("{").length - other.split("{").length)[0] ?? "";
}

function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"));
}
