import { Diagnostics } from "./diagnostics.js";
import { settingsOf, type GenerateOptions, type GenerateResult } from "./options.js";
import { realPath, shownFrom } from "./read/source.js";
import { planContract } from "./stages.js";
import { causesOf, differencesOf, isCurrent } from "./write/check.js";
import { generatorState } from "./write/generator-state.js";
import { manifestOf, readManifest, schemaFilesOf } from "./write/manifest.js";
import { OutputFolder } from "./write/target.js";
import { applyChanges, changesOf } from "./write/write.js";

export type { Diagnostic } from "./diagnostics.js";
export type { ContractModel } from "./model/types.js";
export type { GenerateOptions, GenerateResult } from "./options.js";

/** Reads the contract, and writes or checks the output. Rejects only for a mistake of the generator itself. */
export async function generate(options: GenerateOptions = {}): Promise<GenerateResult> {
  const settings = settingsOf(options);
  const { base, names, out, check } = settings;
  const before = readManifest(out);
  const inputs = { base, wsdls: names, out, generator: generatorState(), before };
  const none = {
    diagnostics: [],
    written: undefined,
    coverage: undefined,
    causes: [],
    differences: [],
    schema: schemaFilesOf(base, before),
  };
  if (isCurrent(inputs)) return { ...none, outcome: "current" };
  const diagnostics = new Diagnostics(shownFrom(realPath("."), base));
  const { contract, plan } = await planContract(settings, diagnostics);
  const schema = contract.files.map((file) => file.path);
  const refused = (): GenerateResult => ({
    ...none,
    schema,
    outcome: "refused",
    diagnostics: diagnostics.all,
  });
  if (plan === undefined) return refused();
  const { emitAll } = await import("./emit/all.js");
  const artefacts = emitAll(plan);
  const manifest = manifestOf(inputs, contract.files, artefacts);
  const folder = new OutputFolder(out, shownFrom(realPath("."), realPath(out)), before, diagnostics);
  const changes = changesOf(folder, artefacts, manifest);
  if (changes === undefined) return refused();
  const result = { ...none, diagnostics: diagnostics.all, schema, coverage: plan.coverage };
  if (changes.every(({ target, text }) => target.content === text)) return { ...result, outcome: "current" };
  if (check) {
    const causes = causesOf(inputs, manifest.schema, folder);
    return { ...result, outcome: "stale", causes, differences: differencesOf(folder, changes) };
  }
  const written = applyChanges(folder, changes, diagnostics);
  return written === undefined ? refused() : { ...result, outcome: "written", written };
}
