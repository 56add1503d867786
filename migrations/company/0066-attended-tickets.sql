-- Tickets that were stored closed: messages of campaigns, imported histories, records of blocked contacts. Nobody attended
-- them until they are reopened.
ALTER TABLE ticket ADD COLUMN born_closed INTEGER NOT NULL DEFAULT 0;
UPDATE ticket SET born_closed = 1
WHERE status = 'closed' AND closed_at = created_at AND NOT EXISTS (
  SELECT 1 FROM event
  WHERE event.ticket_id = ticket.id AND event.message_id IS NULL AND event.type = 'ticket.closed'
);

-- For the tickets resolved in a period.
CREATE INDEX ticket_closed ON ticket (closed_at, id) WHERE closed_at IS NOT NULL;

-- A reopened ticket is not resolved any more, so that its closing counts no longer.
INSERT INTO attendance_hour (starts_at, user_id, finished)
WITH reopening AS MATERIALIZED (
  SELECT number, ticket_id, type, data FROM event
  WHERE message_id IS NULL AND ticket_id IS NOT NULL AND type IN ('ticket.reopened', 'ticket.transferred')
)
SELECT closing.at / 900000 * 900000, ifnull(closing.data ->> '$.before.userId', 0), -count(*)
FROM reopening JOIN event closing ON closing.number = (
  SELECT max(earlier.number) FROM event earlier
  WHERE earlier.ticket_id = reopening.ticket_id AND earlier.message_id IS NULL AND earlier.number < reopening.number
    AND earlier.type = 'ticket.closed'
)
WHERE reopening.data ->> '$.before.status' = 'closed'
  AND (reopening.type = 'ticket.reopened' OR reopening.data ->> '$.toTicketId' = reopening.ticket_id)
  AND (SELECT imported FROM ticket WHERE ticket.id = reopening.ticket_id) IS NOT 1
GROUP BY 1, 2
ON CONFLICT DO UPDATE SET finished = finished + excluded.finished;
