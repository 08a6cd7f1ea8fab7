import { describe, expect, test } from "@jest/globals";
import { respondToChallenge, cookies, interceptExchange } from "#runtime/interceptors.js";
import { answering, failure } from "../greeter-client.js";
import { envelope, Greet, namespace } from "../greeter.js";

const input = { customerID: 42, name: "Ann", loud: false };
const greeted = `<GreetResponse xmlns="${namespace}"><GreetResult><Text>Ann</Text><Count>42</Count></GreetResult></GreetResponse>`;

describe("interceptors of HTTP", () => {
  test("cookies are kept, replaced and removed", async () => {
    const lines = [
      ["a=1; Path=/", "b=2; Max-Age=3600"],
      ["a=3", "b=; Max-Age=0"],
      ["c=4; Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
      [],
    ];
    const sent: (string | undefined)[] = [];
    const answer = interceptExchange(async ({ headers }) => {
      sent.push(headers["cookie"]);
      const set = lines[sent.length - 1] ?? [];
      return {
        ...{ status: 200, contentType: "text/xml" },
        body: new TextEncoder().encode(envelope("soap11", greeted)),
        headers: { get: () => null, getSetCookie: () => set },
      };
    });
    const { client } = answering({}, { interceptors: [cookies(), answer] });
    for (let call = 0; call < lines.length; call++) await client.call(Greet, input);
    await client.call(Greet, input, { headers: { Cookie: "own=1" } });
    expect(sent).toEqual([undefined, "a=1; b=2", "a=3", "a=3", "own=1; a=3"]);
  });

  test("a challenge gets one response, and later requests have credentials at once", async () => {
    const seen: (string | undefined)[] = [];
    const server = interceptExchange(async ({ headers }) => {
      seen.push(headers["authorization"]);
      const isRight = headers["authorization"]?.startsWith("Digest POST /greet Digest realm") === true;
      const body = new TextEncoder().encode(isRight ? envelope("soap11", greeted) : "");
      const get = (name: string): string | null =>
        name === "www-authenticate"
          ? 'Basic realm="x, y", Digest realm="a", nonce="b", Bearer error="c"'
          : null;
      return {
        ...{ status: isRight ? 200 : 401, contentType: "text/xml", body },
        headers: { get, getSetCookie: () => [] },
      };
    });
    const answer = (challenge: string, { method, uri }: { method: string; uri: string }): string =>
      `Digest ${method} ${uri} ${challenge}`;
    const url = "http://example.com/greet";
    const { client } = answering(
      {},
      { interceptors: [respondToChallenge({ scheme: "Digest", answer, url }), server] },
    );
    await client.call(Greet, input);
    await client.call(Greet, input);
    const authorization = 'Digest POST /greet Digest realm="a", nonce="b"';
    expect(seen).toEqual([undefined, authorization, authorization]);
    const wrong = answering(
      {},
      { interceptors: [respondToChallenge({ scheme: "Digest", answer: () => "no", url }), server] },
    );
    expect(await failure(wrong.client.call(Greet, input))).toBe(
      'Unauthorized: Status 401 with text/xml: Basic realm="x, y", Digest realm="a", nonce="b", Bearer error="c"',
    );
  });
});
