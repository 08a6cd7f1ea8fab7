import type { Upload } from "../domain/accounts/uploads.js";

/** Files that wait for a confirmation, in any process. */
export interface UploadStore {
  /**
   * Keeps a file: it is found once the promise is resolved. Others make way, by `makingWay`.
   *
   * @param at milliseconds since the epoch
   */
  add(upload: Upload, content: Uint8Array, at: number): Promise<void>;
  /** Undefined for a file of another person or kind, and for one that is incomplete, has made way, or whose time is over. */
  find(of: Pick<Upload, "id" | "owner" | "kind">, at: number): Promise<Uint8Array | undefined>;
  /** Deletes files whose time is over, each in a commit of its own; returns their number. */
  forget(at: number): Promise<number>;
}
