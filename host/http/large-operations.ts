import type { IncomingMessage } from "node:http";
import { mediaAction, parseMediaType, type ServiceIndex } from "messenger-gen-runtime/host";
import type { JsonMount } from "./json-mount.js";

/** The operations whose body may be larger than usual. */
export class LargeOperations {
  readonly #names: ReadonlySet<string>;
  readonly #actions: ReadonlySet<string>;

  /** @throws Error for a name that no operation has */
  constructor(service: ServiceIndex, names: readonly string[]) {
    this.#names = new Set(names);
    this.#actions = new Set(actionsOf(service, names));
  }

  has(operation: string): boolean {
    return this.#names.has(operation);
  }

  /**
   * Whether a request announces one of them before its body: by path, SOAPAction, or `action` of the content type.
   * @param rest the path after the mount path and its slash; undefined if empty
   * @param json the mount, if it is that of the JSON interface
   */
  announcedBy(
    { method = "", headers }: Pick<IncomingMessage, "method" | "headers">,
    rest: string | undefined,
    json?: JsonMount,
  ): boolean {
    if (json !== undefined) return this.#names.has(json.operationAt(method, rest) ?? "");
    if (rest !== undefined) return this.#names.has(rest);
    const { soapaction } = headers;
    const named = typeof soapaction === "string" ? soapaction.replaceAll('"', "").trim() : "";
    return this.#actions.has(named || (mediaAction(parseMediaType(headers["content-type"])) ?? ""));
  }
}

function actionsOf({ byOperation }: ServiceIndex, names: readonly string[]): string[] {
  const indexed = [...byOperation.values()];
  return names.flatMap((name) => {
    const found = indexed.filter(({ operation }) => operation.name === name);
    if (found.length === 0) throw new Error(`No operation is named ${name}.`);
    return found.flatMap(({ actions }) => [actions.soap11, actions.soap12]);
  });
}
