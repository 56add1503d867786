-- The newest deliveries of all companies to the host's webhook. The deliveries themselves are in the companies' files.
CREATE TABLE webhook_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  delivery_id TEXT NOT NULL UNIQUE,
  -- NULL for a test.
  company_id INTEGER,
  event TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  status INTEGER,
  error TEXT NOT NULL DEFAULT '',
  duration_ms INTEGER,
  created_at INTEGER NOT NULL,
  attempted_at INTEGER NOT NULL
) STRICT;

CREATE INDEX webhook_log_attempted ON webhook_log (attempted_at);
