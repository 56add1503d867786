-- With the queue in it, the index alone tells which of the tickets of nobody are in one's queues: none of the others is read.
DROP INDEX ticket_list_user;
CREATE INDEX ticket_list_user ON ticket (user_id, status, updated_at, id, queue_id);
