-- Outgoing webhooks: what is to be delivered, and for a week what was.
CREATE TABLE webhook_delivery (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  target TEXT NOT NULL,
  event TEXT NOT NULL,
  ticket_id INTEGER,
  -- NULL once it is forgotten, before the row.
  body TEXT,
  state TEXT NOT NULL DEFAULT 'queued',
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL,
  last_status INTEGER,
  last_error TEXT NOT NULL DEFAULT '',
  duration_ms INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX webhook_delivery_due ON webhook_delivery (target, next_at, id) WHERE state = 'queued';
CREATE INDEX webhook_delivery_of_ticket ON webhook_delivery (target, ticket_id, id) WHERE state = 'queued';
CREATE INDEX webhook_delivery_created ON webhook_delivery (created_at);

-- How far each target has read the event log.
CREATE TABLE webhook_cursor (
  target TEXT PRIMARY KEY,
  event_number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
