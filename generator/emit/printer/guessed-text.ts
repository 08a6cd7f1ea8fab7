/**
 * The text of a function or constant before its file has given names, with the names that its symbols have where nothing else wants them.
 * Few texts need another name; those are printed again. The code itself is not kept: it takes ten times the memory of its text.
 */
import type { Code, Reference } from "./code.js";
import type { CodePart } from "./declarations.js";
import { localNames, nameOfAll, type ModuleNames } from "./given-names.js";
import { laidOut, layout, type LaidOut } from "./layout.js";
import type { LocalSymbol } from "./symbols.js";
import { mentionsIn, variablesIn, type UsedVariables } from "./used-symbols.js";

const exportWord = "export ";

export class GuessedText {
  /** What the code refers to, without its variables. */
  readonly mentions: readonly Reference[];
  readonly #print: CodePart["print"];
  readonly #variables: UsedVariables;
  readonly #locals: ReadonlyMap<LocalSymbol, string>;
  readonly #laid: LaidOut;

  /** @param guess the names of the file, as far as they are known */
  constructor(body: Code, print: CodePart["print"], guess: ModuleNames) {
    this.#print = print;
    this.mentions = mentionsIn([body]);
    this.#variables = variablesIn([body]);
    this.#locals = localNames(this.#variables, guess);
    this.#laid = laidOut(body, nameOfAll(guess, this.#locals));
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
    for (const [{ name: preferred }, name] of this.#locals)
      if (name !== preferred || names.isTaken(name)) return this.#isSame(localNames(this.#variables, names));
    return true;
  }

  #isSame(locals: ReadonlyMap<LocalSymbol, string>): boolean {
    return [...locals].every(([local, name]) => this.#locals.get(local) === name);
  }

  #again(names: ModuleNames, before: string): string {
    const body = [before, this.#print() ?? ""];
    return layout(body, nameOfAll(names, localNames(variablesIn([body]), names)));
  }
}
