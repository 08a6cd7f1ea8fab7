import { defineConfig } from "messenger-gen";
import { openapi } from "./schema/v1/openapi.js";
import { rest } from "./schema/v1/rest.js";

export default defineConfig({
  contracts: [
    {
      wsdl: "schema/messenger.wsdl",
      out: "generated",
      scaffold: { runner: "jest" },
      lazyBytes: ["SendSms2"],
      textPieces: ["HTTP_Json_InboxProcessing"],
      json: true,
      jsonNames: { Recipiens: "recipients" },
      rest,
      openapi,
    },
  ],
});
