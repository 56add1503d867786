-- The options that a queue offers its contacts, one level below the other.
CREATE TABLE chatbot (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  queue_id INTEGER NOT NULL REFERENCES queue (id) ON DELETE CASCADE,
  -- The option it stands below; null on the first level.
  parent_id INTEGER REFERENCES chatbot (id) ON DELETE CASCADE,
  -- Its number in the menu, less one.
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  greeting_message TEXT NOT NULL DEFAULT '',
  queue_type TEXT NOT NULL DEFAULT 'text',
  close_ticket INTEGER NOT NULL DEFAULT 0,
  opt_queue_id INTEGER,
  opt_user_id INTEGER,
  opt_integration_id INTEGER,
  opt_file_id INTEGER,
  -- What it led to was deleted, which made it a text.
  lost_target INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX chatbot_level ON chatbot (queue_id, parent_id, position);
CREATE INDEX chatbot_parent ON chatbot (parent_id) WHERE parent_id IS NOT NULL;
ALTER TABLE queue ADD COLUMN chatbot_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE queue ADD COLUMN lost_target_count INTEGER NOT NULL DEFAULT 0;
