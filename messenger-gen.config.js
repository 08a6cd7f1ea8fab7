import { defineConfig } from "messenger-gen";

export default defineConfig({
  contracts: [{ wsdl: "schema/messenger.wsdl", out: "generated", scaffold: { runner: "jest" } }],
});
