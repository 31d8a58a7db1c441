-- Keys, leases and outcomes. Times and lengths are microseconds; times count from 1970-01-01T00:00Z.
CREATE TABLE IF NOT EXISTS ${table} (
  id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
  fingerprint VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  status VARCHAR(9) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  token BIGINT NOT NULL,
  since_us BIGINT NOT NULL,
  until_us BIGINT NOT NULL,
  keep_us BIGINT NOT NULL,
  forget_us BIGINT NOT NULL,
  outcome LONGBLOB,
  KEY ${index} (forget_us)
) ENGINE = InnoDB;
-- Fencing tokens, which outlive the rows. Always empty: the counter of the column is what counts.
CREATE TABLE IF NOT EXISTS ${table}_token (id BIGINT AUTO_INCREMENT PRIMARY KEY) ENGINE = InnoDB;
-- One row: the version of this schema, and the free slots of a bounded store.
CREATE TABLE IF NOT EXISTS ${table}_state (
  id INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  bound BIGINT NOT NULL,
  free_slots BIGINT NOT NULL
) ENGINE = InnoDB;
INSERT INTO ${table}_state (id, version, bound, free_slots) VALUES (1, 2, 0, 0) ON DUPLICATE KEY UPDATE id = 1;
