import { randomUUID } from "node:crypto";
import { InvalidInput } from "../../admin/refusal.js";
import type { Upload } from "../../domain/accounts/uploads.js";
import type { Store } from "../../ports/store.js";

/** A file is sent once, and its page shows what follows from it; the confirmation may reach another process. */

/** Name of the hidden field that has the id of the file. */
export const uploadName = "upload";

/** Keeps a file until its confirmation; resolves with its id. */
export async function keepUpload(
  { uploads }: Pick<Store, "uploads">,
  whose: Omit<Upload, "id">,
  content: Uint8Array,
  now: number,
): Promise<string> {
  const id = randomUUID();
  await uploads.add({ ...whose, id }, content, now);
  return id;
}

const isId = (id: string): boolean => /^[0-9a-f-]{36}$/u.test(id);

/** The file that a person has sent before. @throws InvalidInput if it is not kept any more */
export async function keptUpload(
  { uploads }: Pick<Store, "uploads">,
  whose: Pick<Upload, "id" | "owner" | "kind">,
  now: number,
): Promise<Uint8Array> {
  const content = isId(whose.id) ? await uploads.find(whose, now) : undefined;
  if (content === undefined)
    throw new InvalidInput("choose the file again: it is not kept for longer", { field: "file" });
  return content;
}
