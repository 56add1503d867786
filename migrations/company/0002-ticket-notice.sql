-- How often, and when last, the product said something of its own on a ticket that it may not repeat at will.
CREATE TABLE ticket_notice (
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  times INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, kind)
) WITHOUT ROWID;
