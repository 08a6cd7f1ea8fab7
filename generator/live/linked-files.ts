/**
 * Generated files in the memory of this process. Their declarations are printed by the code that prints them into files, without types,
 * and each is compiled when a program uses it first: a call of a large contract leads to few of its types.
 */
import type { Code, Reference } from "../emit/printer/code.js";
import type { GeneratedFile } from "../emit/printer/generated-file.js";
import { GivenNames, isImport, localNames, nameOfAll } from "../emit/printer/given-names.js";
import { scriptText, type NameOf } from "../emit/printer/flat-text.js";
import type { CodeSymbol } from "../emit/printer/symbols.js";
import { merged, usageOf } from "../emit/printer/used-symbols.js";
import { Declared } from "./declared.js";

/** The exports of a module. */
export type Exports = Readonly<Record<string, unknown>>;

/** Loads a file of the output: `client` for `client.ts`. */
export type LoadModule = (name: string) => Exports;

/** The files of an output by their names, each made when it is loaded first. */
export type FileMakers = ReadonlyMap<string, () => GeneratedFile>;

/**
 * What generated modules import besides each other. Dynamic imports, so that the bundle of the command loads the installed packages too:
 * classes of errors are the same for the host and for programs.
 */
const packages: Readonly<Record<string, () => Promise<object>>> = {
  "messenger-gen-runtime": () => import("messenger-gen-runtime"),
  "messenger-gen-runtime/codec": () => import("messenger-gen-runtime/codec"),
  "messenger-gen-runtime/interceptors": () => import("messenger-gen-runtime/interceptors"),
  "messenger-gen-runtime/json": () => import("messenger-gen-runtime/json"),
};

export async function linkedFiles(files: FileMakers): Promise<LoadModule> {
  const loaded = new Map<string, Exports>();
  // One after the other: test runners lose modules that two imports at the same time have in common.
  for (const [name, importPackage] of Object.entries(packages))
    loaded.set(name, (await importPackage()) as Exports);
  const load: LoadModule = (name) => {
    const known = loaded.get(name);
    if (known !== undefined) return known;
    const make = files.get(name);
    if (make === undefined) throw new Error(`No generated file is called ${name}.`);
    const { exports } = new LinkedFile(name, make(), (module) => load(fileOf(module)));
    loaded.set(name, exports);
    return exports;
  };
  return load;
}

/** The file that an import names, relative to the top of the output; a package by its name. */
function fileOf(module: string): string {
  return module.startsWith("./") ? module.slice(2).replace(/\.js$/, "") : module;
}

type Run = (...given: readonly unknown[]) => unknown;

class LinkedFile {
  /** Getters, of which each is replaced by its value. */
  readonly exports: Exports;
  readonly #name: string;
  readonly #file: GeneratedFile;
  readonly #load: LoadModule;
  readonly #declared = new Map<CodeSymbol, Declared>();

  constructor(name: string, file: GeneratedFile, load: LoadModule) {
    this.#name = name;
    this.#file = file;
    this.#load = load;
    const exports = {};
    for (const each of file.exportedCode) {
      const get = (): unknown => {
        const { value } = this.#declaration(file.exported(each));
        Object.defineProperty(exports, each, { value });
        return value;
      };
      Object.defineProperty(exports, each, { get, enumerable: true, configurable: true });
    }
    this.exports = exports;
  }

  #declaration(symbol: CodeSymbol): Declared {
    const known = this.#declared.get(symbol);
    if (known !== undefined) return known;
    const declared = new Declared(() => this.#evaluated(symbol));
    this.#declared.set(symbol, declared);
    return declared;
  }

  /** Undefined for an export without code, such as the codec of an empty message. */
  #evaluated(self: CodeSymbol): unknown {
    const body = this.#file.codeOf(self);
    return body === undefined ? undefined : this.#run(self, body);
  }

  #run(self: CodeSymbol, body: Code): unknown {
    const { mentions, variables } = usageOf([body], "values");
    const others = mentions.filter(({ symbol }) => symbol !== self && isOfModule(symbol));
    const names = new GivenNames(
      merged([mentions]),
      [],
      [self, ...others.map(({ symbol }) => symbol).filter(isOwn)],
    );
    const script = scriptText(body, linkedNames(self, nameOfAll(names, localNames(variables, names))));
    const declaration = script.replace(/^\s*export /, "");
    const parameters = others.map(({ symbol }) => names.nameOf(symbol));
    const values = others.map(({ symbol }) => this.#linked(symbol));
    return compiled(
      `${this.#name}/${self.name}`,
      parameters,
      `${declaration}\nreturn ${names.nameOf(self)};`,
    )(...values);
  }

  /** What a script gets for a symbol. */
  #linked(symbol: CodeSymbol): unknown {
    if (symbol.kind === "module") return this.#load(symbol.module);
    return symbol.kind === "imported" ? this.#load(symbol.module)[symbol.name] : this.#declaration(symbol);
  }
}

/** True for a symbol that scripts get from outside; members belong to their modules. */
function isOfModule(symbol: CodeSymbol): boolean {
  return isImport(symbol) || isOwn(symbol);
}

/** True for a declaration of the same file. */
function isOwn({ kind }: CodeSymbol): boolean {
  return kind === "constant" || kind === "exported";
}

/** Other declarations of the file are objects that have their values. */
function linkedNames(self: CodeSymbol, nameOf: NameOf): NameOf {
  return (reference: Reference) => {
    const name = nameOf(reference);
    if (reference.symbol === self || !isOwn(reference.symbol)) return name;
    return `${name}.${reference.isLate === true ? "late" : "value"}`;
  };
}

/**
 * The function of a script. Not by `node:vm`: the code must be in the realm of the runtime, also where a test runner has realms of its own,
 * for `instanceof` to hold. The script is the output of this generator.
 */
function compiled(name: string, parameters: readonly string[], script: string): Run {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- see above
  return new Function(...parameters, `"use strict";\n${script}\n//# sourceURL=generated/${name}`) as Run;
}
