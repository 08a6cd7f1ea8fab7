import { makingWay, type Upload, uploadLimits } from "../../../domain/accounts/uploads.js";
import type { UploadStore } from "../../../ports/uploads.js";
import type { Caller } from "../../script/calls.js";
import { bytes, integer, optional, text } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";

const waiting = sql("SELECT id, owner, customer_id, size FROM upload WHERE until > $at ORDER BY until, id", {
  id: text(),
  owner: text(),
  customerId: optional(integer()),
  size: integer(),
});
const insert = sql(
  `INSERT INTO upload (id, owner, kind, customer_id, size, until)
   VALUES ($id, $owner, $kind, $customerId, $size, $until)`,
);
const remove = sql("DELETE FROM upload WHERE id = ANY ($ids::text[])");
/** None of a file that has made way meanwhile. */
const insertPiece = sql(
  `INSERT INTO upload_piece (upload, piece, content)
   SELECT $upload, $piece::bigint, $content::bytea WHERE EXISTS (SELECT 1 FROM upload WHERE id = $upload)`,
);
const find = sql(
  "SELECT size FROM upload WHERE id = $id AND owner = $owner AND kind = $kind AND until > $at",
  { size: integer() },
);
const findPiece = sql("SELECT content FROM upload_piece WHERE upload = $id AND piece = $piece", {
  content: bytes(),
});
const overdue = sql("SELECT id FROM upload WHERE until <= $at LIMIT 1", { id: text() });
const forgetOne = sql(
  `DELETE FROM upload WHERE id IN
     (WITH picked AS MATERIALIZED (SELECT id FROM upload WHERE until <= $at ORDER BY until LIMIT 1 FOR UPDATE SKIP LOCKED) SELECT id FROM picked)`,
);
const endRecipients = sql("UPDATE upload SET until = 0 WHERE kind = 'recipients'");

/** A number to remove may be in any file of recipients: none of them is found any more. */
export function* endUploads(): Steps<void> {
  yield* run(endRecipients);
}

/** Changes of the files that wait for a confirmation. */
export const uploads = subject("uploads", {
  *begin({ id, owner, kind, customerId }: Upload, size: number, at: number): Steps<void> {
    const added = { id, owner, customerId, size };
    const ids = makingWay(yield* all(waiting, { at }), added);
    if (ids.length > 0) yield* run(remove, { ids });
    yield* run(insert, { ...added, kind, until: at + uploadLimits.time });
  },
  *append(id: string, piece: number, content: Uint8Array): Steps<void> {
    yield* run(insertPiece, { upload: id, piece, content });
  },
  *forgetOne(at: number): Steps<number> {
    return yield* run(forgetOne, { at });
  },
});

/** Lets the calls that wait be served. */
const otherCalls = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The pieces of a file, with other calls between them; undefined if one is missing. */
async function contentOf(reads: Reads, id: string, size: number): Promise<Uint8Array | undefined> {
  const content = new Uint8Array(size);
  for (let piece = 0, place = 0; place < size; piece++) {
    const found = await reads.get(findPiece, { id, piece });
    if (found === undefined) return undefined;
    content.set(found.content, place);
    place += found.content.length;
    await otherCalls();
  }
  return content;
}

export function uploadStore(reads: Reads, writer: Caller<WritesOf<typeof uploads>>): UploadStore {
  const writes = calls(writer, uploads);
  return {
    add: async (upload, content, at) => {
      await writes.begin(upload, content.length, at);
      for (let piece = 0; piece * uploadLimits.piece < content.length; piece++) {
        const place = piece * uploadLimits.piece;
        // A copy: a thread is sent the whole memory behind a view.
        const part = new Uint8Array(content.subarray(place, place + uploadLimits.piece));
        await writes.append(upload.id, piece, part);
      }
    },
    find: async ({ id, owner, kind }, at) => {
      const found = await reads.get(find, { id, owner, kind, at });
      return found && contentOf(reads, id, found.size);
    },
    forget: async (at) => {
      let count = 0;
      // Most of the time there is nothing to delete.
      while ((await reads.get(overdue, { at })) !== undefined) {
        const deleted = await writes.forgetOne(at);
        if (deleted === 0) break;
        count += deleted;
      }
      return count;
    },
  };
}
