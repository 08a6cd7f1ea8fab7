import type { IncomingMessage, ServerResponse } from "node:http";
import type { SoapVersion } from "messenger-gen-runtime";
import { type CallBinding, parseMediaType, soapVersions } from "messenger-gen-runtime/host";
import { withoutBody } from "./fixed-response.js";
import { unavailable } from "./refusals.js";
import type { Refusing } from "./refusing.js";

/** What the program says about a SOAP request, of which only the HTTP headers have been read. */
export interface Authorization {
  authorize(req: IncomingMessage, res: ServerResponse, version: SoapVersion): boolean | Promise<boolean>;
  /** False if it says nothing about any request now. */
  readonly mayRefuse: boolean;
}

interface Parts {
  readonly authorization: Authorization | undefined;
  readonly refusing: Refusing;
  /** Milliseconds in which the program decides. */
  readonly limits: { readonly callTime: number };
}

type Step = () => void;

/** SOAP requests go on when the program has authorized them; the others are refused. */
export class Authorizing {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** False if nothing need be asked. */
  get mayRefuse(): boolean {
    return this.#parts.authorization?.mayRefuse === true;
  }

  /** Before the body of a request is read: the version of SOAP is that of its media type. */
  before(req: IncomingMessage, res: ServerResponse, step: Step): void | Promise<void> {
    return this.#ask(req, res, declaredVersion(req), step);
  }

  /** Before a call runs: again if its message is of another version than its media type. */
  after(req: IncomingMessage, res: ServerResponse, binding: CallBinding, step: Step): void | Promise<void> {
    const isSoap = binding === "soap11" || binding === "soap12";
    if (!isSoap || binding === declaredVersion(req)) step();
    else return this.#ask(req, res, binding, step);
  }

  #ask(req: IncomingMessage, res: ServerResponse, version: SoapVersion, step: Step): void | Promise<void> {
    const go = (decision: boolean | "late" | undefined): void => {
      // Closed while the program decided.
      if (req.socket.destroyed) return;
      if (decision === true) step();
      else if (decision === "late") this.#parts.refusing.request(req, res, unavailable);
      else this.#refuse(req, res);
    };
    const asked = this.#parts.authorization?.authorize(req, res, version);
    if (!(asked instanceof Promise)) go(asked);
    else return inTime(asked, this.#parts.limits.callTime).then(go);
  }

  /** With the status that the program has set. */
  #refuse(req: IncomingMessage, res: ServerResponse): void {
    if (!res.headersSent)
      this.#parts.refusing.request(req, res, withoutBody(res.statusCode === 200 ? 401 : res.statusCode));
    else if (!res.writableEnded) res.end();
  }
}

function declaredVersion({ headers }: IncomingMessage): SoapVersion {
  return parseMediaType(headers["content-type"]).type === soapVersions.soap12.mediaType ? "soap12" : "soap11";
}

function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T | "late"> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      resolve("late");
    }, milliseconds);
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}
