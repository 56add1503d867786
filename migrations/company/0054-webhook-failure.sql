-- Receivers of webhooks that failed last, so that a restart neither ends a pause nor announces it again.
CREATE TABLE webhook_failure (
  target TEXT PRIMARY KEY,
  -- In a row.
  failures INTEGER NOT NULL,
  -- Milliseconds since 1970; 0 for never.
  paused_until INTEGER NOT NULL,
  is_announced INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
