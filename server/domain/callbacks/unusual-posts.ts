import type { Post } from "../posts/posts.js";
import type { Finding } from "../unusual/unusual.js";
import type { CallbackTarget } from "./callbacks.js";

/** A callback about unusual traffic of a customer. */
export interface UnusualPost extends Post, CallbackTarget, Omit<Finding, "lastAt"> {
  readonly id: number;
  readonly customerId: number;
}

/** Key of a callback: the same for every attempt, and never that of another one. */
export function unusualKey({ customerId, id }: Pick<UnusualPost, "customerId" | "id">): string {
  return `traffic.${customerId}.${id}`;
}

/** The body of a callback about unusual traffic. */
export function unusualBody({ customerId, kind, prefix, messages, ended, usual, at }: UnusualPost): string {
  return JSON.stringify({
    type: "traffic.unusual",
    timestamp: new Date(at).toISOString(),
    data: {
      customerId,
      kind,
      ...(prefix === "" ? {} : { prefix }),
      messages,
      ...(ended === undefined ? {} : { ended }),
      usual: kind === "failures" ? usual / 1_000 : usual,
    },
  });
}
