import type { CallLog } from "messenger-gen-runtime";
import type { CallBinding } from "messenger-gen-runtime/host";
import { contain } from "../tasks.js";
import type { Notes } from "./served-call.js";

/** A call that has ended. */
export interface EndedCall {
  /** Undefined for a message that names none. */
  readonly operation: string | undefined;
  readonly binding: CallBinding;
  /** Status of the response; undefined if the caller disconnected, or the response was aborted. */
  readonly status: number | undefined;
  /**
   * From the end of the request to the response, or to the end of a streamed response; undefined if the message could
   * not be read.
   */
  readonly milliseconds: number | undefined;
  /** Fields that the operation has noted. */
  readonly notes: Notes;
}

/** Called at the end of calls and requests. An exception is logged and has no other effect. */
export interface CallObserver {
  /** Called after a call got a response, was refused or abandoned. */
  ended(call: EndedCall): void;
  /** Called after a request was refused before it became a call. */
  refused(status: number): void;
}

/** Wraps an observer so that it never throws. */
export function containedObserver(observer: CallObserver | undefined, log: CallLog): CallObserver {
  const event = "observer of calls failed";
  return {
    ended: (call) => {
      contain(log, event, () => {
        observer?.ended(call);
      });
    },
    refused: (status) => {
      contain(log, event, () => {
        observer?.refused(status);
      });
    },
  };
}
