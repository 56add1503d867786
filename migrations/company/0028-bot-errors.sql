-- The last failures of each flow, integration, prompt and agent, for admins. Times are ms since 1970.
CREATE TABLE bot_error (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  owner_id INTEGER NOT NULL,
  ticket_id INTEGER REFERENCES ticket (id) ON DELETE SET NULL,
  at INTEGER NOT NULL,
  code TEXT NOT NULL,
  message TEXT NOT NULL
);
CREATE INDEX bot_error_owner ON bot_error (kind, owner_id, id);
CREATE INDEX bot_error_ticket ON bot_error (ticket_id) WHERE ticket_id IS NOT NULL;
-- A queued message is not sent before this time; NULL for at once.
ALTER TABLE message ADD COLUMN send_after INTEGER;
CREATE INDEX message_delayed ON message (ticket_id) WHERE send_state = 'queued' AND send_after IS NOT NULL;
