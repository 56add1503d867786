CREATE TABLE prompt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  prompt TEXT NOT NULL,
  voice TEXT NOT NULL DEFAULT 'texto',
  voice_key TEXT NOT NULL DEFAULT '',
  voice_region TEXT NOT NULL DEFAULT '',
  max_tokens INTEGER NOT NULL,
  temperature REAL NOT NULL,
  api_key TEXT NOT NULL,
  model TEXT NOT NULL DEFAULT '',
  queue_id INTEGER,
  max_messages INTEGER NOT NULL,
  assists_team INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
