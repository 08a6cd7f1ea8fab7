import type { KeptForm } from "../domain/accounts/kept-forms.js";

/** Forms that sites show again. */
export interface FormStore {
  /** Keeps a form; the oldest ones of its browser make way. */
  keep(form: KeptForm): Promise<void>;
  /** A form of this browser and person whose time is not over. */
  kept(of: Pick<KeptForm, "idHash" | "session" | "person">, at: number): Promise<KeptForm | undefined>;
  /** The forms of a person move to the session that takes the place of another one, or begins in its browser. */
  move(from: string, to: string, person: string): Promise<void>;
  /** Deletes forms whose time is over; returns their number. */
  forget(at: number): Promise<number>;
  /** The key of this store, by which sites know their own forms; `offered` becomes it if there is none. */
  key(offered: string): Promise<string>;
}
