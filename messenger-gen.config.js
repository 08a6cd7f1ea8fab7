import { defineConfig } from "messenger-gen/generator";

export default defineConfig({
  contracts: [{ wsdl: "schema/messenger.wsdl", out: "generated", scaffold: { runner: "jest" } }],
});
