import type { Rows } from "./reading-table.js";

/** MG3014 to MG3019: operations over JSON. */
export const jsonTable = {
  MG3014: {
    severity: "warning",
    message: "openapi.json does not state facets of the type {type}: {facets}",
    hint: "JSON Schema has no exact form for them. json.ts checks them; tell callers in the documentation of the type.",
  },
  MG3015: {
    severity: "warning",
    message: "several operations are called {operation}; over JSON this one is {path}",
    hint: "Give one of them another name in the WSDL, or a path with rest in the configuration.",
  },
  MG3016: {
    severity: "error",
    message: "the path {path} of the operation {operation} in rest is not allowed: {reason}",
    hint: "A path has segments behind slashes, each a text or the name of a member in braces.",
  },
  MG3017: {
    severity: "error",
    message: "{member} cannot be used so by the operation {operation} in rest: {reason}",
    hint: "Parameters are members of the input with a simple value, in the query also lists of them; others need POST, PUT or PATCH.",
  },
  MG3018: {
    severity: "error",
    message: "the operations {first} and {operation} are both {method} {path} in rest",
    hint: "Give one of them another method or path.",
  },
  MG3019: {
    severity: "error",
    message: "a call of the operation {operation} in rest has the name {name}, which another call has",
    hint: "Give each call of an operation but the first a name of its own.",
  },
} as const satisfies Rows;
