import { readFile } from "node:fs/promises";
import type { ServedJson } from "messenger-gen-runtime/json";
import type { FixedResponse } from "../http/fixed-response.js";
import type { JsonPages } from "../http/json-mount.js";
import { once } from "../tasks.js";
import type { OpenApi } from "./openapi.js";
import type { ReferenceSources } from "./views.js";

/** Files of the pages, by name: their type, and their place in this package. */
const assets: Readonly<Record<string, { readonly contentType: string; readonly file: string }>> = {
  "site.css": { contentType: "text/css; charset=utf-8", file: "site/assets/site.css" },
  "icon.svg": { contentType: "image/svg+xml", file: "site/assets/icon.svg" },
  "reference.css": { contentType: "text/css; charset=utf-8", file: "json/assets/reference.css" },
  "reference.js": { contentType: "text/javascript; charset=utf-8", file: "json/assets/reference.js" },
};

/** Files of this server only, and requests to it only; nothing inline, no frames. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const headers = ["Content-Security-Policy", policy, "X-Content-Type-Options", "nosniff", "Vary", "Accept"];

const templates = new URL("../templates/", import.meta.url);
const assetPath = /^reference\/assets\/([\w.-]+)$/;

/**
 * The pages of an interface, and their files; undefined for one without a document.
 *
 * @param tryOut whether the page of an operation has a form that calls it
 */
export function referenceOf(json: ServedJson, tryOut: boolean): JsonPages | undefined {
  const { document, problems, path } = json;
  if (document === undefined) return undefined;
  const pages = once(async () => (await import("./pages.js")).ReferencePages);
  const made = new Map<string, string>();
  let known: InstanceType<Awaited<ReturnType<typeof pages>>> | undefined;
  return async (rest, origin) => {
    const [, asset] = assetPath.exec(rest) ?? [];
    if (asset !== undefined) return assetResponse(asset);
    // A document that `servedJson` has parsed.
    const sources = { document: document as unknown as OpenApi, problems, url: origin + path, tryOut };
    known ??= new (await pages())(sources);
    if (rest === searchPath) return searchResponse(sources);
    const place = decoded(rest);
    if (place === undefined) return undefined;
    const body = made.get(place) ?? known.document(place);
    if (body === undefined) return undefined;
    made.set(place, body);
    return { status: 200, contentType: "text/html; charset=utf-8", body, headers };
  };
}

const searchPath = "reference/search.json";

async function searchResponse({ document, problems }: ReferenceSources): Promise<FixedResponse> {
  const { searchIndex } = await import("./search-index.js");
  const body = JSON.stringify(searchIndex(document, problems));
  return { status: 200, contentType: "application/json", body, headers };
}

async function assetResponse(name: string): Promise<FixedResponse | undefined> {
  const asset = Object.hasOwn(assets, name) ? assets[name] : undefined;
  if (asset === undefined) return undefined;
  const { contentType, file } = asset;
  return { status: 200, contentType, body: await readFile(new URL(file, templates)), headers };
}

/** Undefined for a path that is not percent-encoded UTF-8. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
