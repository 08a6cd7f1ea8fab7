import { operationsOf, webhooksOf, type Described, type OpenApi } from "./openapi.js";
import { paths } from "./addresses.js";
import type { Problem } from "./views.js";

/** A page that a search finds. */
export interface SearchEntry {
  readonly title: string;
  readonly kind: "operation" | "webhook" | "type" | "problem";
  /** From the root of the reference, percent-encoded. */
  readonly path: string;
  /** Further words. */
  readonly text: string;
}

const encoded = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

function wordsOf({ name, method, path, operation }: Described): string {
  const { description = "", parameters = [], requestBody, tags = [] } = operation;
  const [content] = Object.values(requestBody?.content ?? {});
  const example = content?.example;
  const members = typeof example === "object" && example !== null ? Object.keys(example) : [];
  return [name, method, path, ...tags, description, ...parameters.map((each) => each.name), ...members].join(
    " ",
  );
}

/** The pages of a reference, for a search: in the order in which they are read. */
export function searchIndex(
  document: OpenApi,
  problems: Readonly<Record<string, Problem>>,
): readonly SearchEntry[] {
  const schemas = document.components?.schemas ?? {};
  return [
    ...operationsOf(document).map((each) => ({
      title: each.operation.summary ?? each.name,
      kind: "operation" as const,
      path: encoded(paths.operation(each.name)),
      text: wordsOf(each),
    })),
    ...webhooksOf(document).map((each) => ({
      title: each.operation.summary ?? each.name,
      kind: "webhook" as const,
      path: encoded(paths.webhook(each.name)),
      text: wordsOf(each),
    })),
    ...Object.entries(problems).map(([code, { status, title }]) => ({
      title: code,
      kind: "problem" as const,
      path: encoded(paths.problem(code)),
      text: `${status} ${title}`,
    })),
    ...Object.entries(schemas).map(([name, { description = "", properties = {} }]) => ({
      title: name,
      kind: "type" as const,
      path: encoded(paths.type(name)),
      text: [description, ...Object.keys(properties)].join(" "),
    })),
  ];
}
