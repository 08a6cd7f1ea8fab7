import { describe, expect, test } from "@jest/globals";
import type { TransportResponse } from "#runtime/index.js";
import { answering, failure } from "./greeter-client.js";
import { element, envelope, Greet, HttpGreet, namespace } from "./greeter.js";

const input = { customerID: 42, name: "Ann", loud: true };

describe("hostile and invalid responses", () => {
  const result = `<GreetResponse xmlns="${namespace}"><GreetResult><Count>1</Count></GreetResult></GreetResponse>`;
  const toLogin = { get: () => "https://example.com/login?code=secret", getSetCookie: () => [] };
  const must = '<e:Header><a e:mustUnderstand="1"/></e:Header>';
  test.each<[string, Partial<TransportResponse> & { readonly text?: string }, string]>([
    [
      "another operation's element",
      { text: envelope("soap11", result.replaceAll("Greet", "Peek")) },
      "Protocol: The response is not the element GreetResponse of ",
    ],
    [
      "another namespace",
      { text: envelope("soap11", result.replace(namespace, "urn:x")) },
      "Protocol: GreetResponse came in namespace urn:x, expected http:",
    ],
    [
      "the request itself",
      { text: envelope("soap11", element("Greet")) },
      "Protocol: The response is not the element GreetResponse of ",
    ],
    [
      "another version",
      { text: envelope("soap12", result) },
      "Protocol: The response has another SOAP version",
    ],
    ["a bad value", { text: envelope("soap11", result.replace("1<", "1x<")) }, "Protocol: "],
    [
      "a required value absent",
      { text: envelope("soap11", result.replace("<Count>1</Count>", "")) },
      "Protocol: ",
    ],
    [
      "the result absent",
      { text: envelope("soap11", `<GreetResponse xmlns="${namespace}"/>`) },
      "Protocol: ",
    ],
    [
      "__proto__ instead of the result",
      { text: envelope("soap11", result.replaceAll("GreetResult", "__proto__")) },
      "Protocol: ",
    ],
    ["two elements in Body", { text: envelope("soap11", result + result) }, "Protocol: "],
    ["empty Body", { text: envelope("soap11", "") }, "Protocol: soap:Body is empty"],
    ["no envelope", { text: result }, "Protocol: The response is not a SOAP envelope"],
    [
      "no Body",
      { text: envelope("soap11", result).replaceAll("Body", "Box") },
      "Protocol: soap:Body is expected, not Box.",
    ],
    [
      "two results",
      { text: envelope("soap11", result + result) },
      "Protocol: soap:Body holds more than one element.",
    ],
    [
      "a header that must be understood",
      { text: envelope("soap11", result, must) },
      "Protocol: The header a must be understood",
    ],
    [
      "a result with status 500",
      { status: 500, text: envelope("soap11", result) },
      "Protocol: A result with the HTTP status 500",
    ],
    ["a DTD", { text: `<!DOCTYPE x>${envelope("soap11", result)}` }, "Protocol: "],
    ["nesting", { text: envelope("soap11", "<a>".repeat(50_000)) }, "Protocol: "],
    ["nothing", { text: "" }, "Protocol: "],
    ["a page", { status: 502, contentType: "text/html" }, "HtmlPage: Status 502 with text/html"],
    [
      "a page with its first line",
      {
        status: 404,
        contentType: "text/html; charset=utf-8",
        text: "<!DOCTYPE html>\n<html><head><title> No such\u0007service </title></head><body>Details</body></html>",
      },
      "HtmlPage: Status 404 with text/html; charset=utf-8: No such",
    ],
    [
      "a login page with status 200",
      { contentType: "text/html", text: "<html><body><p>Log in</p></body></html>" },
      "HtmlPage: Status 200 with text/html: Log in",
    ],
    [
      "a text",
      { status: 404, contentType: "text/plain", text: `\r\n${"x".repeat(5_000)}` },
      `Protocol: Status 404 with text/plain: ${"x".repeat(200)}`,
    ],
    [
      "no credentials",
      { status: 401, contentType: "text/html", text: "<h1>Access denied</h1>" },
      "Unauthorized: Status 401 with text/html: Access denied",
    ],
    ["no credentials and no body", { status: 401 }, "Unauthorized: Status 401 with text/xml; charset=utf-8"],
    ["no permission", { status: 403, contentType: undefined }, "Forbidden: Status 403 with no content type"],
    [
      "a proxy's refusal",
      { status: 407, contentType: "text/html", text: "<title>Proxy</title>" },
      "ProxyAuthentication: Status 407 with text/html: Proxy",
    ],
    [
      "a redirect",
      { status: 302, headers: toLogin },
      "Protocol: Status 302 with text/xml; charset=utf-8: redirect to https://example.com/login",
    ],
    [
      "a refusal with a Location",
      { status: 403, contentType: "text/plain", headers: toLogin, text: "Your account is locked" },
      "Forbidden: Status 403 with text/plain: Your account is locked",
    ],
    [
      "a stopped service with a Location",
      { status: 503, contentType: "text/plain", headers: toLogin, text: "Back at noon" },
      "fault Unavailable: Status 503 with text/plain: Back at noon",
    ],
    [
      "a created resource with a Location",
      { status: 201, contentType: "text/plain", headers: toLogin, text: "Created" },
      "Protocol: Status 201 with text/plain: Created",
    ],
    ["too large a request", { status: 413, contentType: "text/plain" }, "fault TooLarge: Status 413"],
    ["a type refused", { status: 415, contentType: undefined }, "fault UnsupportedMediaType: Status 415"],
    ["a proxy without a server", { status: 503, contentType: "text/html" }, "fault Unavailable: Status 503"],
  ])("an invalid response over SOAP: %s", async (_case, answer, want) => {
    const { client } = answering(answer);
    const found = await failure(client.call(Greet, input));
    expect(found.slice(0, want.length)).toBe(want);
  });

  test("the error of an invalid response has a place", async () => {
    const { client } = answering({ text: envelope("soap11", result.replace("1<", "1x<")) });
    const path = "Envelope.Body.GreetResponse.GreetResult.Count";
    await expect(client.call(Greet, input)).rejects.toMatchObject({ code: "Protocol", status: 200, path });
  });

  const text = "text/plain; charset=utf-8";
  test.each<[string, Partial<TransportResponse> & { readonly text?: string }, string]>([
    [
      "another element",
      { text: `<Other xmlns="${namespace}"/>` },
      "Protocol: The response is not the element Greeting of ",
    ],
    [
      "no namespace",
      { text: "<Greeting><Count>1</Count></Greeting>" },
      "Protocol: The response is not the element Greeting of ",
    ],
    ["a value absent", { text: `<Greeting xmlns="${namespace}"/>` }, "Protocol: "],
    ["text behind", { text: `<Greeting xmlns="${namespace}"><Count>1</Count></Greeting>x` }, "Protocol: "],
    ["a page", { contentType: "text/html" }, "HtmlPage: Status 200 with text/html"],
    [
      "a fault text",
      { status: 500, contentType: text, text: "it&#39;s &amp;lt;\r\n" },
      "fault Internal: it's &lt;",
    ],
    [
      "a bad value",
      { status: 500, contentType: text, text: "Cannot convert x to y.\n" },
      "fault InvalidValue: Cannot convert x to y.",
    ],
    [
      "an unknown operation",
      { status: 500, contentType: text, text: "X Web Service method name is not valid.\n" },
      "fault UnknownOperation: X Web",
    ],
    [
      "a stopped service",
      { status: 503, contentType: text, text: "The service stops.\n" },
      "fault Unavailable: The service stops.",
    ],
    [
      "not found",
      { status: 404, contentType: text, text: "Not found\n" },
      "Protocol: Status 404 with text/plain",
    ],
  ])("an invalid response over HTTP GET and POST: %s", async (_case, answer, want) => {
    for (const binding of ["httpGet", "httpPost"] as const) {
      const found = await failure(answering(answer).client.call(HttpGreet, input, { binding }));
      expect(found.slice(0, want.length)).toBe(want);
    }
  });
});
