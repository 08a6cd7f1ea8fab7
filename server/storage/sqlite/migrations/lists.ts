/**
 * A list points to its content, which an import fills before the list shows it. Contents that no list shows any more are
 * deleted bit by bit. `pos` counts from 0 without gaps; `attributes` is a JSON array of texts, one per column after the
 * first of `list.columns`, which is the phone.
 */
export const lists = `
CREATE TABLE list_content (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  state TEXT NOT NULL CHECK (state IN ('filling', 'shown', 'dropped')),
  recipients INTEGER NOT NULL DEFAULT 0 CHECK (recipients >= 0),
  touched_at INTEGER NOT NULL
) STRICT;
CREATE INDEX list_content_state ON list_content (state, touched_at);

CREATE TABLE list (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  customer_id INTEGER NOT NULL REFERENCES customer (id),
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  category TEXT NOT NULL,
  category_key TEXT NOT NULL,
  owner INTEGER REFERENCES customer_user (id),
  type TEXT NOT NULL CHECK (type IN ('DistributionList', 'SmartList')),
  columns TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
  content INTEGER NOT NULL UNIQUE REFERENCES list_content (id),
  UNIQUE (customer_id, name_key)
) STRICT;
CREATE INDEX list_customer ON list (customer_id);
CREATE INDEX list_category ON list (customer_id, category_key);
CREATE INDEX list_owner ON list (owner) WHERE owner IS NOT NULL;

CREATE TABLE list_member (
  content INTEGER NOT NULL REFERENCES list_content (id),
  pos INTEGER NOT NULL CHECK (pos >= 0),
  phone TEXT NOT NULL,
  attributes TEXT NOT NULL,
  PRIMARY KEY (content, pos),
  UNIQUE (content, phone)
) STRICT, WITHOUT ROWID;
`;
