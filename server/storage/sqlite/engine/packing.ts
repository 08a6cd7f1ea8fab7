import type { Input, WriteName } from "../../script/calls.js";

/**
 * How an input passes to the other thread: as an array. To send an object takes three times as long, most of it for the names of its
 * properties.
 */
export interface Packing<T> {
  readonly pack: (input: T) => unknown;
  /** @param packed a copy of what `pack` has returned */
  readonly unpack: (packed: unknown) => T;
}

type Properties = Record<string, unknown>;

/** A property of the inputs; `layout`: that of the object that it has. */
interface Place {
  readonly name: string;
  readonly layout: Layout | undefined;
}

/** Properties of inputs of one form, in their order. */
interface Layout {
  readonly form: Properties;
  readonly places: readonly Place[];
}

const isRecord = (value: unknown): value is Properties =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function layoutOf(form: Properties): Layout {
  const places = Object.entries(form).map(([name, value]): Place => ({
    name,
    layout: isRecord(value) ? layoutOf(value) : undefined,
  }));
  return { form, places };
}

function pack({ places }: Layout, input: Properties, packed: unknown[]): void {
  for (const { name, layout } of places)
    if (layout === undefined) packed.push(input[name]);
    else pack(layout, input[name] as Properties, packed);
}

/** Values that arrive, and how many of them were read. */
interface Arrived {
  readonly values: readonly unknown[];
  read: number;
}

/** The next input: a copy of the form, so that all have one layout in memory, with the values. */
function unpack({ form, places }: Layout, arrived: Arrived): Properties {
  const input = { ...form };
  for (const { name, layout } of places)
    input[name] = layout === undefined ? arrived.values[arrived.read++] : unpack(layout, arrived);
  return input;
}

/**
 * Passes lists of inputs that have the properties of `form`, and objects where it has objects: the values of all, one after the other. Both
 * threads run the same program: what arrives was packed here.
 */
export function packingOfList<T extends object>(form: T): Packing<readonly T[]> {
  const layout = layoutOf(form as Properties);
  return {
    pack: (inputs) => {
      const packed: unknown[] = [];
      for (const input of inputs) pack(layout, input as Properties, packed);
      return packed;
    },
    unpack: (packed) => {
      const arrived = { values: packed as readonly unknown[], read: 0 };
      const inputs: T[] = [];
      while (arrived.read < arrived.values.length) inputs.push(unpack(layout, arrived) as T);
      return inputs;
    },
  };
}

/** As `packingOfList`, for one input. */
export function packingOf<T extends object>(form: T): Packing<T> {
  const list = packingOfList(form);
  return {
    pack: (input) => list.pack([input]),
    unpack: (packed) => list.unpack(packed)[0] as T,
  };
}

/** Of the inputs of frequent writes; the others pass as they are. */
export type Packings<W> = { readonly [K in WriteName<W>]?: Packing<Input<W, K>> };
