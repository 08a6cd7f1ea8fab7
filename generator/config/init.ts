import { existsSync, writeFileSync } from "node:fs";
import { Diagnostics, type Diagnostic } from "../diagnostics.js";
import type { ContractFlags } from "./contracts.js";
import { configNames } from "./load.js";
import { contractFields } from "./validate.js";

/** The file that `init` writes: an ES module in any project. */
const initName = "messenger-gen.config.mjs";

/** Result of `init`. */
interface Initialized {
  readonly diagnostics: readonly Diagnostic[];
  /** Name of the written file; undefined if a configuration file existed. */
  readonly written: string | undefined;
}

/** Writes a configuration file with one contract into the working folder. */
export function writeConfig(wsdls: readonly string[], flags: ContractFlags): Initialized {
  const diagnostics = new Diagnostics();
  const file = configNames.find((name) => existsSync(name));
  if (file !== undefined) {
    diagnostics.reportFile("MG5011", file, { file });
    return { diagnostics: diagnostics.all, written: undefined };
  }
  const options = Object.entries(flags).filter(([name]) => Object.hasOwn(contractFields, name));
  const wsdl = wsdls.length === 1 ? wsdls[0] : wsdls;
  const contract = [["wsdl", wsdl] as const, ...options].map(
    ([name, value]) => `      ${name}: ${JSON.stringify(value)},\n`,
  );
  const text = `import { defineConfig } from "messenger-gen";

export default defineConfig({
  contracts: [
    {
${contract.join("")}    },
  ],
});
`;
  writeFileSync(initName, text, { flag: "wx" });
  return { diagnostics: diagnostics.all, written: initName };
}
