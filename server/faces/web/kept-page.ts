import { Refusal } from "../../admin/refusal.js";
import type { Values } from "./form.js";
import { type Kept, keptName, refusalOf } from "./kept-forms.js";
import { resultName } from "./kept-results.js";
import type { Visit } from "./page.js";
import { withTyped } from "./refused-form.js";
import type { Frame } from "./render.js";
import type { Page } from "./view.js";

/** A page, or another path to go to; `error`: a reason that belongs to no field of it. */
interface Shown<P> {
  readonly page: P | Page;
  readonly error?: string | undefined;
}

/**
 * A page with the kept form filled in. A form that was sent to see what follows from it, or to carry out what was checked, is shown with
 * what follows from it again; where nothing does, with the reason.
 */
export async function shownWith<V extends Pick<Visit, "checked" | "typed">, P extends Page | string>(
  route: { show(visit: V): Promise<P> },
  visit: V,
  kept: Kept | undefined,
): Promise<Shown<P>> {
  if (kept === undefined) return { page: await route.show(visit) };
  const { id, action, sentTo = action, form, why } = kept;
  let reason = why.kind === "refused" ? refusalOf(why) : undefined;
  if (why.kind === "checked" || sentTo !== action)
    try {
      const shown = await route.show({ ...visit, checked: { id, form } });
      return why.kind === "checked" ? { page: shown } : filledIn(shown, { action: sentTo, form, reason });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reason ??= error;
    }
  return filledIn(await route.show({ ...visit, typed: form }), { action, form, reason });
}

function filledIn<P extends Page | string>(shown: P, sent: Parameters<typeof withTyped>[1]): Shown<P> {
  if (typeof shown === "string") return { page: shown };
  const { page, isAtField } = withTyped(shown, sent);
  return { page, error: isAtField ? undefined : sent.reason?.message };
}

const overText = "What you typed is not kept any more: it is deleted after 10 minutes.";
const goneText =
  "What the action has shown is not kept any more: it is deleted after 10 minutes, and with a new log-in.";
const endedText =
  "Your session had ended when you sent this form, and nothing was changed. Look at what you typed, and send it again.";

/** What a page says in place of a result that its address names and that is not kept any more. */
export function resultTexts(query: Values): Partial<Frame> {
  return query.has(resultName) ? { warning: goneText } : {};
}

/** What a page says about the kept form that its address names. */
export function keptTexts(query: Values, kept: Kept | undefined): Partial<Frame> {
  if (!query.has(keptName)) return {};
  if (kept === undefined) return { warning: overText };
  return kept.why.kind === "ended" ? { warning: endedText } : {};
}
