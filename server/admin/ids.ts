import { InvalidInput } from "./refusal.js";

/** Largest id that a store makes: whole numbers up to it are exact in JavaScript and JSON. */
export const maxStoredId = Number.MAX_SAFE_INTEGER;

/** Reads the id of a message or of another row that a store has numbered. @throws InvalidInput */
export function storedIdOf(name: string, text: string): number {
  const id = /^\d{1,16}$/u.test(text) ? Number(text) : 0;
  if (id < 1 || id > maxStoredId)
    throw new InvalidInput(
      `invalid ${name} ${JSON.stringify(text)}: use a number from 1 to ${String(maxStoredId)}`,
    );
  return id;
}
