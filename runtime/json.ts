/** What the generated file `json.ts` runs on, and what programs read and write messages as JSON with. */
export { jsonAny, jsonAnySimple, type AnyJson, type KnownJson } from "./json/any-value.js";
export { JsonError, jsonErrorTable, type JsonErrorCode, type JsonErrorForm } from "./json/errors.js";
export {
  parseJson,
  parseJsonInSteps,
  printJson,
  type CompletedDocument,
  writeJson,
  type JsonCodec,
  type JsonContent,
  type JsonDetail,
  type JsonMessage,
  type JsonOperation,
} from "./json/message.js";
export * from "./json/open-content.js";
export { JsonReader, readNil, type JsonObject, type ReadJson } from "./json/reader.js";
export { jsonLimits, type JsonLimits } from "./json/scan.js";
export * from "./json/types.js";
export { JsonStreamWriter } from "./json/stream-writer.js";
export {
  standardSchema,
  type JsonForm,
  type SchemaIssue,
  type SchemaResult,
  type StandardSchema,
} from "./json/standard-schema.js";
export {
  servedJson,
  type JsonReply,
  type JsonRequest,
  type ServedJson,
  type ServedJsonOptions,
} from "./json-http/served.js";
export {
  HostProblem,
  isProblemCode,
  ProblemFault,
  problemTable,
  problemType,
  type HostProblemOptions,
  type PlacedError,
  type ProblemCode,
  type ProblemForm,
} from "./json-http/problems.js";
export { gateway, type GatewayClient, type GatewayOptions } from "./json-http/gateway.js";
export { wrongCursor, type PlacedItem } from "./json-http/pages.js";
export { jsonCalls } from "./json-http/client.js";
export type { JsonCalls } from "./contract/client-binding.js";
export type {
  ArrivingRequest,
  HostedRequest,
  HostResponse,
  JsonResponse,
  JsonCall,
  JsonHost,
  JsonMembers,
  JsonParameter,
  JsonParameters,
  JsonService,
  Supplied,
} from "./json-http/service.js";
export { JsonWriter, writeNull, type WriteJson } from "./json/writer.js";
