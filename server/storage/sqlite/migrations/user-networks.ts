/** Networks from which a user has logged in: an IPv4 address, or the first 64 bits of an IPv6 one. */
export const userNetworks = `
CREATE TABLE user_network (
  user_id INTEGER NOT NULL REFERENCES customer_user (id),
  network TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (user_id, network)
) STRICT, WITHOUT ROWID;
`;
