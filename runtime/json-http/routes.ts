/** Which call a method and a path are. */
import type { JsonCall } from "./service.js";

/** A call that was found, with the texts of the parameters in its path. */
export interface Route<C> {
  readonly call: C;
  readonly inPath: ReadonlyMap<string, string>;
}

/** Calls of one path, by method. */
type Methods<C> = Map<string, C>;

interface Template<C> {
  /** A text that a segment is, or the parameter that it is the value of. */
  readonly segments: readonly { readonly text: string; readonly parameter: string | undefined }[];
  readonly methods: Methods<C>;
}

/** Calls by method and path. A path without parameters goes before those with some, and a segment that is a text before a parameter. */
export class Routes<C extends JsonCall> {
  readonly #exact = new Map<string, Methods<C>>();
  readonly #templates: Template<C>[] = [];

  constructor(calls: readonly C[]) {
    const templates = new Map<string, Template<C>>();
    for (const call of calls) {
      const { path, method = "POST" } = call;
      if (!path.includes("{")) {
        const methods = this.#exact.get(decodedPath(path)) ?? new Map<string, C>();
        this.#exact.set(decodedPath(path), methods.set(method, call));
        continue;
      }
      const template = templates.get(path) ?? {
        segments: path.split("/").map(segmentOf),
        methods: new Map<string, C>(),
      };
      template.methods.set(method, call);
      templates.set(path, template);
    }
    this.#templates = [...templates.values()].toSorted((one, other) => compare(orderOf(one), orderOf(other)));
  }

  /** Methods at a path, which is percent-encoded; empty for none. */
  methodsAt(path: string): readonly string[] {
    const exact = this.#exact.get(decodedPath(path));
    const all = [exact, ...this.#matching(path).map(({ methods }) => methods)];
    return [...new Set(all.flatMap((methods) => [...(methods?.keys() ?? [])]))];
  }

  find(method: string, path: string): Route<C> | undefined {
    const wanted = method === "HEAD" ? "GET" : method;
    const exact = this.#exact.get(decodedPath(path))?.get(wanted);
    if (exact !== undefined) return { call: exact, inPath: noParameters };
    for (const { segments, methods } of this.#matching(path)) {
      const call = methods.get(wanted);
      if (call === undefined) continue;
      const texts = path.split("/").map(decodedPath);
      const entries = segments.flatMap(({ parameter }, at) =>
        parameter === undefined ? [] : [[parameter, texts[at] ?? ""] as const],
      );
      return { call, inPath: new Map(entries) };
    }
    return undefined;
  }

  #matching(path: string): readonly Template<C>[] {
    if (this.#templates.length === 0) return [];
    const texts = path.split("/").map(decodedPath);
    return this.#templates.filter(
      ({ segments }) =>
        segments.length === texts.length &&
        segments.every(({ text, parameter }, at) =>
          parameter === undefined ? texts[at] === text : texts[at] !== "",
        ),
    );
  }
}

const noParameters: ReadonlyMap<string, string> = new Map();

function segmentOf(segment: string): Template<never>["segments"][number] {
  const [, parameter] = /^\{(.*)\}$/s.exec(segment) ?? [];
  return { text: decodedPath(segment), parameter };
}

/** Texts come before parameters. */
function orderOf({ segments }: Template<unknown>): string {
  return segments.map(({ parameter }) => (parameter === undefined ? "0" : "1")).join("");
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The percent-decoded path; as it is where that is no text. */
export function decodedPath(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
