-- The report counts tickets by group without reading their rows.
DROP INDEX ticket_created;
CREATE INDEX ticket_created ON ticket (created_at, id, closed_at, started_at, status, queue_id, user_id, connection_id,
  contact_id, rating, imported, born_closed, started_by_us);
DROP INDEX ticket_closed;
CREATE INDEX ticket_closed ON ticket (closed_at, id, created_at, started_at, status, queue_id, user_id, connection_id,
  contact_id, rating, imported, born_closed, started_by_us) WHERE closed_at IS NOT NULL;
