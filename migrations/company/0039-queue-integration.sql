-- Outside bots: Dialogflow, n8n, a webhook, Typebot, or a flow.
CREATE TABLE queue_integration (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  project_name TEXT NOT NULL DEFAULT '',
  -- Sealed.
  json_content TEXT NOT NULL DEFAULT '',
  language TEXT NOT NULL DEFAULT 'pt-BR',
  url_n8n TEXT NOT NULL DEFAULT '',
  -- Sealed.
  secret TEXT NOT NULL DEFAULT '',
  typebot_slug TEXT NOT NULL DEFAULT '',
  typebot_delay_message INTEGER NOT NULL DEFAULT 1000,
  typebot_expires INTEGER NOT NULL DEFAULT 1,
  typebot_keyword_finish TEXT NOT NULL DEFAULT '',
  typebot_keyword_restart TEXT NOT NULL DEFAULT '',
  typebot_restart_message TEXT NOT NULL DEFAULT '',
  typebot_unknown_message TEXT NOT NULL DEFAULT '',
  flow_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
