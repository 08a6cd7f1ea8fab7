/** A name on the wire. */
export interface QNamePlan {
  readonly namespace: string;
  readonly name: string;
  /** How a message writes the name: with the prefix of its namespace where that is not the default one. */
  readonly tag: string;
}

/** A namespace and its names. */
export interface NamespacePlan {
  readonly uri: string;
  /** Constant for the URI in generated code. */
  readonly constant: string;
  /** Empty if names of the namespace have no prefix. */
  readonly prefix: string;
  /** Module of its types; undefined for those of the main namespace, in `records.ts` and `enums.ts`. */
  readonly module: ModulePlan | undefined;
}

export interface ModulePlan {
  /** Under which other modules import it. */
  readonly alias: string;
  /** Under which `index.ts` exports it. */
  readonly exportName: string;
  /** Below the output folder, without `.ts`. */
  readonly path: string;
}

/** A declared type. */
export interface TypeNamePlan {
  /** TypeScript name in its module. */
  readonly name: string;
  /** The same name, made different from those of all other modules: stem of functions and constants. */
  readonly unique: string;
  /** Alias of the module; undefined in the main namespace. */
  readonly module: string | undefined;
}
