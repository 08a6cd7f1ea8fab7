import { randomBytes } from "node:crypto";
import {
  basicAuthorization,
  digestAuthorization,
  type DigestChallenge,
  digestChallenge,
  type Login,
} from "./authorization.js";

/** Credentials of a link. */
export const authorizationSchemes = ["none", "basic", "digest"] as const;
export type AuthorizationScheme = (typeof authorizationSchemes)[number];

/** Produces the field Authorization of successive requests. */
export interface Authorizer {
  /** For the next request; undefined for none. */
  next(): string | undefined;
  /** Handles the challenge of a 401; returns true if the request should be sent once more. */
  challenged(header: string | undefined): boolean;
}

/** An authorizer for requests of one kind to one address. */
export function authorizer(scheme: AuthorizationScheme, login: Login, target: string): Authorizer {
  if (scheme !== "digest") {
    const fixed = scheme === "basic" ? basicAuthorization(login) : undefined;
    return { next: () => fixed, challenged: () => false };
  }
  let challenge: DigestChallenge | undefined;
  let count = 0;
  return {
    next: () => {
      if (challenge === undefined) return undefined;
      count++;
      const clientNonce = randomBytes(12).toString("hex");
      return digestAuthorization(login, challenge, { method: "POST", target, count, clientNonce });
    },
    challenged: (header = "") => {
      challenge = digestChallenge(header);
      count = 0;
      return challenge !== undefined;
    },
  };
}
