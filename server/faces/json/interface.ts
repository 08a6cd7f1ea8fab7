import { messengerJson } from "messenger-client/json";
import { servedJson, type ServedJson } from "messenger-gen-runtime/json";
import { Messenger } from "messenger-client/service";
import { jsonPath } from "./path.js";
import type { Credentials } from "../../ports/accounts.js";
import { admitCalls, supplyCredentials } from "./credentials.js";
import { serviceProblems } from "./problems.js";
import type { ResultText } from "./refusals.js";
import { responses } from "./responses.js";

/**
 * The service as JSON.
 * @param openApi text of `openapi.json`
 * @param resultText the Result text of a refusal, which problems have
 */
export function jsonInterface(openApi: string, credentials: Credentials, resultText: ResultText): ServedJson {
  const host = {
    admit: admitCalls(credentials, resultText),
    supply: supplyCredentials,
    respond: responses(resultText),
    problems: serviceProblems,
  };
  return servedJson(Messenger, messengerJson, { path: jsonPath, openApi, host });
}
