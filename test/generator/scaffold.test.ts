import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import ts from "typescript";
import { scaffold } from "../../generator/scaffold.js";
import { wsdlOf } from "./model/fragments.js";
import { folderWith } from "./read/contract-files.js";

/** Names of operations and of the functions that their stubs export. */
const operations = [
  ["SendSms", "sendSms"],
  ["Delete", "delete$"],
  ["New", "new$"],
  ["Test", "test$"],
  ["Expect", "expect$"],
  ["Then", "then$"],
];

test.each(operations)("the stub and the test of %s export and import %s", async (name, constant) => {
  const contract = wsdlOf({ fields: "" }).replaceAll(/\bSend(?=[A-Z"])/g, name);
  const folder = folderWith({ "service.wsdl": contract });
  const options = { wsdls: [join(folder, "service.wsdl")], out: join(folder, "generated") };
  const { diagnostics, written } = await scaffold(name, options);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(written).toHaveLength(2);
  const [stub = "", stubTest = ""] = written.map((path) => readFileSync(join(folder, path), "utf8"));
  expect(stub).toContain(`export const ${constant}: `);
  expect(stubTest).toContain(`import { ${constant} } from `);
  for (const text of [stub, stubTest])
    expect(ts.transpileModule(text, { reportDiagnostics: true }).diagnostics).toEqual([]);
});
