/** The namespaces that wildcards admit, as sets (XML Schema 1.0 part 1, 3.10.6). The empty text is no namespace. */
import type { WildcardModel } from "../../model/types.js";

/** A set of namespaces. */
export interface Admitted {
  /** The only namespaces in it; undefined for all. */
  readonly only: readonly string[] | undefined;
  /** Namespaces that are not in it. */
  readonly except: readonly string[];
}

export const everyNamespace: Admitted = { only: undefined, except: [] };

export function isAdmitted({ only, except }: Admitted, uri: string): boolean {
  return only?.includes(uri) ?? !except.includes(uri);
}

/** Namespaces that a wildcard admits (XML Schema 1.0 part 1, 3.10.1). */
export function admittedBy({ namespaces: wanted, targetNamespace }: WildcardModel): Admitted {
  if (wanted === "##any") return everyNamespace;
  if (wanted === "##other") return { only: undefined, except: [...new Set([targetNamespace, ""])] };
  const only = wanted.split(/[ \t\n\r]+/).map((each) => {
    if (each === "##targetNamespace") return targetNamespace;
    return each === "##local" ? "" : each;
  });
  return { only, except: [] };
}

/** The namespaces of one set or the other. */
export function either(one: Admitted, other: Admitted): Admitted {
  const [narrow, wide] = one.only === undefined ? [other, one] : [one, other];
  if (wide.only !== undefined)
    return { only: [...new Set([...(narrow.only ?? []), ...wide.only])], except: [] };
  return { only: undefined, except: wide.except.filter((uri) => !isAdmitted(narrow, uri)) };
}

/** The namespaces of both sets. */
export function both(one: Admitted, other: Admitted): Admitted {
  const [narrow, wide] = one.only === undefined ? [other, one] : [one, other];
  if (narrow.only !== undefined)
    return { only: narrow.only.filter((uri) => isAdmitted(wide, uri)), except: [] };
  return { only: undefined, except: [...new Set([...one.except, ...other.except])] };
}

/** The namespaces of one set that are not in the other. */
export function without(one: Admitted, { only, except }: Admitted): Admitted {
  return both(one, only === undefined ? { only: except, except: [] } : { only: undefined, except: only });
}
