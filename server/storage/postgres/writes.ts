import { type CommonWrites, subjects } from "../tables/subjects.js";
import { type Claims, claimWrites } from "./hot/claim.js";
import { handOvers } from "./hot/hand-over.js";
import { ownerWrites } from "./hot/owner.js";
import { settleRemains, settleWrites } from "./hot/settle.js";
import { type Batches, oneByOne, together } from "./engine/batch.js";
import { sql } from "./engine/statement.js";
import { scriptBatches } from "./engine/scripts.js";
import { submitAll } from "./hot/submit.js";
import { advance } from "./hot/transitions.js";
import { primitivesOn } from "./primitives.js";
import { KnownWeeks, type PartitionWrites, partitionWrites } from "./hot/partitions.js";

/** Everything the queue of writes carries out. */
export interface Writes extends CommonWrites, PartitionWrites {}

/** Writes the row that every database has. */
const alive = sql("UPDATE schema_version SET applied_at = applied_at WHERE version = 1");

/** A batch for each write of one process. */
export function allWrites(claims: Claims): Batches<Writes> {
  const weeks = new KnownWeeks();
  const memory = { handOvers: handOvers(claims), weeks };
  return {
    ...claimWrites(claims),
    ...ownerWrites(settleRemains(claims)),
    ...scriptBatches(subjects, primitivesOn(claims, weeks)),
    ...partitionWrites(weeks),
    ...settleWrites(claims),
    submit: together((session, submissions) => submitAll(session, submissions, memory), 200),
    advance: oneByOne(advance, 1),
    ping: together(async (session, inputs) => {
      await session.run(alive);
      return inputs.map(() => null);
    }),
  };
}
