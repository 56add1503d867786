-- The import of an account's old messages: what was asked for and how far it is. Times are ms since 1970.
CREATE TABLE message_import (
  connection_id INTEGER PRIMARY KEY REFERENCES connection (id) ON DELETE CASCADE,
  state TEXT NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  with_groups INTEGER NOT NULL,
  queue_id INTEGER,
  closes INTEGER NOT NULL,
  -- The newest message the connection had seen before: what is newer is not history.
  seen_at INTEGER NOT NULL,
  received INTEGER NOT NULL DEFAULT 0,
  filed INTEGER NOT NULL DEFAULT 0,
  -- When the newest and the last filed message were written.
  newest_at INTEGER NOT NULL DEFAULT 0,
  filed_at INTEGER NOT NULL DEFAULT 0,
  started_at INTEGER,
  received_at INTEGER,
  -- Imported tickets wait, and can be closed together.
  closable INTEGER NOT NULL DEFAULT 0
);
-- Parts of an account's past that the phone announced and that are not read to their end.
CREATE TABLE history_notice (
  connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  retry_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  notice TEXT NOT NULL,
  PRIMARY KEY (connection_id, id)
) WITHOUT ROWID;
-- Messages of the past that wait to be filed, apart from what arrives, which must not wait for them.
CREATE TABLE history_message (
  connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  payload TEXT NOT NULL,
  PRIMARY KEY (connection_id, id)
) WITHOUT ROWID;
