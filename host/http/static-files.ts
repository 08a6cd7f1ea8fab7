import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { withoutBody, type FixedResponse } from "./fixed-response.js";
import { once } from "../tasks.js";

/** Files that are served below a path: a request never names a file that was not in the folder when they were listed. */
export interface StaticFiles {
  /** For example `/docs`. */
  readonly path: string;
  /** Whether a request target, with its query, is the path or below it. */
  has(target: string): boolean;
  /** The response to GET and HEAD. */
  document(target: string): Promise<FixedResponse>;
}

/** Content types by extension; files of other types are not served. */
const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

/** Nothing from other hosts, nothing inline, no forms, no frames. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const headers = ["Content-Security-Policy", policy, "X-Content-Type-Options", "nosniff"];

/** Serves the files of a folder, of which `index.html` is also the page of its folder. They are listed by the first request. */
export function staticFiles(path: string, folder: string): StaticFiles {
  const listed = once(() => filesOf(path, folder));
  return {
    path,
    has: (target) => target.startsWith(path) && /^(?:[/?]|$)/u.test(target.slice(path.length)),
    document: async (target) => {
      const sent = target.split("?")[0] ?? "";
      if (sent === path) return withoutBody(308, ["Location", `${path}/`]);
      const file = (await listed()).get(sent);
      if (file === undefined) return withoutBody(404);
      const contentType = types[extname(file)] ?? "";
      return { status: 200, contentType, body: await readFile(file), headers };
    },
  };
}

/** Files by the targets of their requests. */
async function filesOf(path: string, folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder, { recursive: true });
  const served = names.filter((name) => Object.hasOwn(types, extname(name)));
  return new Map(
    served.flatMap((name) => {
      const target = `${path}/${name.replaceAll("\\", "/")}`;
      const file = join(folder, name);
      const pages = target.endsWith("/index.html") ? [target.slice(0, -"index.html".length)] : [];
      return [target, ...pages].map((each): [string, string] => [each, file]);
    }),
  );
}
