/** Settings of the compiler that a project may have: the output of the generator compiles in all of them. */

/** Versions of TypeScript that are supported: the first, and the last of each major version since. */
export const versions: readonly string[] = ["5.4", "5.9", "6.0", "7.0"];

type Options = Readonly<Record<string, boolean | string | readonly string[]>>;

const checks: Options = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  noUncheckedSideEffectImports: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
};

const sets: Readonly<Record<string, Options>> = {
  loose: { strict: false, noImplicitAny: true },
  strict: { strict: true },
  exact: { strict: true, exactOptionalPropertyTypes: true },
  checked: checks,
  strictest: { ...checks, exactOptionalPropertyTypes: true },
};

/** Names of the sets of checks. */
export const setNames: readonly string[] = Object.keys(sets);

/** How modules are found, and where the declarations of the platform come from. */
const resolutions: Readonly<Record<string, Options>> = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext", lib: ["es2023"], types: ["node"] },
  bundler: { module: "esnext", moduleResolution: "bundler", lib: ["es2023", "dom"], types: [] },
};

/** Options that came after the first version. */
const since: Readonly<Record<string, number>> = {
  isolatedDeclarations: 5.5,
  noUncheckedSideEffectImports: 5.6,
  erasableSyntaxOnly: 5.8,
};

/** One version of the compiler with one set of checks and one resolution of modules. */
export interface Cell {
  readonly version: string;
  readonly set: string;
  readonly resolution: string;
  /** As in `compilerOptions` of a `tsconfig.json`. */
  readonly options: Options;
}

/** The cells of a version, for these sets. */
export function cellsOf(version: string, names: readonly string[] = setNames): readonly Cell[] {
  const isKnown = ([option]: readonly [string, unknown]): boolean => (since[option] ?? 0) <= Number(version);
  return names.flatMap((set) => {
    const checked = sets[set];
    if (checked === undefined) throw new Error(`unknown set ${set}: use ${setNames.join(", ")}`);
    return Object.entries(resolutions).map(([resolution, modules]) => {
      const all = { target: "es2022", noEmit: true, skipLibCheck: false, ...modules, ...checked };
      return { version, set, resolution, options: Object.fromEntries(Object.entries(all).filter(isKnown)) };
    });
  });
}
