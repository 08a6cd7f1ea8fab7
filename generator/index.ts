import { artefactsOf } from "./artefacts.js";
import { Diagnostics } from "./diagnostics.js";
import { manifestOptions } from "./manifest-options.js";
import { settingsOf, type GenerateOptions, type GenerateResult, type Settings } from "./options.js";
import type { DiffOptions, DiffResult } from "./diff.js";
import type { DocumentFiles } from "./read/contract.js";
import { isAddress } from "./read/names.js";
import { permittedFolders, realPath, shownFrom } from "./read/source.js";
import { planContract } from "./stages.js";
import { causesOf, differencesOf, isCurrent, type Inputs } from "./write/check.js";
import { generatorState } from "./write/generator-state.js";
import { hashOf, inputsOf, manifestOf, readManifest, type InputFile } from "./write/manifest.js";
import { OutputFolder } from "./write/target.js";
import { actionsOf, applyChanges, changesOf, isLeft } from "./write/write.js";

export { defineConfig, type Config, type ContractConfig, type ScaffoldOptions } from "./config/config.js";
export type { ContractChange, DiffOptions, DiffResult } from "./diff.js";
export type { Diagnostic } from "./diagnostics.js";
export type { ContractModel } from "./model/types.js";
export type { ContractOptions, GenerateOptions, GenerateResult } from "./options.js";
export type { JsonMembers, JsonMethod, RestOperation, RestOptions } from "./plan/data/json-calls.js";
export type { JsonNames } from "./plan/data/json-names.js";
export type { OnProgress, Stage } from "./progress.js";
export type { InputFile } from "./write/manifest.js";
export type {
  CustomEmitter,
  OutputEnumeration,
  OutputField,
  OutputOperation,
  OutputPlan,
  OutputRecord,
  OutputService,
  WriteFile,
} from "./emit/custom.js";
export type { FileAction } from "./write/write.js";

/** Compares two versions of a contract. Rejects only for an internal error. */
export async function diff(options: DiffOptions): Promise<DiffResult> {
  const { diffVersions } = await import("./diff.js");
  return diffVersions(options);
}

/** Reads one contract, and writes or checks its output. Rejects only for an internal error. */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const settings = settingsOf(options);
  const inputs = inputsOfRun(settings);
  const { base, before } = inputs;
  // The files of emitters depend on code that is not hashed.
  if (options.dryRun !== true && settings.emitters.length === 0 && isCurrent(inputs)) {
    return { ...nothing, outcome: "current", inputs: before === undefined ? [] : inputsOf(base, before) };
  }
  const diagnostics = new Diagnostics(shownFrom(realPath("."), base));
  const { onProgress = () => undefined } = options;
  const needless = settings.emit === "types" ? beyondTypes(settings) : undefined;
  if (needless !== undefined) {
    diagnostics.reportFile("MG5014", "configuration", needless);
    return { ...nothing, outcome: "refused", diagnostics: diagnostics.all, inputs: [] };
  }
  const { contract, plan } = await planContract({ ...settings, onProgress }, diagnostics);
  const read = { inputs: filesRead(contract) };
  const refused = (): GenerateResult => ({
    ...nothing,
    ...read,
    outcome: "refused",
    diagnostics: diagnostics.all,
  });
  if (plan === undefined) return refused();
  const artefacts = await artefactsOf(plan, settings, diagnostics, onProgress);
  if (artefacts === undefined) return refused();
  onProgress("write");
  const missing = contract.missing.map((path) => shownFrom(base, path));
  const schema = { files: contract.files, missing };
  const folder = new OutputFolder(
    settings.out,
    shownFrom(realPath("."), realPath(settings.out)),
    before,
    diagnostics,
  );
  const manifest = manifestOf({ ...inputs, hasErrors: diagnostics.hasErrors }, schema, artefacts);
  const changes = changesOf(folder, { artefacts, manifest, before });
  if (changes === undefined) return refused();
  const result = {
    ...nothing,
    ...read,
    diagnostics: diagnostics.all,
    coverage: plan.coverage,
    files: actionsOf(changes),
  };
  if (isLeft(changes)) return { ...result, outcome: "current" };
  if (options.check === true || options.dryRun === true) {
    const causes = causesOf(inputs, schema, folder);
    return { ...result, outcome: "stale", causes, differences: differencesOf(folder, changes) };
  }
  return applyChanges(folder, changes, diagnostics) ? { ...result, outcome: "written" } : refused();
}

/** An option that types alone are not enough for, and its file. */
function beyondTypes({
  json,
  mocks,
}: Settings): { readonly file: string; readonly option: string } | undefined {
  if (json) return { file: "json.ts", option: "--json" };
  return mocks === "msw" ? { file: "mocks.ts", option: "--mocks" } : undefined;
}

const nothing = {
  diagnostics: [],
  files: undefined,
  coverage: undefined,
  causes: [],
  differences: [],
} as const;

function inputsOfRun(settings: Settings): Inputs {
  const { wsdls, out, allow, base, shown } = settings;
  return {
    base,
    folders: permittedFolders(wsdls, allow),
    out,
    before: readManifest(out),
    generator: generatorState(),
    options: manifestOptions(settings),
    wsdls: shown,
  };
}

function filesRead({ files, missing }: DocumentFiles): readonly InputFile[] {
  return [
    ...files.map(({ path, bytes }) => ({ path, hash: hashOf(bytes) })),
    ...missing.filter((path) => !isAddress(path)).map((path) => ({ path, hash: undefined })),
  ];
}
