import { expect, test } from "@jest/globals";
import { uploadLimits, Uploads } from "#server/faces/portal/uploads.js";

const file = (count: number) => ({
  accepted: new Float64Array(count),
  acceptedRows: new Uint32Array(count),
  rejected: [],
  rejectedRows: [],
  entries: count,
});

test("a file waits for its user alone, for half an hour, and until the next one of the user", () => {
  const uploads = new Uploads();
  const { id } = uploads.add("42/ann", file(1), 0);
  expect(uploads.find("42/ann", id, uploadLimits.time - 1)?.id).toBe(id);
  expect(uploads.find("42/ann", id, uploadLimits.time)).toBeUndefined();
  expect(uploads.find("43/ann", id, 0)).toBeUndefined();
  const next = uploads.add("42/ann", file(2), 1);
  expect([
    uploads.find("42/ann", id, 1),
    uploads.find("42/ann", next.id, 1)?.numbers.accepted.length,
  ]).toEqual([undefined, 2]);
});

test("the oldest files make way when there are too many, or too many numbers", () => {
  const uploads = new Uploads();
  const ids = Array.from(
    { length: uploadLimits.files + 1 },
    (_, n) => uploads.add(`${n}/ann`, file(1), 0).id,
  );
  const kept = ids.filter((id, n) => uploads.find(`${n}/ann`, id, 0) !== undefined);
  expect(kept).toEqual(ids.slice(1));
  const most = uploads.add("1000/ann", file(uploadLimits.numbers), 0);
  expect(ids.filter((id, n) => uploads.find(`${n}/ann`, id, 0) !== undefined)).toEqual([]);
  expect(uploads.find("1000/ann", most.id, 0)).toEqual(most);
});
