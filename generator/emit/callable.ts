/** The files that calls in this process need: code alone, without interfaces. */
import type { Plan } from "../plan/data/plan.js";
import { writeCodecs } from "./codecs.js";
import type { Write } from "./emitter.js";
import { writeEnumConstant } from "./enums.js";
import { writeFaults } from "./faults.js";
import { functionsEmitter } from "./functions.js";
import { writeJson } from "./json.js";
import { operationsEmitter } from "./operations.js";
import { GeneratedFile } from "./printer/generated-file.js";
import { samplesEmitter } from "./samples.js";
import { serviceEmitter } from "./service.js";
import { typeModulesOf } from "./types.js";

/** What writes each file, by its path without `.ts`. */
const writers: Readonly<Record<string, Write>> = {
  codecs: writeCodecs,
  enums: constantsOf(undefined),
  faults: writeFaults,
  functions: functionsEmitter.write,
  json: writeJson,
  operations: operationsEmitter.write,
  samples: samplesEmitter.write,
  service: serviceEmitter.write,
};

/** Makers of the files, by their paths without `.ts`. */
export function callableFiles(plan: Plan): ReadonlyMap<string, () => GeneratedFile> {
  const modules = typeModulesOf({ ...plan, records: [] }).map(
    ({ alias, path }) => [path, constantsOf(alias)] as const,
  );
  return new Map(
    [...Object.entries(writers), ...modules].map(([path, write]) => [path, () => made(path, write, plan)]),
  );
}

function made(path: string, write: Write, plan: Plan): GeneratedFile {
  const file = new GeneratedFile(`${path}.ts`);
  write(file, plan);
  return file;
}

/** The constants of the enumerations of a module. */
function constantsOf(module: string | undefined): Write {
  return (file, { enums }) => {
    for (const each of enums) if (each.type.module === module) writeEnumConstant(file, each);
  };
}
