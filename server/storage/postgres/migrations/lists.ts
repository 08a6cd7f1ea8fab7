/**
 * A list points to its content, which an import fills before the list shows it. Contents that no list shows any more are
 * deleted bit by bit. `pos` counts from 0 without gaps; `attributes` is a JSON array of texts, one per column after the
 * first of `list.columns`, which is the phone.
 */
export const lists = `
CREATE TABLE list_content (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  state text COLLATE "C" NOT NULL CHECK (state IN ('filling', 'shown', 'dropped')),
  recipients bigint NOT NULL DEFAULT 0 CHECK (recipients >= 0),
  touched_at bigint NOT NULL
);
CREATE INDEX list_content_state ON list_content (state, touched_at) WHERE state <> 'shown';

CREATE TABLE list (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  customer_id bigint NOT NULL REFERENCES customer (id),
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  category text NOT NULL,
  category_key text COLLATE "C" NOT NULL,
  owner bigint REFERENCES customer_user (id),
  type text NOT NULL CHECK (type IN ('DistributionList', 'SmartList')),
  columns text NOT NULL,
  version bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
  content bigint NOT NULL UNIQUE REFERENCES list_content (id),
  UNIQUE (customer_id, name_key)
);
CREATE INDEX list_customer ON list (customer_id, seq);
CREATE INDEX list_category ON list (customer_id, category_key, seq);
CREATE INDEX list_owner ON list (owner) WHERE owner IS NOT NULL;

CREATE TABLE list_member (
  content bigint NOT NULL,
  pos bigint NOT NULL CHECK (pos >= 0),
  phone text COLLATE "C" NOT NULL,
  attributes text NOT NULL,
  PRIMARY KEY (content, pos),
  UNIQUE (content, phone)
);
`;
