import { bindingsOf } from "#runtime/bindings/service-index.js";
import type { AnyOperation } from "messenger-gen-runtime";
import { expect, test } from "@jest/globals";
import { Messenger } from "#generated/service.js";
import { messengerSamples } from "#generated/samples.js";
import { serviceIndex } from "#runtime/index.js";
import { HelpPages } from "#host/documents/help-page.js";

const pages = new HelpPages({
  index: serviceIndex(Messenger),
  url: "http://127.0.0.1/bms/Soap/Messenger.asmx",
  samples: new Map(Object.entries(messengerSamples)),
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
