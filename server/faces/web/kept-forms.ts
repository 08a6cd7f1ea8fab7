import { hash } from "node:crypto";
import { InvalidInput, Refusal } from "../../admin/refusal.js";
import { keptFormLimits } from "../../domain/accounts/kept-forms.js";
import { withoutTypedSecrets } from "../../domain/delivery/links/url-secrets.js";
import type { FormStore } from "../../ports/forms.js";
import { type Values, valuesOf } from "./form.js";
import { openPage, sealPage } from "./kept-results.js";
import { isSecretField } from "./secret-fields.js";
import type { Page } from "./view.js";
import { isSeal, isToken, newToken, sealed, sealIn } from "./tokens.js";

/** Why a form is shown again. */
export type Why =
  /** It waits for a confirmation, or for the password; `error`: why the one that was typed was refused. */
  | { readonly kind: "asked"; readonly error?: string | undefined }
  /** `field`: the value that was refused. */
  | { readonly kind: "refused"; readonly message: string; readonly field?: string | undefined }
  /** The session had ended when it was sent. */
  | { readonly kind: "ended" }
  /** Its page shows what follows from it, and changes nothing. */
  | { readonly kind: "checked" };

/** A form as it was sent. */
export interface Sent {
  /** Path of its action, or of the one whose form shows what was typed. */
  readonly action: string;
  /** Path of its action; absent: the same. */
  readonly sentTo?: string;
  /** Path of the page that shows it. */
  readonly place: string;
  readonly form: Values;
  readonly why: Why;
}

/** A form without what is never kept. */
export interface Kept extends Sent {
  readonly id: string;
  /** Names of the values that it had and that are not kept: passwords are typed again. */
  readonly secrets: readonly string[];
}

/** Whose form it is: hash of the token of the browser, and the seal of the person; empty before the log-in. */
export interface Sender {
  readonly session: string;
  readonly person: string;
}

/** What an action shows, and the path of the page on which it does. */
export interface Result {
  readonly place: string;
  readonly page: Page;
}

interface Content extends Omit<Kept, "form" | "id"> {
  readonly values: string;
}

/** In the address of a page: `?kept=ID`. */
export const keptName = "kept";

/** The address of the page that shows a kept form. */
export const keptAt = (place: string, id: string): string => `${place}?${keptName}=${id}`;

/** The reason why a kept form was refused. */
export function refusalOf({ message, field }: Extract<Why, { kind: "refused" }>): Refusal {
  return field === undefined ? new Refusal(message) : new InvalidInput(message, { field });
}

/** A refusal, to be kept with its form. */
export const refusedWhy = (reason: Refusal): Why => ({
  kind: "refused",
  message: reason.message,
  field: reason.field,
});

/** Id of the form on the page of a kept one: sent again from there, it makes no second change. */
export const formIdOn = (keptId: string): string => hash("sha256", `form on ${keptId}`, "base64url");

const idHash = (id: string): string => hash("sha256", `kept ${id}`, "base64url");
const resultHash = (id: string): string => hash("sha256", `result ${id}`, "base64url");

/** What the store gets; the longest values go until it is short enough. */
function contentOf({ form, ...sent }: Sent): string {
  const secrets = [...form].flatMap(([name, value]) => (isSecretField(name) && value !== "" ? [name] : []));
  const values = [...form]
    .filter(([name]) => !isSecretField(name))
    .map(([name, value]): [string, string] => [name, withoutTypedSecrets(value)])
    .sort(([, left], [, right]) => left.length - right.length);
  for (;;) {
    const content: Content = { ...sent, secrets, values: new URLSearchParams(values).toString() };
    const text = JSON.stringify(content);
    if (Buffer.byteLength(text) <= keptFormLimits.bytes || values.pop() === undefined) return text;
  }
}

/** Keeps forms in the store, so that a page that shows one is requested with GET, and browsers go back to it. */
export class KeptForms {
  readonly #store: FormStore;
  readonly #now: () => number;
  #key: Promise<string> | undefined;

  constructor(store: FormStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** The seal of a person, which is part of the tokens of forms. */
  async seal(person: string): Promise<string> {
    return sealed(await this.#ownKey(), person);
  }

  /** The seal in the token of a form; undefined unless this service has made it. */
  async sealIn(formToken: string): Promise<string | undefined> {
    const seal = sealIn(formToken);
    return seal !== "" && isSeal(await this.#ownKey(), seal) ? seal : undefined;
  }

  /** Keeps a form without its secrets and files; resolves with its id. */
  async keep({ session, person }: Sender, sent: Sent): Promise<string> {
    const id = newToken();
    const until = this.#now() + keptFormLimits.time;
    await this.#store.keep({ idHash: idHash(id), session, person, content: contentOf(sent), until });
    return id;
  }

  /** Undefined for a form of another browser or person, of another page, and one that is not kept any more. */
  async find({ session, person }: Sender, id: string, place: string): Promise<Kept | undefined> {
    if (!isToken(id)) return undefined;
    const found = await this.#store.kept({ idHash: idHash(id), session, person }, this.#now());
    if (found === undefined) return undefined;
    const { values, ...kept } = JSON.parse(found.content) as Content;
    return kept.place === place ? { ...kept, id, form: valuesOf(values) } : undefined;
  }

  /** Keeps what an action shows, sealed by the token of the browser; resolves with its id, or undefined if it is too long. */
  async keepResult(
    { session, person }: Sender,
    token: string,
    { place, page }: Result,
  ): Promise<string | undefined> {
    const id = newToken();
    const content = JSON.stringify({ place, sealed: sealPage(page, token, id) });
    if (Buffer.byteLength(content) > keptFormLimits.bytes) return undefined;
    const until = this.#now() + keptFormLimits.time;
    await this.#store.keep({ idHash: resultHash(id), session, person, content, until });
    return id;
  }

  /** Undefined for a result of another browser or person, of another page, and one that is not kept any more. */
  async result(
    { session, person }: Sender,
    token: string,
    { id, place }: { readonly id: string; readonly place: string },
  ): Promise<Page | undefined> {
    if (!isToken(id)) return undefined;
    const found = await this.#store.kept({ idHash: resultHash(id), session, person }, this.#now());
    if (found === undefined) return undefined;
    const kept = JSON.parse(found.content) as { readonly place: string; readonly sealed: string };
    return kept.place === place ? openPage(kept.sealed, token, id) : undefined;
  }

  /** The forms of a person go on in another session. */
  move(from: string, to: string, person: string): Promise<void> {
    return this.#store.move(from, to, person);
  }

  #ownKey(): Promise<string> {
    this.#key ??= this.#store.key(newToken()).catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }
}
