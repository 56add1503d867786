-- Null: no promises.
ALTER TABLE queue ADD COLUMN sla TEXT;

-- The next due time of the ticket, copied from ticket_sla.
ALTER TABLE ticket ADD COLUMN due_at INTEGER;
ALTER TABLE ticket ADD COLUMN due_kind TEXT;
ALTER TABLE ticket ADD COLUMN due_warn_at INTEGER;

CREATE TABLE ticket_sla (
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  -- Open time that had passed at running_since. Null there: the clock is stopped.
  spent_ms INTEGER NOT NULL,
  running_since INTEGER,
  target_ms INTEGER,
  due_at INTEGER,
  warn_at INTEGER,
  warned INTEGER NOT NULL,
  breached INTEGER NOT NULL,
  ended_at INTEGER,
  -- When the warning or the breach is to be marked.
  next_at INTEGER,
  PRIMARY KEY (ticket_id, kind)
) WITHOUT ROWID;
CREATE INDEX ticket_sla_next ON ticket_sla (next_at) WHERE next_at IS NOT NULL;

-- A promise that was kept or broken. Without the ticket once that is deleted.
CREATE TABLE sla_result (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticket_id INTEGER REFERENCES ticket (id) ON DELETE SET NULL,
  kind TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  decided_at INTEGER NOT NULL,
  ended_at INTEGER,
  kept INTEGER NOT NULL,
  queue_id INTEGER,
  user_id INTEGER,
  priority TEXT NOT NULL,
  UNIQUE (ticket_id, kind, started_at)
);
CREATE INDEX sla_result_decided ON sla_result (decided_at);

CREATE INDEX ticket_due ON ticket (status, coalesce(due_at, 253402300799999), id, user_id, queue_id, snoozed_until)
  WHERE status = 'open' OR status = 'pending' OR status = 'lgpd';
