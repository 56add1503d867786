-- Conversation flows. Times are ms since 1970.
CREATE TABLE flow (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  active INTEGER NOT NULL DEFAULT 1,
  -- HH:mm-HH:mm in company time.
  scheduled_time_run TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  updated_by INTEGER REFERENCES user (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
-- Saved drawings, as JSON. A run stays on the version with which it began.
CREATE TABLE flow_version (
  flow_id INTEGER NOT NULL REFERENCES flow (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  nodes TEXT NOT NULL,
  connections TEXT NOT NULL,
  at INTEGER NOT NULL,
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  PRIMARY KEY (flow_id, version)
);
