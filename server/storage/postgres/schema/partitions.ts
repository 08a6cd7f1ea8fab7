import { firstWeek, perWeek, weekMilliseconds, weeks } from "../../schema/numbers.js";
import { partitioned } from "../../schema/tables.js";

/** Seconds of a week. */
const seconds = weekMilliseconds / 1_000;

/**
 * `add_partitions` makes those for a time where they are missing, with the sequences of their numbers: beside the table first, as only
 * attaching them lets others go on meanwhile. The id of a transaction is unique within a partition, which holds all with the same
 * time in it.
 */
export const partitions = `
CREATE FUNCTION add_partitions(at bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  week bigint := least(greatest(at / ${weekMilliseconds} - ${firstWeek}, 0), ${weeks - 1});
  suffix text := to_char(to_timestamp((week + ${firstWeek}) * ${seconds}) AT TIME ZONE 'UTC', 'YYYYMMDD');
  parent text;
  key text;
BEGIN
  IF EXISTS (SELECT FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = 'txn_' || suffix)
  THEN RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(4815162343);
  IF EXISTS (SELECT FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = 'txn_' || suffix)
  THEN RETURN;
  END IF;
  FOREACH parent IN ARRAY ARRAY[${partitioned.map((table) => `'${table}'`).join(", ")}] LOOP
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)',
      parent || '_' || suffix, parent);
    IF parent = 'txn' THEN
      EXECUTE format('CREATE UNIQUE INDEX ON %I (id)', parent || '_' || suffix);
    END IF;
    key := CASE parent WHEN 'txn' THEN 'seq' WHEN 'recipient' THEN 'id' END;
    IF key IS NOT NULL THEN
      EXECUTE format('CREATE SEQUENCE %I MINVALUE %s MAXVALUE %s OWNED BY %I.%I',
        parent || '_number_' || suffix, week * ${perWeek} + 1, (week + 1) * ${perWeek} - 1, parent || '_' || suffix, key);
    END IF;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', parent, parent || '_' || suffix,
      week * ${perWeek}, (week + 1) * ${perWeek});
  END LOOP;
END $$;
`;
