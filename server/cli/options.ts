/** The option of commands that a customer narrows down; a command that needs a customer takes it as an argument. */
export const ofCustomer = ["--customer <id>", "only of this customer"] as const;

export interface CustomerOption {
  readonly customer?: string;
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}
