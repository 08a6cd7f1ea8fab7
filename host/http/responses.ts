import type { ServerResponse } from "node:http";
import type { CallLog } from "messenger-gen-runtime";
import { faultOf, type WireResponse } from "messenger-gen-runtime/host";
import { sendFixed, sendResponse, withoutBody, type FixedResponse } from "./fixed-response.js";
import type { CallRecords } from "./call-records.js";
import type { Limits } from "./limits.js";
import type { Documents } from "./mount.js";
import type { ServedCall } from "./served-call.js";
import { CallerGone, sendStreamed, type StreamedResponse } from "./streamed-response.js";

interface Parts {
  readonly limits: Limits;
  readonly records: CallRecords;
  readonly log: CallLog;
}

/** Sends what requests get, and reports the end of calls. */
export class Responses {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A response that is not streamed. */
  finish(call: ServedCall, response: WireResponse): void {
    sendResponse(call.response, response, this.#parts.limits.sendTime);
    this.#parts.records.ended(call, response.status);
  }

  /** Resolves when the response has been sent, or given up. */
  async stream(call: ServedCall, response: StreamedResponse): Promise<void> {
    const { limits, records } = this.#parts;
    const { callTime: rowsTime, sendTime } = limits;
    try {
      await sendStreamed(call.response, response, { rowsTime, sendTime, signal: call.signal });
      records.ended(call, response.status);
    } catch (error) {
      if (error instanceof CallerGone) {
        records.ended(call, undefined);
        return;
      }
      call.abandon(faultOf(error, call));
      records.ended(call, undefined, "call aborted");
    }
  }

  /** 404 without a document, 500 for one that cannot be made. */
  document(res: ServerResponse, document: ReturnType<Documents> = withoutBody(404)): void {
    const send = (answer: FixedResponse): void => {
      this.fixed(res, answer);
    };
    const fail = (error: unknown): void => {
      this.#parts.log.error({ err: error }, "page not rendered");
      send(withoutBody(500));
    };
    if (document instanceof Promise) document.then(send, fail);
    else send(document);
  }

  fixed(res: ServerResponse, answer: FixedResponse): void {
    sendFixed(res, answer, this.#parts.limits.sendTime);
  }
}
