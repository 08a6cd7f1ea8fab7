import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Messenger } from "#generated/service.js";
import { HelpPages } from "#host/documents/help-page.js";
import { readServedWsdl } from "#host/documents/served-wsdl.js";
import { serviceIndex } from "#runtime/host.js";
import { helpSamples } from "#server/help-samples.js";
import { password } from "../operations/desk.js";
import { seededService, type SeededService } from "../samples/service.js";

let service: SeededService;
beforeAll(async () => {
  service = await seededService();
});
afterAll(() => service.close());

const unescaped = (text: string): string =>
  text
    .replaceAll("&#x3D;", "=")
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"');

/** The requests of the page of an operation. */
function requestsOf(operation: string): readonly string[] {
  const pages = new HelpPages({
    index: serviceIndex(Messenger),
    url: service.url,
    samples: new Map(Object.entries(helpSamples)),
    wsdl: readServedWsdl("schema/messenger.wsdl").at(service.url),
    testForm: false,
    documentation: undefined,
  });
  const found = pages.operation(operation).matchAll(/<pre>([^]*?)<\/pre>/gu);
  return [...found].map(([, text = ""]) => unescaped(text)).filter((_, index) => index % 2 === 0);
}

test("no sample has a placeholder", () => {
  const texts = Object.values(Messenger.operations).flatMap(({ name }) => requestsOf(name));
  expect(texts.filter((text) => />string<|=string(?:&|$)/mu.test(text))).toEqual([]);
  expect(texts.length).toBeGreaterThan(50);
});

test.each(["HTTP_SendSms", "SendSms", "HTTP_Authenticate", "Authenticate"])(
  "each request of the page of %s is accepted as it stands, with the password",
  async (operation) => {
    for (const text of requestsOf(operation)) {
      const [head = "", body = ""] = text.split("\n\n");
      const [line = "", ...fields] = head.split("\n");
      const [method = "", target = ""] = line.split(" ");
      const headers = fields
        .map((field) => field.split(": "))
        .filter(([name = ""]) => !/^(?:Host|Content-Length)$/u.test(name))
        .map(([name = "", ...value]): [string, string] => [name, value.join(": ")]);
      const typed = (of: string): string => of.replaceAll("PASSWORD", encodeURIComponent(password));
      const response = await fetch(new URL(typed(target), service.url), {
        method,
        headers,
        ...(method === "GET" ? {} : { body: body.replaceAll("PASSWORD", password) }),
      });
      expect([line, response.status, />OK</u.test(await response.text())]).toEqual([line, 200, true]);
    }
  },
);
