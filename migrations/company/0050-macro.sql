-- Named sequences of steps that agents run on a ticket.
CREATE TABLE macro (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  shared INTEGER NOT NULL DEFAULT 0,
  -- Its owner; NULL when that user was deleted.
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  -- JSON, in order.
  steps TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX macro_user ON macro (user_id);

-- Runs by the key that the client sent, so that a repeated request does nothing.
CREATE TABLE macro_run (
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  macro_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX macro_run_at ON macro_run (at);
