/**
 * The text of a function or constant before its file has given names, with the names that its symbols have where nothing else wants them.
 * Few texts need another name; those are printed again. The code itself is not kept: it takes ten times the memory of its text.
 */
import type { Code, Reference } from "./code.js";
import type { CodePart } from "./declarations.js";
import { localNames, nameOfAll, type ModuleNames } from "./given-names.js";
import { laidOut, layout, type LaidOut } from "./layout.js";
import type { LocalSymbol } from "./symbols.js";
import { usageOf, type UsedVariables } from "./used-symbols.js";

const exportWord = "export ";

export class GuessedText {
  /** What the code refers to, without its variables. */
  readonly mentions: readonly Reference[];
  readonly #print: CodePart["print"];
  /** Names of its variables. */
  readonly #locals: readonly string[];
  /** Variables that have other names than they prefer, with the others; undefined, as usual, if there are none. */
  readonly #renamed: Renamed | undefined;
  readonly #laid: LaidOut;

  /** @param guess the names of the file, as far as they are known */
  constructor(body: Code, print: CodePart["print"], guess: ModuleNames) {
    const { mentions, variables } = usageOf([body]);
    const names = localNames(variables, guess);
    this.#print = print;
    this.mentions = mentions;
    this.#locals = [...names.values()];
    this.#renamed = [...names].some(([local, name]) => local.name !== name)
      ? { variables, names }
      : undefined;
    this.#laid = laidOut(body, nameOfAll(guess, names));
  }

  /** The text with the names of the file. */
  named(names: ModuleNames): string {
    return this.#isRight(names) ? this.#laid.text : this.#again(names, "");
  }

  /** The same behind `export`. */
  exported(names: ModuleNames): string {
    return this.#isRight(names) && this.#laid.room >= exportWord.length
      ? exportWord + this.#laid.text
      : this.#again(names, exportWord);
  }

  #isRight(names: ModuleNames): boolean {
    for (const { symbol } of this.mentions)
      if (symbol.kind !== "member" && names.nameOf(symbol) !== symbol.name) return false;
    if (this.#renamed !== undefined) return isSame(this.#renamed, names);
    return !this.#locals.some((name) => names.isTaken(name));
  }

  #again(names: ModuleNames, before: string): string {
    const body = [before, this.#print() ?? ""];
    return layout(body, nameOfAll(names, localNames(usageOf([body]).variables, names)));
  }
}

/** Variables with the names that were guessed. */
interface Renamed {
  readonly variables: UsedVariables;
  readonly names: ReadonlyMap<LocalSymbol, string>;
}

function isSame({ variables, names: guessed }: Renamed, names: ModuleNames): boolean {
  return [...localNames(variables, names)].every(([local, name]) => guessed.get(local) === name);
}
