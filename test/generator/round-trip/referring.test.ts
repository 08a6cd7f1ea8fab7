import { expect, test } from "@jest/globals";
import { withReferences } from "./referring.js";

test("elements with a type stand behind the first of Body, the same ones once", () => {
  const soap = 'xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"';
  const names = `${soap} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:t="urn:t"`;
  const person = '<p xsi:type="t:P"><n xsi:type="t:N">a</n></p>';
  const envelope = `<s:Envelope ${names}><s:Body><t:list><all>${person}${person}<p xsi:nil="true"></p></all></t:list></s:Body></s:Envelope>`;
  expect(withReferences(envelope)).toBe(
    `<s:Envelope ${names}><s:Body><t:list><all><p href="#ref1"></p><p href="#ref1"></p><p xsi:nil="true"></p></all></t:list>` +
      '<multiRef xsi:type="t:N" id="ref0">a</multiRef>' +
      '<multiRef xsi:type="t:P" id="ref1"><n href="#ref0"></n></multiRef></s:Body></s:Envelope>',
  );
});
