-- What agents are told besides messages: transfers to them, private notes on their tickets and mentions. The newest of a kind
-- replaces the one before.
CREATE TABLE notification (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  -- Who caused it; NULL for the product itself.
  from_user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  message_id INTEGER REFERENCES message (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (user_id, ticket_id, kind)
) STRICT;
CREATE INDEX notification_ticket ON notification (ticket_id);
CREATE INDEX notification_from ON notification (from_user_id);
CREATE INDEX notification_message ON notification (message_id) WHERE message_id IS NOT NULL;

-- Whether the user is told of tickets that begin to wait.
ALTER TABLE user ADD COLUMN notify_waiting INTEGER NOT NULL DEFAULT 1;
