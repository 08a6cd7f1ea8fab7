import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type * as JestGlobals from "@jest/globals";
import type Runtime from "jest-runtime";
import { SharedEnvironment } from "./environment.js";
import { installHooks, markedUrl } from "./modules.js";

const require = createRequire(import.meta.url);

// Its types are those of `require`: what they call the default export is not that of the ES module.
const { default: JestRuntime } = require("jest-runtime") as typeof Runtime;

let files = 0;
let current: typeof JestGlobals | undefined;

/** Functions of Jest for the test file that runs. */
export function currentGlobals(): typeof JestGlobals {
  if (current === undefined) throw new Error("No test file runs.");
  return current;
}

/**
 * Loads test files with Node's own loader. Jest's runtime loads all modules again for each test file, in a context of `node:vm`; here
 * a process loads the modules of packages once.
 */
export default class SharedRuntime extends JestRuntime {
  readonly #isShared: boolean;

  constructor(...parameters: ConstructorParameters<typeof JestRuntime>) {
    super(...parameters);
    const [, environment] = parameters;
    this.#isShared = environment instanceof SharedEnvironment;
  }

  /** The framework has state of its test file: it is loaded for each. What it loads is shared. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as in the class that it extends
  override requireInternalModule<T>(from: string, to?: string): T {
    if (!this.#isShared) return super.requireInternalModule(from, to);
    forgetFramework(from);
    return require(from) as T;
  }

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as in the class that it extends
  override requireModule<T>(...parameters: Parameters<InstanceType<typeof JestRuntime>["requireModule"]>): T {
    const [from, name = from] = parameters;
    if (!this.#isShared) return super.requireModule(...parameters);
    return createRequire(from)(name) as T;
  }

  override async unstable_importModule(from: string, name?: string): Promise<unknown> {
    if (!this.#isShared) return super.unstable_importModule(from, name);
    installHooks();
    current = this.requireModuleOrMock<typeof JestGlobals>(from, "@jest/globals");
    return import(markedUrl(pathToFileURL(from).href, (files += 1)));
  }
}

/** Removes the framework of the test file before, with its state and event handlers, which are global. */
function forgetFramework(path: string): void {
  Reflect.deleteProperty(require.cache, path);
  for (const name of Object.getOwnPropertySymbols(globalThis))
    if (name.description === "JEST_STATE_SYMBOL" || name.description === "EVENT_HANDLERS")
      Reflect.deleteProperty(globalThis, name);
}
