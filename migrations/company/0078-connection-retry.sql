-- When a lost connection is tried again; ms since 1970.
ALTER TABLE connection ADD COLUMN retry_at INTEGER;
