/** The files of an output, by the options of its contract. Emitters of some of them are loaded only where they are wanted. */
import type { Diagnostics } from "./diagnostics.js";
import type { Artefact, OnPrint } from "./emit/emitter.js";
import type { Settings } from "./options.js";
import type { Plan } from "./plan/data/plan.js";
import type { OnProgress } from "./progress.js";
import { reasonOf } from "./read/source.js";

/** Undefined, with diagnostics, if an emitter of the configuration fails. */
export async function artefactsOf(
  plan: Plan,
  settings: Settings,
  diagnostics: Diagnostics,
  onProgress: OnProgress,
): Promise<readonly Artefact[] | undefined> {
  const { emit, client, json, schemas, mocks, emitters } = settings;
  const onPrint: OnPrint = (path) => {
    onProgress("print", path);
  };
  onProgress("emit");
  const { emitAll } = await import("./emit/all.js");
  const own = [...emitAll(plan, { emit, client, onProgress })];
  if (json) {
    onProgress("emit", "json.ts");
    own.push(...(await jsonArtefacts(plan, diagnostics, onPrint)));
  }
  if (schemas) {
    onProgress("emit", "schemas.ts");
    const { emitSchemas } = await import("./emit/schemas.js");
    own.push(...emitSchemas(plan, undefined, onPrint));
  }
  if (mocks === "msw") {
    onProgress("emit", "mocks.ts");
    const { mocksEmitter } = await import("./emit/mocks.js");
    own.push(mocksEmitter.emit(plan, onPrint));
  }
  if (emitters.length === 0) return own;
  onProgress("emit");
  return customArtefacts(plan, settings, own, diagnostics);
}

async function jsonArtefacts(
  plan: Plan,
  diagnostics: Diagnostics,
  onPrint: OnPrint,
): Promise<readonly Artefact[]> {
  // One after the other: Jest, in which programs may call the generator, loses what imports at the same time have in common.
  const { emitJson } = await import("./emit/json.js");
  const { emitOpenApi } = await import("./emit/openapi.js");
  const { lostFacets, renamedOperations } = await import("./emit/openapi/losses.js");
  for (const { type, origin, facets } of lostFacets(plan))
    diagnostics.report("MG3014", origin, { type, facets: facets.join(", ") });
  for (const { name, origin, path } of renamedOperations(plan))
    diagnostics.report("MG3015", origin, { operation: name, path });
  return [...emitJson(plan, undefined, onPrint), emitOpenApi(plan)];
}

/** The files of the output with those of the emitters of the configuration. */
async function customArtefacts(
  plan: Plan,
  { emitters }: Settings,
  own: readonly Artefact[],
  diagnostics: Diagnostics,
): Promise<readonly Artefact[] | undefined> {
  const { emitCustom } = await import("./emit/custom.js");
  const all = [...own];
  let failed = false;
  for (const emitter of emitters) {
    try {
      all.push(...emitCustom(plan, emitter, new Set(all.map(({ path }) => path))));
    } catch (error) {
      failed = true;
      diagnostics.reportFile("MG5016", "configuration", { name: emitter.name, reason: reasonOf(error) });
    }
  }
  return failed ? undefined : all;
}
