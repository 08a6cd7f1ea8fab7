import { dayMilliseconds, perDay } from "../../schema/dated-numbers.js";
import { partitioned } from "../../schema/tables.js";

/** Days that one partition covers. May change for new partitions: bounds are numbers, and these do not depend on it. */
export const daysOfPartition = 7;

/**
 * `dated` gives a number to a row. `add_partitions` makes those for a time where they are missing: beside the table first, as only
 * attaching them lets others go on meanwhile. The id of a transaction is unique within a partition, which holds all with the same
 * time in it.
 */
export const partitions = `
CREATE SEQUENCE txn_number;
CREATE SEQUENCE recipient_number;

CREATE FUNCTION dated(at bigint, number regclass) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT least(greatest(at / ${dayMilliseconds}, 0), 65535) * ${perDay} + (nextval(number) & ${perDay - 1})
$$;

CREATE FUNCTION add_partitions(at bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first bigint := least(greatest(at / ${dayMilliseconds}, 0), 65535) / ${daysOfPartition} * ${daysOfPartition};
  suffix text := to_char(to_timestamp(first * 86400) AT TIME ZONE 'UTC', 'YYYYMMDD');
  parent text;
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
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', parent, parent || '_' || suffix,
      first * ${perDay}, (first + ${daysOfPartition}) * ${perDay});
  END LOOP;
END $$;
`;
