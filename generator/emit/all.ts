import type { Plan } from "../plan/data/plan.js";
import { clientEmitter } from "./client.js";
import { codecsEmitter } from "./codecs.js";
import type { Artefact, Emitter } from "./emitter.js";
import { enumsEmitter } from "./enums.js";
import { emitFaults } from "./faults.js";
import { indexEmitter } from "./index.js";
import { messagesEmitter } from "./messages.js";
import { operationsEmitter } from "./operations.js";
import { recordsEmitter } from "./records.js";
import { referenceEmitter } from "./reference.js";
import { samplesEmitter } from "./samples.js";
import { serverEmitter } from "./server.js";
import { serviceEmitter } from "./service.js";
import { emitTypeModules } from "./types.js";

export type { Artefact, Emitter } from "./emitter.js";

/** Every file of the output in its order; the modules of further namespaces come behind them. */
export const emitters: readonly Emitter[] = [
  enumsEmitter,
  recordsEmitter,
  messagesEmitter,
  codecsEmitter,
  operationsEmitter,
  clientEmitter,
  serverEmitter,
  serviceEmitter,
  samplesEmitter,
  indexEmitter,
  referenceEmitter,
];

export function emitAll(plan: Plan): readonly Artefact[] {
  return [...emitters.map((emitter) => emitter.emit(plan)), ...emitFaults(plan), ...emitTypeModules(plan)];
}
