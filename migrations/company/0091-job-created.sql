-- When a job without a time was added, so that its delay can be told.
ALTER TABLE job ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
UPDATE job SET created_at = unixepoch() * 1000;
