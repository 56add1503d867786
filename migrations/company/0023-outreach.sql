-- What the company sent first, by the name its sender gave it: the same name sends nothing again.
CREATE TABLE outreach (
  key TEXT PRIMARY KEY,
  ticket_id INTEGER NOT NULL,
  message_ids TEXT NOT NULL,
  sent_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX outreach_sent_at ON outreach (sent_at);
