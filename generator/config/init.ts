import { existsSync, writeFileSync } from "node:fs";
import { Diagnostics, type Diagnostic } from "../diagnostics.js";
import type { ContractConfig } from "./config.js";
import type { ContractFlags } from "./contracts.js";
import { optionsIn } from "../option-values.js";
import { configNames } from "./load.js";
import { askContract, type Console } from "./questions.js";

/** The file that `init` writes: an ES module in any project. */
const initName = "messenger-gen.config.mjs";

/** Result of `init`. */
interface Initialized {
  readonly diagnostics: readonly Diagnostic[];
  /** Name of the written file; undefined if a configuration file existed, or the answers ended early. */
  readonly written: string | undefined;
}

/**
 * Writes a configuration file with one contract into the working folder.
 *
 * @param console asked for what the command line does not say; undefined for no questions
 */
export async function initialize(
  wsdls: readonly string[],
  flags: ContractFlags,
  console: Console | undefined,
): Promise<Initialized> {
  const diagnostics = new Diagnostics();
  const file = configNames.find((name) => existsSync(name));
  if (file !== undefined) {
    diagnostics.reportFile("MG5011", file, { file });
    return { diagnostics: diagnostics.all, written: undefined };
  }
  const options: Partial<ContractConfig> = optionsIn(flags);
  const asked = console === undefined ? { wsdl: wsdls } : await askContract(wsdls, options, console);
  if (asked === undefined) return { diagnostics: [], written: undefined };
  writeFileSync(initName, configText({ ...asked, ...options }), { flag: "wx" });
  return { diagnostics: diagnostics.all, written: initName };
}

function configText({ wsdl, ...options }: ContractConfig): string {
  const all = { wsdl: typeof wsdl !== "string" && wsdl.length === 1 ? wsdl[0] : wsdl, ...options };
  const members = Object.entries(all).map(([name, value]) => `      ${name}: ${JSON.stringify(value)},\n`);
  return `import { defineConfig } from "messenger-gen";

export default defineConfig({
  contracts: [
    {
${members.join("")}    },
  ],
});
`;
}
