import type { IncomingMessage } from "node:http";
import type { CallBinding, RefusedCall } from "messenger-gen-runtime/host";
import type { ServedJson } from "messenger-gen-runtime/json";
import { withoutBody, type FixedResponse } from "./fixed-response.js";
import type { Mount, Target } from "./mount.js";
import type { Notes } from "./served-call.js";

/**
 * The pages of the reference of an interface.
 *
 * @param rest path after that of the interface and its slash
 * @param origin public URL before the path of the interface
 */
export type JsonPages = (rest: string, origin: string) => Promise<FixedResponse | undefined>;

/** A request that may be read, or is refused; and what is known about its caller. */
interface Admitted {
  readonly refused: RefusedCall | undefined;
  readonly notes: Notes;
}

type JsonPage = () => Promise<FixedResponse>;

const isPage = /^(?:$|reference\/|problems\/)/;
/** The others have another representation for programs. */
const isAlwaysPage = /^reference\//;

/** Whether the header Accept names HTML, as that of browsers does (RFC 9110, section 12.5.1). */
function acceptsHtml(accept = ""): boolean {
  return accept.split(",").some((range) => {
    const [type, ...parameters] = range.split(";").map((each) => each.trim().toLowerCase());
    return type === "text/html" && !parameters.some((each) => /^q=0(?:\.0*)?$/.test(each));
  });
}

/** The mount of the JSON interface. */
export class JsonMount implements Mount {
  readonly path: string;
  readonly compatibility = "strict";
  /** Public URL before the path; set when the address is known, before the first request. */
  origin = "";
  readonly #json: ServedJson;
  readonly #pages: JsonPages | undefined;

  constructor(json: ServedJson, pages: JsonPages | undefined) {
    this.path = json.path;
    this.#json = json;
    this.#pages = pages;
  }

  /** The page of the reference at a path; undefined where a call or something for programs is. */
  #page(method: string, rest: string | undefined, accept: string | undefined): JsonPage | undefined {
    const pages = this.#pages;
    if (pages === undefined || !/^(?:GET|HEAD)$/.test(method)) return undefined;
    if (this.#json.operationAt(method, rest ?? "") !== undefined) return undefined;
    if (rest === undefined) return () => Promise.resolve(withoutBody(308, ["Location", `${this.path}/`]));
    if (!isPage.test(rest)) return undefined;
    if (!isAlwaysPage.test(rest) && !acceptsHtml(accept)) return undefined;
    return async () => (await pages(rest, this.origin)) ?? this.#json.refusal(404, []);
  }

  /** The response to a request that is no call; undefined for a call. */
  reply(method: string, rest?: string, accept?: string): FixedResponse | JsonPage | undefined {
    const request = { method, rest: rest ?? "", origin: this.origin };
    return this.#page(method, rest, accept) ?? this.#json.reply(request);
  }

  /** Asks about a request before its body is read; undefined where there is nothing to ask. */
  admit(
    { headers, method = "" }: IncomingMessage,
    rest: string | undefined,
    remoteAddress: string,
  ): Promise<Admitted> | undefined {
    let notes: Notes = {};
    const note = (fields: Notes): void => {
      notes = { ...notes, ...fields };
    };
    const asked = this.#json.admit({ method, rest: rest ?? "" }, { headers, remoteAddress, note });
    return asked?.then((refused) => ({ refused, notes }));
  }

  /** A refusal as a problem. */
  refusal({ status, headers = [] }: FixedResponse): FixedResponse {
    return this.#json.refusal(status, headers);
  }

  /** Name of the operation at a path. */
  operationAt(method: string, rest = ""): string | undefined {
    return this.#json.operationAt(method, rest)?.name;
  }
}

/** The JSON mount that a request is for; undefined for another mount. */
export function jsonMountOf(found: Target<Mount> | undefined): JsonMount | undefined {
  return found?.mount instanceof JsonMount ? found.mount : undefined;
}

/** The binding of a request for a mount. */
export function bindingOf(method: string, found: Target<Mount>): CallBinding {
  if (jsonMountOf(found) !== undefined) return "json";
  return method === "GET" ? "httpGet" : found.rest === undefined ? "soap11" : "httpPost";
}
