/** The option that restricts a command to a customer; a required customer is an argument instead. */
export const ofCustomer = ["--customer <id>", "only of this customer"] as const;

export interface CustomerOption {
  readonly customer?: string;
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}
