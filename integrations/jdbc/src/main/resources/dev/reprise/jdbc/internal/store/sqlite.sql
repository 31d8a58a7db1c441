-- Keys, leases and outcomes. Times and lengths are microseconds; times count from 1970-01-01T00:00Z.
CREATE TABLE IF NOT EXISTS ${table} (
  id TEXT PRIMARY KEY NOT NULL,
  fingerprint TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('LEASED', 'RELEASED', 'COMPLETED')),
  token INTEGER NOT NULL,
  since_us INTEGER NOT NULL,
  until_us INTEGER NOT NULL,
  keep_us INTEGER NOT NULL,
  forget_us INTEGER NOT NULL,
  outcome BLOB
);
CREATE INDEX IF NOT EXISTS ${index} ON ${table} (forget_us);
-- One row: the version of this schema, the free slots of a bounded store, and the last fencing token.
CREATE TABLE IF NOT EXISTS ${table}_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL,
  bound INTEGER NOT NULL,
  free_slots INTEGER NOT NULL,
  last_token INTEGER NOT NULL
);
INSERT INTO ${table}_state (id, version, bound, free_slots, last_token) VALUES (1, 2, 0, 0, 0) ON CONFLICT (id) DO NOTHING;
