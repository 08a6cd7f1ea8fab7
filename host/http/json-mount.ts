import type { ServedJson } from "messenger-gen-runtime/json";
import type { FixedAnswer } from "./answer.js";
import type { Mount, Target } from "./mount.js";

/** The mount of the JSON interface. */
export class JsonMount implements Mount {
  readonly path: string;
  readonly compatibility = "strict";
  /** Public URL before the path; set when the address is known, before the first request. */
  origin = "";
  readonly #json: ServedJson;

  constructor(json: ServedJson) {
    this.path = json.path;
    this.#json = json;
  }

  /** The response to a request that is no call; undefined for a call. */
  reply(method: string, rest = ""): FixedAnswer | undefined {
    return this.#json.reply({ method, rest, origin: this.origin });
  }

  /** A refusal as a problem. */
  refusal({ status, headers = [] }: FixedAnswer): FixedAnswer {
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
