import { expect, test } from "@jest/globals";
import { Slugs } from "#generator/plan/rules/namespaces/slugs.js";

test.each<[string, readonly string[], readonly string[]]>([
  ["a path ends with the name", ["http://example.com/shop/orders"], ["orders"]],
  [
    "more of the path where it is taken",
    ["http://example.com/shop/types", "http://example.com/bank/types", "http://example.com/bank/types/"],
    ["types", "bank-types", "example-bank-types"],
  ],
  [
    "a version is not a name",
    ["http://example.com/common/v2.1", "urn:common:3"],
    ["common-v2-1", "common-3"],
  ],
  [
    "modules of .NET are words",
    [
      "http://schemas.datacontract.org/2004/07/Example.Shop.Contracts",
      "http://schemas.datacontract.org/2004/07/Example.Bank.Contracts",
      "http://schemas.datacontract.org/2004/07/Example.Bank.Contracts.V2",
    ],
    ["contracts", "bank-contracts", "contracts-v2"],
  ],
  [
    "a host begins with the name",
    [
      "http://model.shop.example.com/",
      "http://service.shop.example.com/",
      "http://www.example.org",
      "http://model.bank.example.com",
    ],
    ["model", "service", "example", "bank-model"],
  ],
  ["a name with points in a URN is whole", ["urn:partner.example.com"], ["partner-example-com"]],
  ["no name", ["", "http://", "2", "tns"], ["ns", "ns-2", "ns-2-2", "tns-2"]],
])("namespaces have short names: %s", (_, uris, slugs) => {
  const names = new Slugs();
  expect(uris.map((uri) => names.claim(uri))).toEqual(slugs);
});
