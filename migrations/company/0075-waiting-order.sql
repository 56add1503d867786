-- Waiting tickets in the order of their wait: the index alone tells which of them are in one's queues.
CREATE INDEX ticket_waiting ON ticket (user_id, status, coalesce(queued_at, created_at), id, queue_id, snoozed_until)
  WHERE status = 'pending' OR status = 'lgpd';
