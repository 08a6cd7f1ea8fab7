import { serve } from "messenger-gen-host";
import { servedJson } from "messenger-gen-runtime/json";
import { Diagnostics } from "#generator/diagnostics.js";
import { liveContract } from "#generator/live/contract.js";
import { answer, jsonPath } from "../sample.js";
import { report } from "./report.js";

/** The contract as JSON at its default paths, with its logic off: every operation gets the same record. */
const live = await liveContract({ wsdl: ["schema/messenger.wsdl"] }, new Diagnostics());
const [messenger] = live?.services ?? [];
if (messenger === undefined) throw new Error("The contract has errors.");
const { service, json } = messenger;
const methods = Object.keys(service.operations).map((name) => [name, async () => answer] as const);
const host = await serve<object>({
  service,
  implementation: Object.fromEntries(methods),
  json: servedJson(service, json, { path: jsonPath }),
  host: "127.0.0.1",
  port: 0,
  mounts: [],
});
report(host.port);
