import type { Plan } from "../plan/data/plan.js";
import { clientEmitter } from "./client.js";
import { emitCodecs, longestCodecs } from "./codecs.js";
import type { Artefact, Emitter, SourceArtefact } from "./emitter.js";
import { enumsEmitter } from "./enums.js";
import { emitFaults } from "./faults.js";
import { functionsEmitter } from "./functions.js";
import { emitItems } from "./items.js";
import { emitIndex } from "./index.js";
import { messagesEmitter } from "./messages.js";
import { operationsEmitter } from "./operations.js";
import { recordsEmitter } from "./records.js";
import { referenceEmitter } from "./reference.js";
import { samplesEmitter } from "./samples.js";
import { serverEmitter } from "./server.js";
import { serviceEmitter } from "./service.js";
import { emitTypeModules } from "./types.js";

export type { Artefact, Emitter } from "./emitter.js";

const typeEmitters: readonly Emitter<SourceArtefact>[] = [enumsEmitter, recordsEmitter, messagesEmitter];

/** Makes what calls the operations. */
const clientEmitters = { class: clientEmitter, functions: functionsEmitter } as const;

function sourceEmitters(client: keyof typeof clientEmitters): readonly Emitter<SourceArtefact>[] {
  const calling = [operationsEmitter, clientEmitters[client]];
  return [...typeEmitters, ...calling, serverEmitter, serviceEmitter, samplesEmitter];
}

/** Every file of the output in its order but the index, the faults, the repeated elements, the modules of further namespaces and the codecs. */
export const emitters: readonly Emitter[] = [...sourceEmitters("class"), referenceEmitter];

/** Which files an output has. */
export interface OutputParts {
  /** `types`: enumerations, records, messages and the index alone (default: `all`). */
  readonly emit?: "all" | "types" | undefined;
  /** A class with a method for each operation, or a function for each (default: `class`). */
  readonly client?: keyof typeof clientEmitters | undefined;
}

export interface EmitOptions extends OutputParts {
  /** Characters of a module of codecs. */
  readonly longest?: number | undefined;
  readonly onProgress?: (stage: "emit" | "print", file: string) => void;
}

export function emitAll(
  plan: Plan,
  { emit = "all", client = "class", longest = longestCodecs, onProgress = () => undefined }: EmitOptions = {},
): readonly Artefact[] {
  const onPrint = (path: string): void => {
    onProgress("print", path);
  };
  const sourcesOf = (all: readonly Emitter<SourceArtefact>[]): readonly SourceArtefact[] =>
    all.map((emitter) => {
      onProgress("emit", emitter.path);
      return emitter.emit(plan, onPrint);
    });
  const after = <T>(path: string, emitted: () => T): T => {
    onProgress("emit", path);
    return emitted();
  };
  const sources = sourcesOf(emit === "types" ? typeEmitters : sourceEmitters(client));
  const modules = after("types", () => emitTypeModules(plan, onPrint));
  if (emit === "types") {
    const types = [...sources, ...modules];
    return [...types, after("index.ts", () => emitIndex(plan, types, onPrint))];
  }
  const faults = after("faults.ts", () => [...emitFaults(plan, onPrint), ...emitItems(plan, onPrint)]);
  const further = [...faults, ...modules];
  const index = after("index.ts", () => emitIndex(plan, [...sources, ...further], onPrint));
  const reference = after("reference.md", () => referenceEmitter.emit(plan));
  const codecs = after("codecs.ts", () => emitCodecs(plan, longest, onPrint));
  return [...sources, index, reference, ...further, ...codecs];
}
