import { messengerJson } from "messenger-client/json";
import { servedJson, type ServedJson } from "messenger-gen-runtime/json";
import { served } from "../operations/served-contract.js";
import { jsonPath } from "./path.js";
import { supplyCredentials } from "./credentials.js";
import { serviceProblems } from "./problems.js";
import { respond } from "./responses.js";

/**
 * The service as JSON.
 * @param openApi text of `openapi.json`
 */
export function jsonInterface(openApi: string): ServedJson {
  const host = { supply: supplyCredentials, respond, problems: serviceProblems };
  return servedJson(served, messengerJson, { path: jsonPath, openApi, host });
}
