-- Null while the agent is available. A pause is not ended by signing out.
ALTER TABLE user ADD COLUMN pause TEXT;
-- When the user signed out, which forgets `last_seen_at`.
ALTER TABLE user ADD COLUMN signed_out_at INTEGER;

-- Pauses that have ended.
CREATE TABLE user_pause (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  note TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL
);
CREATE INDEX user_pause_ended ON user_pause (ended_at);
CREATE INDEX user_pause_user ON user_pause (user_id);
