import { expect, test } from "@jest/globals";
import { runGenerator } from "./command.js";
import { wsdlOf } from "./model/fragments.js";
import { folderWith } from "./read/contract-files.js";

test("the repair command has every option of the contract, and no header that may be a secret", async () => {
  const folder = folderWith({ "api.wsdl": wsdlOf({}), "headers.txt": "X-Key: 42", user: "user:word" });
  const options = [
    ...["--map", "urn:other=api.wsdl", "--allow-network", "--save", "kept", "--basic", "user"],
    ...["--service", "Service", "--operation", "Send", "--lenient", "--values", "plain", "--long", "bigint"],
    ...["--names", "camel", "--client", "functions", "--json", "--schemas", "--header", "@headers.txt"],
  ];
  const { stdout } = await runGenerator(
    folder,
    "api.wsdl",
    ...options,
    "--header",
    "X-Key: secret",
    "--check",
    "--verbose",
  );
  expect(stdout.split("\n").at(-2)).toBe(`npx messenger-gen api.wsdl ${options.join(" ")}`);
});
