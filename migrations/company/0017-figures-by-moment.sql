-- Figures are kept by the moment (milliseconds since 1970) at which the hour on the company's clock began, so that a change
-- of the time zone does not move them. The hours kept until now were one too late; the next migration counts them again.
DROP TABLE attendance_hour;
CREATE TABLE attendance_hour (
  starts_at INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  -- Contacts first seen, and tickets begun by us and by the contact; always nobody's (0).
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
  PRIMARY KEY (user_id, starts_at)
) WITHOUT ROWID;

-- Messages were counted by the hour of UTC, which is right in every zone whose offset is whole hours.
CREATE TABLE message_count_by_moment (
  starts_at INTEGER NOT NULL,
  from_me INTEGER NOT NULL,
  is_group INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  PRIMARY KEY (starts_at, from_me, is_group)
) WITHOUT ROWID;
INSERT INTO message_count_by_moment SELECT hour * 3600000, from_me, is_group, messages FROM message_count;
DROP TABLE message_count;
ALTER TABLE message_count_by_moment RENAME TO message_count;
