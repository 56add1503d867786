-- Services that answer chat completions in OpenAI's format, and the models they list. Times are ms since 1970.
CREATE TABLE ai_provider (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  base_url TEXT NOT NULL,
  -- Sealed by the host key.
  api_key TEXT NOT NULL,
  -- How many models it lists.
  models INTEGER NOT NULL DEFAULT 0,
  -- Why the models could not be listed last time; null when they were.
  models_error TEXT,
  -- When they were last asked for; null until the first time.
  models_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE TABLE ai_model (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  provider_id INTEGER NOT NULL REFERENCES ai_provider (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- 0: no longer listed by the provider, kept because an agent uses it.
  is_listed INTEGER NOT NULL DEFAULT 1,
  UNIQUE (provider_id, name)
);
