import type { Rows } from "./reading-table.js";

/** MG5xxx: the command line and the configuration file. */
export const configurationTable = {
  MG5001: {
    severity: "error",
    message: "no WSDL is given, and the working folder has no configuration file",
    hint:
      "Name a WSDL, for example: messenger-gen service.wsdl --out generated; or write messenger-gen.config.js, " +
      "or name another configuration file with --config.",
  },
  MG5002: {
    severity: "error",
    message: "the configuration file {file} cannot be loaded: {reason}",
    hint: "Correct the file or its path.",
  },
  MG5003: {
    severity: "error",
    message: "the working folder has two configuration files: {first} and {second}",
    hint: "Remove one of them, or choose one with --config.",
  },
  MG5004: {
    severity: "error",
    message: "unknown option {option}",
    hint: "Options here are: {known}.",
  },
  MG5005: {
    severity: "error",
    message: "{option} is {found}; expected {wanted}",
    hint: "Correct the value. messenger-gen --help describes the options.",
  },
  MG5006: {
    severity: "error",
    message: "{option} applies to a configuration file, but a WSDL is given",
    hint: "Omit the WSDL to run the contracts of the file, or omit {option}.",
  },
  MG5007: {
    severity: "error",
    message: "{first} and {second} have the same output folder {folder}",
    hint: "Give each contract an output folder of its own with out.",
  },
  MG5008: {
    severity: "error",
    message: "no contract of the configuration has the output folder {folder}",
    hint: "Output folders of the configuration: {known}.",
  },
  MG5009: {
    severity: "error",
    message: "--out names one folder for {count} contracts",
    hint: "Choose one contract with --only, or omit --out.",
  },
  MG5010: {
    severity: "error",
    message: "an option for fetching documents cannot be used: {reason}",
    hint: "Correct --save, --header, --basic, --certificate, --key or --ca, or the file that it names.",
  },
  MG5011: {
    severity: "error",
    message: "{file} exists; init never overwrites a configuration file",
    hint: "Add the contract to the file, or remove the file first.",
  },
  MG5012: {
    severity: "error",
    message: "{revision} cannot be read: {reason}",
    hint: "Name a revision of the checkout, such as HEAD~1, main or v1.0, and a file that it has; a CI job may have to fetch the history first.",
  },
  MG5013: {
    severity: "error",
    message: "{option} names the operation {operation}, which the output does not have",
    hint: "Operations, those of one name with numbers: {known}.",
  },
  MG5014: {
    severity: "error",
    message: '{file} needs the files that emit "types" leaves out',
    hint: "Omit {option}, or --emit types.",
  },
  MG5015: {
    severity: "error",
    message: "jsonNames gives the members {first} and {member} of {of} the same name {name}",
    hint: "Give one of them a name of its own: jsonNames is an object with names by members.",
  },
  MG5016: {
    severity: "error",
    message: "the emitter {name} failed: {reason}",
    hint: "Correct the emitter in the configuration file. Files of emitters end with .ts, .mts, .js, .mjs or .md.",
  },
  MG5017: {
    severity: "error",
    message: "rest leaves out operations ({count}): {operations}",
    hint: "Give each an object with its path (an empty one: POST with its name), or false if it is not served over JSON.",
  },
  MG5018: {
    severity: "error",
    message: "{option} names the operation {operation}: {reason}",
    hint: "Omit the operation from the option.",
  },
} as const satisfies Rows;
