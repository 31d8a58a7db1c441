-- Keys, leases and outcomes. Times and lengths are microseconds; times count from 1970-01-01T00:00Z.
CREATE TABLE IF NOT EXISTS ${table} (
  id VARCHAR(64) PRIMARY KEY,
  fingerprint VARCHAR(64) NOT NULL,
  status VARCHAR(9) NOT NULL CHECK (status IN ('LEASED', 'RELEASED', 'COMPLETED')),
  token BIGINT NOT NULL,
  since_us BIGINT NOT NULL,
  until_us BIGINT NOT NULL,
  keep_us BIGINT NOT NULL,
  forget_us BIGINT NOT NULL,
  outcome BLOB
);
CREATE INDEX IF NOT EXISTS ${index} ON ${table} (forget_us);
-- Fencing tokens, which outlive the rows.
CREATE SEQUENCE IF NOT EXISTS ${table}_token;
-- One row: the version of this schema, and the free slots of a bounded store.
CREATE TABLE IF NOT EXISTS ${table}_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL,
  bound BIGINT NOT NULL,
  free_slots BIGINT NOT NULL
);
INSERT INTO ${table}_state (id, version, bound, free_slots)
  SELECT 1, 2, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM ${table}_state WHERE id = 1);
