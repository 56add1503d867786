-- What each hour (since 1970) brought to the dashboard, by the person it counts for (0: nobody), kept in the same
-- transaction as what it counts, so that no figure reads tickets. Hours, not days: which hours are a day follows from the
-- company's time zone, which may change.
CREATE TABLE attendance_hour (
  hour INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  -- Contacts first seen, and tickets begun by us and by the contact; always nobody's.
  leads INTEGER NOT NULL DEFAULT 0,
  active INTEGER NOT NULL DEFAULT 0,
  passive INTEGER NOT NULL DEFAULT 0,
  -- Attendances the person began; of those that waited before, how often and how long.
  started INTEGER NOT NULL DEFAULT 0,
  waits INTEGER NOT NULL DEFAULT 0,
  wait_ms INTEGER NOT NULL DEFAULT 0,
  -- Tickets that closed; of those that were attended, how many and how long.
  finished INTEGER NOT NULL DEFAULT 0,
  supports INTEGER NOT NULL DEFAULT 0,
  support_ms INTEGER NOT NULL DEFAULT 0,
  rated INTEGER NOT NULL DEFAULT 0,
  rating_sum INTEGER NOT NULL DEFAULT 0,
  promoters INTEGER NOT NULL DEFAULT 0,
  detractors INTEGER NOT NULL DEFAULT 0,
  -- Each person's hours side by side: a month of fifty people is read in half the time.
  PRIMARY KEY (user_id, hour)
) WITHOUT ROWID;

-- The attendance report walks tickets by the time they began.
CREATE INDEX ticket_created ON ticket (created_at, id);
