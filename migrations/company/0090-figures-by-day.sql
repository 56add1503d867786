-- Sums of attendance_hour by the day of UTC, so that a month of a whole team is read in a few rows. A day in another zone takes the
-- hours at both of its ends from attendance_hour.
CREATE TABLE attendance_day (
  starts_at INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  leads INTEGER NOT NULL,
  active INTEGER NOT NULL,
  passive INTEGER NOT NULL,
  started INTEGER NOT NULL,
  waits INTEGER NOT NULL,
  wait_ms INTEGER NOT NULL,
  finished INTEGER NOT NULL,
  supports INTEGER NOT NULL,
  support_ms INTEGER NOT NULL,
  rated INTEGER NOT NULL,
  rating_sum INTEGER NOT NULL,
  promoters INTEGER NOT NULL,
  detractors INTEGER NOT NULL,
  PRIMARY KEY (user_id, starts_at)
) WITHOUT ROWID;

INSERT INTO attendance_day
SELECT starts_at - starts_at % 86400000, user_id, sum(leads), sum(active), sum(passive), sum(started), sum(waits), sum(wait_ms),
  sum(finished), sum(supports), sum(support_ms), sum(rated), sum(rating_sum), sum(promoters), sum(detractors)
FROM attendance_hour
GROUP BY 2, 1;

CREATE TRIGGER attendance_day_insert AFTER INSERT ON attendance_hour BEGIN
  INSERT INTO attendance_day VALUES (
    new.starts_at - new.starts_at % 86400000, new.user_id, new.leads, new.active, new.passive, new.started, new.waits, new.wait_ms,
    new.finished, new.supports, new.support_ms, new.rated, new.rating_sum, new.promoters, new.detractors
  ) ON CONFLICT DO UPDATE SET
    leads = leads + excluded.leads, active = active + excluded.active, passive = passive + excluded.passive,
    started = started + excluded.started, waits = waits + excluded.waits, wait_ms = wait_ms + excluded.wait_ms,
    finished = finished + excluded.finished, supports = supports + excluded.supports,
    support_ms = support_ms + excluded.support_ms, rated = rated + excluded.rated,
    rating_sum = rating_sum + excluded.rating_sum, promoters = promoters + excluded.promoters,
    detractors = detractors + excluded.detractors;
END;

CREATE TRIGGER attendance_day_update AFTER UPDATE ON attendance_hour BEGIN
  UPDATE attendance_day SET
    leads = leads + new.leads - old.leads, active = active + new.active - old.active,
    passive = passive + new.passive - old.passive, started = started + new.started - old.started,
    waits = waits + new.waits - old.waits, wait_ms = wait_ms + new.wait_ms - old.wait_ms,
    finished = finished + new.finished - old.finished, supports = supports + new.supports - old.supports,
    support_ms = support_ms + new.support_ms - old.support_ms, rated = rated + new.rated - old.rated,
    rating_sum = rating_sum + new.rating_sum - old.rating_sum, promoters = promoters + new.promoters - old.promoters,
    detractors = detractors + new.detractors - old.detractors
  WHERE user_id = new.user_id AND starts_at = new.starts_at - new.starts_at % 86400000;
END;

CREATE TRIGGER attendance_day_delete AFTER DELETE ON attendance_hour BEGIN
  UPDATE attendance_day SET
    leads = leads - old.leads, active = active - old.active, passive = passive - old.passive, started = started - old.started,
    waits = waits - old.waits, wait_ms = wait_ms - old.wait_ms, finished = finished - old.finished,
    supports = supports - old.supports, support_ms = support_ms - old.support_ms, rated = rated - old.rated,
    rating_sum = rating_sum - old.rating_sum, promoters = promoters - old.promoters, detractors = detractors - old.detractors
  WHERE user_id = old.user_id AND starts_at = old.starts_at - old.starts_at % 86400000;
END;
