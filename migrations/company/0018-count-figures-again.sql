-- Counts the dashboard's figures again from the event log, which keeps all of a ticket. By the quarter of an hour of UTC:
-- every time zone of today begins its hours with one of these, and this file does not know its company's zone.
-- Not to be had any more, and left out or guessed: whether a deleted contact was a group that had no ticket of its own, and
-- all of a deleted ticket that came by no event.
DELETE FROM attendance_hour;

-- What moved each ticket, in order. sets_queue: it begins to wait. sets_start: its attendance begins at start_at, or ends.
CREATE TEMP TABLE move (
  ticket_id INTEGER, number INTEGER, type TEXT, at INTEGER,
  before_status TEXT, before_user INTEGER, after_status TEXT, after_user INTEGER, goes_on INTEGER, from_ticket INTEGER,
  counts INTEGER, started_by_us INTEGER, sets_queue INTEGER, sets_start INTEGER, start_at INTEGER,
  PRIMARY KEY (ticket_id, number)
) WITHOUT ROWID;
INSERT INTO move
SELECT event.ticket_id, event.number, event.type, event.at,
  data ->> '$.before.status', data ->> '$.before.userId', data ->> '$.after.status', data ->> '$.after.userId',
  event.type <> 'ticket.transferred' OR data ->> '$.toTicketId' = event.ticket_id, data ->> '$.fromTicketId',
  ifnull(data ->> '$.silent', 0) = 0 AND ifnull(ticket.imported, 0) = 0, data ->> '$.startedByUs', 0, 0, NULL
FROM event LEFT JOIN ticket ON ticket.id = event.ticket_id
WHERE event.message_id IS NULL AND event.ticket_id IS NOT NULL AND event.type IN (
  'ticket.created', 'ticket.queued', 'ticket.accepted', 'ticket.returned', 'ticket.transferred', 'ticket.reopened',
  'ticket.ratingAwaited', 'ticket.closed', 'ticket.merged', 'ticket.unmerged'
);
UPDATE move SET sets_queue = 1
WHERE after_user IS NULL AND goes_on AND (
  type IN ('ticket.returned', 'ticket.transferred', 'ticket.reopened') OR (type = 'ticket.created' AND after_status <> 'closed')
);
UPDATE move SET sets_start = 1, start_at = iif(after_user IS NULL, NULL, at)
WHERE type IN ('ticket.created', 'ticket.accepted', 'ticket.returned', 'ticket.reopened') OR (
  type = 'ticket.transferred' AND goes_on
  AND (after_user IS NULL OR before_user IS NULL OR before_status NOT IN ('open', 'group'))
);
UPDATE move SET sets_start = 1,
  start_at = (SELECT data ->> '$.kept.merged.startedAt' FROM event WHERE event.number = move.number)
WHERE type = 'ticket.merged';
UPDATE move SET sets_start = 1, start_at = (
  SELECT event.data ->> '$.kept.into.startedAt' FROM move merge JOIN event ON event.number = merge.number
  WHERE merge.ticket_id = move.ticket_id AND merge.number < move.number AND merge.type = 'ticket.merged'
  ORDER BY merge.number DESC LIMIT 1
)
WHERE type = 'ticket.unmerged' AND EXISTS (
  SELECT 1 FROM move merge
  WHERE merge.ticket_id = move.ticket_id AND merge.number < move.number AND merge.type = 'ticket.merged'
);

-- Tickets that came by no event: what their row says.
CREATE TEMP TABLE unrecorded AS
SELECT * FROM ticket WHERE imported = 0 AND NOT EXISTS (
  SELECT 1 FROM event
  WHERE event.ticket_id = ticket.id AND event.message_id IS NULL AND event.type = 'ticket.created'
);

-- A contact that was merged into another counts no more; one that was deleted does.
INSERT INTO attendance_hour (starts_at, user_id, leads)
SELECT at / 900000 * 900000, 0, count(*) FROM (
  SELECT created_at AS at FROM contact WHERE is_group = 0
  UNION ALL
  SELECT at FROM event
  WHERE type = 'contact.created' AND contact_id NOT IN (SELECT id FROM contact)
    AND contact_id NOT IN (SELECT data ->> '$.fromContactId' FROM event WHERE type = 'contact.merged')
    AND contact_id NOT IN (
      SELECT contact_id FROM event
      WHERE type = 'ticket.created' AND data ->> '$.after.status' = 'group' AND contact_id IS NOT NULL
    )
)
GROUP BY 1;

-- Records that were born closed keep a blocked contact's words: nobody began them.
INSERT INTO attendance_hour (starts_at, user_id, active, passive)
SELECT at / 900000 * 900000, 0, sum(started_by_us), sum(1 - started_by_us) FROM (
  SELECT at, started_by_us FROM move WHERE type = 'ticket.created' AND counts
  UNION ALL
  SELECT created_at, started_by_us FROM unrecorded WHERE NOT (user_id IS NULL AND closed_at IS created_at)
)
GROUP BY 1
ON CONFLICT DO UPDATE SET active = active + excluded.active, passive = passive + excluded.passive;

