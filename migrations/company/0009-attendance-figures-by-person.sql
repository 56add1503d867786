-- The same figures with each person's hours side by side: a month of fifty people is read in less than half the time.
CREATE TABLE attendance_by_person (
  user_id INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  leads INTEGER NOT NULL DEFAULT 0,
  active INTEGER NOT NULL DEFAULT 0,
  passive INTEGER NOT NULL DEFAULT 0,
  started INTEGER NOT NULL DEFAULT 0,
  waits INTEGER NOT NULL DEFAULT 0,
  wait_ms INTEGER NOT NULL DEFAULT 0,
  finished INTEGER NOT NULL DEFAULT 0,
  supports INTEGER NOT NULL DEFAULT 0,
  support_ms INTEGER NOT NULL DEFAULT 0,
  rated INTEGER NOT NULL DEFAULT 0,
  rating_sum INTEGER NOT NULL DEFAULT 0,
  promoters INTEGER NOT NULL DEFAULT 0,
  detractors INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, hour)
) WITHOUT ROWID;
INSERT INTO attendance_by_person (user_id, hour, leads, active, passive, started, waits, wait_ms, finished, supports,
  support_ms, rated, rating_sum, promoters, detractors)
SELECT user_id, hour, leads, active, passive, started, waits, wait_ms, finished, supports, support_ms, rated, rating_sum,
  promoters, detractors FROM attendance_hour;
DROP TABLE attendance_hour;
ALTER TABLE attendance_by_person RENAME TO attendance_hour;
