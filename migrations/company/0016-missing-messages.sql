-- Messages that came and could not be read, until the provider hands them over again. `request` is what the driver needs
-- to ask for them.
CREATE TABLE missing_message (
  connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  provider_id TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  retry_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  request TEXT NOT NULL,
  PRIMARY KEY (connection_id, provider_id)
) WITHOUT ROWID;
CREATE INDEX missing_message_due ON missing_message (connection_id, retry_at);
