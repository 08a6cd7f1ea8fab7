/**
 * A campaign is a transaction whose recipients come one slice of an audience after the other; `position` is the last
 * `seq` of the audience it has looked at. Days and hours are bits. An audience is added to under the lock of its location, so that
 * `seq` is in the order of the commits.
 */
export const campaigns = `
CREATE TABLE location (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY CHECK (id BETWEEN 1 AND 2147483647),
  name text COLLATE "C" NOT NULL UNIQUE,
  description text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  audience bigint NOT NULL DEFAULT 0 CHECK (audience >= 0),
  created_at bigint NOT NULL
);
CREATE TABLE location_audience (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  location_id bigint NOT NULL REFERENCES location (id),
  phone text COLLATE "C" NOT NULL,
  UNIQUE (location_id, phone)
);
CREATE INDEX location_audience_order ON location_audience (location_id, seq);

CREATE TABLE campaign (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY CHECK (id <= 2147483647),
  txn bigint NOT NULL UNIQUE,
  customer_id bigint NOT NULL REFERENCES customer (id),
  start_at bigint,
  end_at bigint,
  days bigint NOT NULL CHECK (days BETWEEN 1 AND 127),
  hours bigint NOT NULL CHECK (hours BETWEEN 1 AND 16777215),
  time_zone text NOT NULL,
  recipient_limit bigint NOT NULL CHECK (recipient_limit >= 1),
  taken bigint NOT NULL DEFAULT 0 CHECK (taken BETWEEN 0 AND recipient_limit),
  status text COLLATE "C" NOT NULL,
  completion text NOT NULL,
  completed_at bigint,
  look_at bigint NOT NULL,
  billed bigint CHECK (billed IS NULL OR billed BETWEEN 0 AND taken)
);
CREATE INDEX campaign_customer ON campaign (customer_id, id);
CREATE INDEX campaign_due ON campaign (look_at) WHERE status <> 'CompletedAndBilled';

CREATE TABLE campaign_location (
  campaign_id bigint NOT NULL REFERENCES campaign (id),
  number bigint NOT NULL,
  location_id bigint NOT NULL REFERENCES location (id),
  recipient_limit bigint CHECK (recipient_limit IS NULL OR recipient_limit >= 1),
  position bigint NOT NULL DEFAULT 0,
  taken bigint NOT NULL DEFAULT 0 CHECK (recipient_limit IS NULL OR taken <= recipient_limit),
  PRIMARY KEY (campaign_id, number),
  UNIQUE (campaign_id, location_id)
);
CREATE TABLE campaign_recipient (
  campaign_id bigint NOT NULL REFERENCES campaign (id),
  phone text COLLATE "C" NOT NULL,
  PRIMARY KEY (campaign_id, phone)
);
`;
