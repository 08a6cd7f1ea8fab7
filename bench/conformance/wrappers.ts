import type { ContractModel, PartModel } from "#generator/model/types.js";

/** The element around the parts of an rpc message, which no schema declares. */
export interface Wrapper {
  readonly namespace: string;
  readonly name: string;
  readonly parts: readonly PartModel[];
}

/** Those of all rpc bindings; messages of overloaded operations share a name. */
export function rpcWrappers({ bindings, portTypes, messages }: ContractModel): readonly Wrapper[] {
  const partsOf = new Map(messages.map(({ id, parts }) => [id, parts]));
  return bindings.flatMap(({ portType, operations }) =>
    operations
      .filter(({ style }) => style === "rpc")
      .flatMap((bound) => {
        const declared = portTypes.find(({ id }) => id === portType)?.operations ?? [];
        const named = declared.filter(({ name }) => name === bound.name);
        return named.flatMap((operation) =>
          (["input", "output"] as const).flatMap((side) => {
            const said = bound[side];
            const message = operation[side];
            if (said === undefined || message === undefined) return [];
            const headers = said.headers.filter((each) => each.message === message);
            const elsewhere = new Set([...headers, ...said.attachments].map(({ part }) => part));
            const parts = (partsOf.get(message) ?? []).filter(({ name }) =>
              said.parts === undefined ? !elsewhere.has(name) : said.parts.includes(name),
            );
            const name = side === "input" ? bound.name : `${bound.name}Response`;
            return [{ namespace: said.namespace ?? "", name, parts }];
          }),
        );
      }),
  );
}
