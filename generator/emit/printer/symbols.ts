/** Symbols of a generated file. Their names are assigned when the file is printed. */

/** A named import, renamed if its name is taken. */
export interface ImportedSymbol {
  readonly kind: "imported";
  readonly name: string;
  readonly module: string;
}

/** A module imported as a whole. */
export interface ModuleSymbol {
  readonly kind: "module";
  readonly name: string;
  readonly module: string;
}

/** Member of a module imported as a whole. No name of the file can hide it. */
export interface MemberSymbol {
  readonly kind: "member";
  readonly name: string;
  readonly of: ModuleSymbol;
}

/** Declared and exported by the file; the plan decides its name. */
export interface ExportedSymbol {
  readonly kind: "exported";
  readonly name: string;
}

/** Declared by the file and not exported. */
export interface ConstantSymbol {
  readonly kind: "constant";
  /** Preferred name. */
  readonly name: string;
}

/** A variable or parameter. */
export interface LocalSymbol {
  readonly kind: "local";
  /** Preferred name. */
  readonly name: string;
  readonly scope: Scope;
}

/** A name of the language, such as `Promise`. */
export interface GlobalSymbol {
  readonly kind: "global";
  readonly name: string;
}

/** Symbols with a name at the top level of a module. */
export type ModuleLevelSymbol = ImportedSymbol | ModuleSymbol | ExportedSymbol | ConstantSymbol;

export type CodeSymbol = ModuleLevelSymbol | MemberSymbol | LocalSymbol | GlobalSymbol;

/** Variables of a function; those of an inner function or block differ from those around it. */
export class Scope {
  readonly outer: Scope | undefined;
  readonly #locals: LocalSymbol[] = [];

  constructor(outer?: Scope) {
    this.outer = outer;
  }

  local(name: string): LocalSymbol {
    const local: LocalSymbol = { kind: "local", name, scope: this };
    this.#locals.push(local);
    return local;
  }

  inner(): Scope {
    return new Scope(this);
  }

  /** In the order of their declaration. */
  get locals(): readonly LocalSymbol[] {
    return this.#locals;
  }
}
