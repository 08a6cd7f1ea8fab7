import type { Customer } from "../domain/accounts/accounts.js";
import type { Store } from "../ports/store.js";
import { InvalidInput, unknownThing } from "./refusal.js";
import { said } from "./sentence.js";

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

/** A customer as it is stored. @throws Refusal */
export async function findCustomer({ accounts }: Pick<Store, "accounts">, id: number): Promise<Customer> {
  const customer = await accounts.customer(id);
  if (customer === undefined) throw unknownThing(said`there is no ${{ customer: id }}`);
  return customer;
}
