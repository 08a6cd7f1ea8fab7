import type { IncomingMessage, ServerResponse } from "node:http";
import type { FindBinding, RefusedCall } from "messenger-gen-runtime/host";
import {
  type FixedResponse,
  fixedResponse,
  isUnread,
  refuseUnread,
  sendFixed,
  sendResponse,
} from "./fixed-response.js";
import type { CallRecords } from "./call-records.js";
import type { JsonMount } from "./json-mount.js";
import type { Notes } from "./served-call.js";

interface Parts {
  readonly find: FindBinding;
  readonly records: CallRecords;
  readonly sendTime: number;
  readonly remoteAddress: (req: IncomingMessage) => string;
  /** The JSON interface at the path of a request. */
  readonly jsonAt: (target: string) => JsonMount | undefined;
}

/** Sends refusals, and reports each. A body that was not read to its end closes the connection. */
export class Refusing {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A message that was refused before its operation runs. */
  call(req: IncomingMessage, res: ServerResponse, refused: RefusedCall, notes?: Notes): void {
    const { find, records, sendTime, remoteAddress } = this.#parts;
    const response = find(refused.binding).encodeFault(refused.fault);
    if (isUnread(req)) refuseUnread(req, res, fixedResponse(response));
    else sendResponse(res, response, sendTime);
    records.refusedCall(refused, response.status, remoteAddress(req), notes);
  }

  /** A request that is not read. */
  unread(req: IncomingMessage, res: ServerResponse, refused: FixedResponse): void {
    const answer = this.#inForm(req, refused);
    refuseUnread(req, res, answer);
    this.#note(req, answer.status);
  }

  /** A request that is no call. */
  request(req: IncomingMessage, res: ServerResponse, refused: FixedResponse): void {
    if (isUnread(req)) {
      this.unread(req, res, refused);
      return;
    }
    const answer = this.#inForm(req, refused);
    sendFixed(res, answer, this.#parts.sendTime);
    this.#note(req, answer.status);
  }

  /** A refusal as the callers of the path expect it. */
  #inForm(req: IncomingMessage, answer: FixedResponse): FixedResponse {
    if (answer.body !== "") return answer;
    return this.#parts.jsonAt(req.url ?? "")?.refusal(answer) ?? answer;
  }

  #note(req: IncomingMessage, status: number): void {
    const { records, remoteAddress } = this.#parts;
    records.refused(req.method, status, remoteAddress(req));
  }
}
