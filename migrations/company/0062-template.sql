-- Message templates of connections whose provider approves them, as last read from it.
CREATE TABLE template (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  provider_id TEXT NOT NULL,
  name TEXT NOT NULL,
  language TEXT NOT NULL,
  category TEXT NOT NULL,
  status TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  quality TEXT NOT NULL DEFAULT '',
  components TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX template_provider ON template (connection_id, provider_id);
CREATE INDEX template_name ON template (connection_id, name, language);

CREATE TABLE template_sync (
  connection_id INTEGER PRIMARY KEY REFERENCES connection (id) ON DELETE CASCADE,
  synced_at INTEGER,
  error TEXT NOT NULL DEFAULT ''
);

-- Templates of a campaign's messages and of a schedule, with the values of their variables.
ALTER TABLE campaign ADD COLUMN templates TEXT NOT NULL DEFAULT '{}';
ALTER TABLE schedule ADD COLUMN template TEXT;
