-- The figures of what was there before they were kept. What a ticket's row no longer tells (who had it before, how long it
-- waited before it was taken up again) is left out rather than guessed.
INSERT INTO attendance_hour (hour, user_id, leads)
SELECT created_at / 3600000, 0, count(*) FROM contact WHERE is_group = 0 GROUP BY 1;

-- Records that were born closed keep a blocked contact's words or the past of an account: nobody began them.
INSERT INTO attendance_hour (hour, user_id, active, passive)
SELECT created_at / 3600000, 0, sum(started_by_us), sum(1 - started_by_us) FROM ticket
WHERE imported = 0 AND NOT (user_id IS NULL AND closed_at IS created_at) GROUP BY 1
ON CONFLICT DO UPDATE SET active = active + excluded.active, passive = passive + excluded.passive;

INSERT INTO attendance_hour (hour, user_id, started, waits, wait_ms)
SELECT started_at / 3600000, ifnull(user_id, 0), count(*), sum(waited), sum(iif(waited, started_at - queued_at, 0))
FROM (
  SELECT started_at, queued_at, user_id, queued_at IS NOT NULL AND started_at >= queued_at AND NOT EXISTS (
    SELECT 1 FROM event
    WHERE ticket_id = ticket.id AND message_id IS NULL AND type IN ('ticket.reopened', 'ticket.transferred')
  ) AS waited
  FROM ticket WHERE imported = 0 AND started_at IS NOT NULL
)
GROUP BY 1, 2
ON CONFLICT DO UPDATE SET started = started + excluded.started, waits = waits + excluded.waits,
  wait_ms = wait_ms + excluded.wait_ms;

INSERT INTO attendance_hour (hour, user_id, finished, supports, support_ms)
SELECT closed_at / 3600000, ifnull(user_id, 0), count(*), count(started_at), sum(ifnull(max(0, closed_at - started_at), 0))
FROM ticket
WHERE status = 'closed' AND imported = 0 AND closed_at IS NOT NULL AND NOT (user_id IS NULL AND closed_at = created_at)
GROUP BY 1, 2
ON CONFLICT DO UPDATE SET finished = finished + excluded.finished, supports = supports + excluded.supports,
  support_ms = support_ms + excluded.support_ms;

INSERT INTO attendance_hour (hour, user_id, rated, rating_sum, promoters, detractors)
SELECT closed_at / 3600000, ifnull(rating_user_id, 0), count(*), sum(rating), sum(rating = 5), sum(rating <= 3) FROM ticket
WHERE status = 'closed' AND rating IS NOT NULL AND closed_at IS NOT NULL GROUP BY 1, 2
ON CONFLICT DO UPDATE SET rated = rated + excluded.rated, rating_sum = rating_sum + excluded.rating_sum,
  promoters = promoters + excluded.promoters, detractors = detractors + excluded.detractors;
