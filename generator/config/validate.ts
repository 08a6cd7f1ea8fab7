import type { Diagnostics } from "../diagnostics.js";
import { testRunners, type Config, type ContractConfig, type ScaffoldOptions } from "./config.js";
import { isFaultStatus, jsonMethods, jsonStatuses, type RestOperation } from "../plan/data/json-calls.js";
import {
  isRecord,
  isText,
  listed,
  oneOf,
  record,
  text,
  texts,
  textsByName,
  type Check,
} from "../option-checks.js";
import { contractRows } from "../option-table.js";
import type { LoadedConfig } from "./load.js";

/** An option of a configuration file. */
interface Field extends Pick<Check, "wanted"> {
  readonly holds: (value: unknown) => boolean;
  readonly required?: true;
}

type Fields<T> = { readonly [Key in keyof Required<T>]: Field };

const someRecord = record<object>();

const configFields: Fields<Config> = {
  contracts: {
    wanted: "an array of at least one contract",
    holds: (value) => Array.isArray(value) && value.length > 0,
    required: true,
  },
};

/** Every option of a contract. */
export const contractFields: Fields<ContractConfig> = {
  ...contractRows,
  wsdl: { ...contractRows.wsdl, required: true },
  scaffold: someRecord,
};

/** Every option of an operation in `rest`. */
export const restFields: Fields<RestOperation> = {
  name: text,
  method: oneOf(...jsonMethods),
  path: text,
  query: texts,
  headers: textsByName,
  body: text,
  fixed: someRecord,
  defaults: someRecord,
  required: texts,
  supplied: texts,
  beside: textsByName,
  status: {
    wanted: "200, 201, 202 or 204",
    holds: (value) => jsonStatuses.some((each) => each === value),
  },
  faults: {
    wanted: "an object whose values are statuses from 400 to 599 without 401, 403 and 407",
    holds: (value) => isRecord(value) && Object.values(value).every(isFaultStatus),
  },
  omit: texts,
  page: { wanted: "a text or true", holds: (value) => value === true || isText(value) },
  response: someRecord,
  example: someRecord,
  tag: text,
  summary: text,
};

/** Every option of `scaffold`. */
export const scaffoldFields: Fields<ScaffoldOptions> = {
  implementation: text,
  test: text,
  runner: {
    wanted: listed(Object.keys(testRunners)),
    holds: (value) => typeof value === "string" && Object.hasOwn(testRunners, value),
  },
};

/** The value of a configuration file as a `Config`; undefined, with diagnostics, if it is invalid. */
export function validConfig({ shown, value }: LoadedConfig, diagnostics: Diagnostics): Config | undefined {
  const checker = new Checker(shown, diagnostics);
  checker.record(value, "", configFields);
  for (const [index, contract] of itemsOf(value, "contracts").entries()) {
    const path = `contracts[${index}]`;
    checker.record(contract, path, contractFields);
    const { scaffold, rest } = isRecord(contract) ? contract : {};
    if (isRecord(scaffold)) checker.record(scaffold, `${path}.scaffold`, scaffoldFields);
    for (const [name, calls] of Object.entries(isRecord(rest) ? rest : {}))
      checkCalls(checker, `${path}.rest.${name}`, calls);
  }
  return checker.refused ? undefined : (value as Config);
}

/** The calls of an operation over JSON: one, several, or false for none. */
function checkCalls(checker: Checker, path: string, calls: unknown): void {
  if (calls === false) return;
  if (!Array.isArray(calls)) checker.record(calls, path, restFields);
  else for (const [index, call] of calls.entries()) checker.record(call, `${path}[${index}]`, restFields);
}

class Checker {
  readonly #file: string;
  readonly #diagnostics: Diagnostics;
  /** True if anything was refused. */
  refused = false;

  constructor(file: string, diagnostics: Diagnostics) {
    this.#file = file;
    this.#diagnostics = diagnostics;
  }

  /** Checks the options of an object; `path` is its own, empty for the whole configuration. */
  record(value: unknown, path: string, fields: Readonly<Record<string, Field>>): void {
    if (!isRecord(value)) {
      this.#refuse(path === "" ? "the configuration" : path, value, "an object");
      return;
    }
    const prefix = path === "" ? "" : `${path}.`;
    for (const key of Object.keys(value).filter((name) => !Object.hasOwn(fields, name))) {
      const values = { option: `${prefix}${key}`, known: Object.keys(fields).join(", ") };
      this.#diagnostics.reportFile("MG5004", this.#file, values);
      this.refused = true;
    }
    for (const [key, { wanted, holds, required }] of Object.entries(fields)) {
      const given = value[key];
      if (given === undefined ? required === true : !holds(given))
        this.#refuse(`${prefix}${key}`, given, wanted);
    }
  }

  #refuse(option: string, value: unknown, wanted: string): void {
    this.#diagnostics.reportFile("MG5005", this.#file, { option, found: described(value), wanted });
    this.refused = true;
  }
}

/** A value as messages name it. */
function described(value: unknown): string {
  switch (typeof value) {
    case "undefined":
      return "missing";
    case "string":
    case "number":
    case "boolean":
      return JSON.stringify(value);
    case "object":
      if (value === null) return "null";
      if (!Array.isArray(value)) return "an object";
      return value.length === 0 ? "an empty array" : "an array";
    default:
      return `a ${typeof value}`;
  }
}

function itemsOf(value: unknown, key: string): readonly unknown[] {
  const items = isRecord(value) ? value[key] : undefined;
  return Array.isArray(items) ? items : [];
}
