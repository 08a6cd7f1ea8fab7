import { messengerJson } from "messenger-client/json";
import { servedJson, type ServedJson } from "messenger-gen-runtime/json";
import { served } from "../operations/served-contract.js";
import { jsonPath } from "./path.js";
import type { Credentials } from "../ports/accounts.js";
import { admitCalls, supplyCredentials } from "./credentials.js";
import { serviceProblems } from "./problems.js";
import { respond } from "./responses.js";

/**
 * The service as JSON.
 * @param openApi text of `openapi.json`
 */
export function jsonInterface(openApi: string, credentials: Credentials): ServedJson {
  const host = {
    admit: admitCalls(credentials),
    supply: supplyCredentials,
    respond,
    problems: serviceProblems,
  };
  return servedJson(served, messengerJson, { path: jsonPath, openApi, host });
}
