/** Schemas of MM7 by their name, with the default MM7Version of each. */
export const mm7Schemas = {
  "REL-5-MM7-1-0": "5.3.0",
  "REL-5-MM7-1-2": "5.6.0",
  "REL-5-MM7-1-5": "5.10.0",
  "REL-6-MM7-1-4": "6.8.0",
} as const;

/** The schema of responses to requests without one. */
export const defaultSchema = "REL-5-MM7-1-2";

const base = "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/";
const name = /^REL-([0-9]{1,2})-MM7-1-[0-9]{1,2}$/;

/** True for the name of a schema, known here or not: `REL-x-MM7-1-y`. */
function isSchemaName(text: string): boolean {
  return name.test(text);
}

/** Namespace of a schema. */
export function namespaceOf(schema: string): string {
  return base + schema;
}

/** Name of the schema of a namespace; undefined for other namespaces. */
export function schemaOf(namespace: string): string | undefined {
  if (!namespace.startsWith(base)) return undefined;
  const schema = namespace.slice(base.length);
  return isSchemaName(schema) ? schema : undefined;
}

/** MM7Version of a schema: of an unknown one, the first version of its release. */
export function versionOf(schema: string): string {
  const known = new Map<string, string>(Object.entries(mm7Schemas)).get(schema);
  return known ?? `${name.exec(schema)?.[1] ?? "5"}.0.0`;
}
