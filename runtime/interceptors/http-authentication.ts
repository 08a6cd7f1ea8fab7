import { ClientError } from "../errors/client-error.js";
import type { ClientCall, Interceptor } from "../client/interceptor.js";
import { endpoint } from "../transport/endpoint.js";
import { interceptExchange } from "./exchange.js";

/** A request that a service has refused with 401. */
export interface ChallengedRequest {
  readonly method: string;
  /** Path and query, as in the request line. */
  readonly uri: string;
}

/** Options of `respondToChallenge`. */
export interface ChallengeOptions {
  /** Scheme of the challenges to respond to, such as `Digest`. */
  readonly scheme: string;
  /** The value of Authorization for a challenge, the value of WWW-Authenticate; undefined to give up. */
  readonly answer: (
    challenge: string,
    request: ChallengedRequest,
  ) => string | undefined | Promise<string | undefined>;
  /** Address of the service; default: the address in the contract. */
  readonly url?: string | URL;
}

/**
 * Repeats a request refused with 401 with credentials for the challenge, and sends such credentials with all later requests. A request is
 * sent at most twice: a service that refuses the credentials, too, is an error.
 */
export function respondToChallenge({ scheme, answer, url }: ChallengeOptions): Interceptor {
  let known: string | undefined;
  return interceptExchange(async (request, send, call) => {
    const asked = { method: request.method, uri: endpoint(addressOf(call, url)).path(request.target) };
    const authorized = async (challenge: string) => {
      const authorization = await answer(challenge, asked);
      return authorization === undefined || authorization === ""
        ? undefined
        : { ...request, headers: { ...request.headers, authorization } };
    };
    const first = known === undefined ? request : ((await authorized(known)) ?? request);
    const response = await send(first);
    if (response.status !== 401) return response;
    known = challengeOf(response.headers?.get("www-authenticate"), scheme);
    const again = known === undefined ? undefined : await authorized(known);
    return again === undefined ? response : send(again);
  });
}

function addressOf({ service }: ClientCall, url: string | URL | undefined): string | URL {
  const address = url ?? service.url;
  if (address === undefined)
    throw new ClientError(
      "InvalidInput",
      "The contract has no address: give `respondToChallenge` the option url",
    );
  return address;
}

/** The challenge of a scheme among several, which are separated by commas as their parameters are (RFC 9110 section 11.6.1). */
function challengeOf(header: string | null | undefined, scheme: string): string | undefined {
  const challenges = header?.split(/,\s*(?=[\w-]+\s+[\w-]+\s*=)/) ?? [];
  const wanted = `${scheme.toLowerCase()} `;
  return challenges.map((each) => each.trim()).find((each) => each.toLowerCase().startsWith(wanted));
}