-- Attendances begun. A wait counts where somebody waited, from when the ticket was queued last.
INSERT INTO attendance_hour (starts_at, user_id, started, waits, wait_ms)
SELECT at / 900000 * 900000, user_id, count(*), count(wait_ms), sum(ifnull(max(0, wait_ms), 0)) FROM (
  SELECT at, after_user AS user_id, iif(
    type = 'ticket.accepted' OR (type = 'ticket.transferred' AND (
      before_status IN ('pending', 'lgpd') OR (before_status = 'group' AND before_user IS NULL)
    )),
    at - ifnull((
      SELECT at FROM move earlier
      WHERE earlier.ticket_id = move.ticket_id AND earlier.number < move.number AND earlier.sets_queue
      ORDER BY earlier.number DESC LIMIT 1
    ), (
      SELECT at FROM move earlier
      WHERE earlier.ticket_id = move.ticket_id AND earlier.number < move.number AND earlier.type = 'ticket.queued'
      ORDER BY earlier.number LIMIT 1
    )),
    NULL
  ) AS wait_ms
  FROM move WHERE after_user IS NOT NULL AND (
    (type = 'ticket.created' AND counts) OR type IN ('ticket.accepted', 'ticket.reopened')
    OR (type = 'ticket.transferred' AND goes_on AND (after_user IS NOT before_user OR before_status = 'closed'))
  )
  UNION ALL
  SELECT started_at, ifnull(user_id, 0), iif(started_at >= queued_at, started_at - queued_at, NULL)
  FROM unrecorded WHERE started_at IS NOT NULL
)
GROUP BY 1, 2
ON CONFLICT DO UPDATE SET started = started + excluded.started, waits = waits + excluded.waits,
  wait_ms = wait_ms + excluded.wait_ms;

-- Attendances ended, and tickets closed. The closing that a merge of two tickets made is not an end.
INSERT INTO attendance_hour (starts_at, user_id, finished, supports, support_ms)
SELECT at / 900000 * 900000, ifnull(user_id, 0), sum(finished), count(support_ms), sum(ifnull(max(0, support_ms), 0)) FROM (
  SELECT at, iif(type = 'ticket.closed', before_user, after_user) AS user_id, type = 'ticket.closed' AS finished, iif(
    type = 'ticket.ratingAwaited' OR before_status IN ('open', 'group'),
    at - (
      SELECT start_at FROM move earlier
      WHERE earlier.ticket_id = move.ticket_id AND earlier.number < move.number AND earlier.sets_start
      ORDER BY earlier.number DESC LIMIT 1
    ),
    NULL
  ) AS support_ms
  FROM move
  WHERE type = 'ticket.ratingAwaited' OR (
    type = 'ticket.closed' AND (SELECT imported FROM ticket WHERE ticket.id = move.ticket_id) IS NOT 1 AND number NOT IN (
      SELECT (
        SELECT max(closing.number) FROM move closing
        WHERE closing.ticket_id = merge.from_ticket AND closing.number < merge.number AND closing.type = 'ticket.closed'
      ) AS closing
      FROM move merge WHERE merge.type = 'ticket.merged' AND closing IS NOT NULL
    )
  )
  UNION ALL
  SELECT closed_at, user_id, 1, closed_at - started_at FROM unrecorded
  WHERE status = 'closed' AND closed_at IS NOT NULL AND NOT (user_id IS NULL AND closed_at = created_at)
)
GROUP BY 1, 2
ON CONFLICT DO UPDATE SET finished = finished + excluded.finished, supports = supports + excluded.supports,
  support_ms = support_ms + excluded.support_ms;

INSERT INTO attendance_hour (starts_at, user_id, rated, rating_sum, promoters, detractors)
SELECT at / 900000 * 900000, ifnull(user_id, 0), count(*), sum(rate), sum(rate = 5), sum(rate <= 3) FROM (
  SELECT at, data ->> '$.ratedUserId' AS user_id, data ->> '$.rate' AS rate FROM event WHERE type = 'ticket.rated'
  UNION ALL
  SELECT closed_at, rating_user_id, rating FROM unrecorded
  WHERE status = 'closed' AND rating IS NOT NULL AND closed_at IS NOT NULL
)
GROUP BY 1, 2
ON CONFLICT DO UPDATE SET rated = rated + excluded.rated, rating_sum = rating_sum + excluded.rating_sum,
  promoters = promoters + excluded.promoters, detractors = detractors + excluded.detractors;

DROP TABLE temp.move;
DROP TABLE temp.unrecorded;
