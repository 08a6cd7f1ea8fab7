import type { Plan } from "../plan/data/plan.js";
import { clientEmitter } from "./client.js";
import { emitCodecs, longestCodecs } from "./codecs.js";
import type { Artefact, Emitter, SourceArtefact } from "./emitter.js";
import { enumsEmitter } from "./enums.js";
import { emitFaults } from "./faults.js";
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

const sourceEmitters: readonly Emitter<SourceArtefact>[] = [
  enumsEmitter,
  recordsEmitter,
  messagesEmitter,
  operationsEmitter,
  clientEmitter,
  serverEmitter,
  serviceEmitter,
  samplesEmitter,
];

/** Every file of the output in its order but the index, the faults, the repeated elements, the modules of further namespaces and the codecs. */
export const emitters: readonly Emitter[] = [...sourceEmitters, referenceEmitter];

export interface EmitOptions {
  /** Characters of a module of codecs. */
  readonly longest?: number | undefined;
  readonly onProgress?: (stage: "emit", file: string) => void;
}

export function emitAll(
  plan: Plan,
  { longest = longestCodecs, onProgress = () => undefined }: EmitOptions = {},
): readonly Artefact[] {
  const sources = sourceEmitters.map((emitter) => {
    onProgress("emit", emitter.path);
    return emitter.emit(plan);
  });
  const further = [...emitFaults(plan), ...emitItems(plan), ...emitTypeModules(plan)];
  const index = emitIndex(plan, [...sources, ...further]);
  const reference = referenceEmitter.emit(plan);
  onProgress("emit", "codecs.ts");
  return [...sources, index, reference, ...further, ...emitCodecs(plan, longest)];
}
