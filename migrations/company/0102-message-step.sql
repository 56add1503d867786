-- What happened to a message, in order. `last_at`: of the last of `times` equal steps.
CREATE TABLE message_step (
  message_id INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
  step INTEGER NOT NULL,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  times INTEGER NOT NULL DEFAULT 1,
  last_at INTEGER NOT NULL,
  user_id INTEGER,
  data TEXT,
  PRIMARY KEY (message_id, step)
) STRICT, WITHOUT ROWID;
