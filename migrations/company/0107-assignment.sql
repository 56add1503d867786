-- How waiting tickets of a queue get an agent. 0 means no limit, and never.
ALTER TABLE queue ADD COLUMN assignment_mode TEXT NOT NULL DEFAULT 'none';
ALTER TABLE queue ADD COLUMN tickets_per_agent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE queue ADD COLUMN last_agent_first INTEGER NOT NULL DEFAULT 0;
ALTER TABLE queue ADD COLUMN reassign_minutes INTEGER NOT NULL DEFAULT 0;

-- Who got a ticket of the queue last has the highest turn.
CREATE TABLE assignment_turn (
  queue_id INTEGER NOT NULL REFERENCES queue (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  turn INTEGER NOT NULL,
  PRIMARY KEY (queue_id, user_id)
) WITHOUT ROWID;
CREATE INDEX assignment_turn_user ON assignment_turn (user_id);

-- What an agent knows, by tags of contacts.
CREATE TABLE user_tag (
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX user_tag_tag ON user_tag (tag_id);
