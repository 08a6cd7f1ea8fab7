import { bindingsOf } from "#runtime/bindings/service-index.js";
import type { AnyOperation } from "messenger-gen-runtime/host";
import { describe, expect, test } from "@jest/globals";
import { MessageType } from "messenger-client";
import { Messenger } from "#generated/service.js";
import { messengerSamples } from "#generated/samples.js";
import { serviceIndex } from "#runtime/host.js";
import { readServedWsdl } from "#host/documents/served-wsdl.js";
import { HelpPages, homeDocument } from "#host/documents/help-page.js";

const sources = {
  index: serviceIndex(Messenger),
  url: "http://127.0.0.1/bms/Soap/Messenger.asmx",
  samples: new Map(Object.entries(messengerSamples)),
  wsdl: readServedWsdl("schema/messenger.wsdl").at("http://127.0.0.1/"),
  testForm: true,
  documentation: undefined,
};
const pages = new HelpPages(sources);

describe("the test form", () => {
  const page = pages.operation("HTTP_SendSms");

  test.each([
    { name: "customerID", want: '<input type="number"' },
    { name: "userPassword", want: '<input type="password"' },
    { name: "smsText", want: '<input type="text"' },
    { name: "messageType", want: "<select" },
    { name: "blink", want: "<select" },
  ])("has $want for $name", ({ name, want }) => {
    const field = new RegExp(`<(?:input|select)[^>]* id="${name}"`).exec(page)?.[0] ?? "";
    expect(field.startsWith(want)).toBe(true);
  });

  test("offers the values of enumerations and both truth values", () => {
    const choices = (name: string): readonly string[] => {
      const select = new RegExp(`id="${name}"[^]*?</select>`).exec(page)?.[0] ?? "";
      return Array.from(select.matchAll(/<option>([^<]*)/g), ([, text = ""]) => text);
    };
    expect(choices("messageType")).toEqual(Object.values(MessageType));
    expect(choices("blink")).toEqual(["false", "true"]);
  });

  test("can be turned off", () => {
    expect(new HelpPages({ ...sources, testForm: false }).operation("HTTP_SendSms")).not.toContain("<form");
    expect(page).toContain('<form action="/bms/Soap/Messenger.asmx/HTTP_SendSms"');
  });
});

test("the page at the root leads to each path", () => {
  expect(homeDocument("Messenger", ["/a.asmx", "/b/<c>"])).toMatch(
    /href="\/a.asmx"[^]*href="\/b\/&lt;c&gt;"/,
  );
});

test.each(
  Object.values<AnyOperation>(Messenger.operations).map((operation) => ({
    name: operation.name,
    bindings: bindingsOf(operation).map(([binding]) => binding),
  })),
)("the page of $name shows a request and an answer in each of its bindings", ({ name, bindings }) => {
  const page = pages.operation(name);
  expect(page.match(/<h3>(?:SOAP|HTTP)/g)).toHaveLength(bindings.length);
  expect(page.match(/<pre>[^<]+<\/pre>/g)).toHaveLength(2 * bindings.length);
});

test("the list has every operation", () => {
  expect(pages.list().match(/<a href="\?op&#x3D;/g)).toHaveLength(Object.keys(Messenger.operations).length);
});
