import { startGateway } from "#generator/commands/gateway.js";
import { jsonPath } from "../sample.js";
import { report } from "./report.js";

/** `messenger-gen gateway` in front of the URL of the first argument. */
const gateway = await startGateway(
  ["schema/messenger.wsdl"],
  { endpoint: process.argv[2], path: jsonPath },
  0,
);
report(Number(new URL(gateway.url).port));
