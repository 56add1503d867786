-- With the snooze in it, the index alone tells which tickets are on their owner's list: none of them is read.
DROP INDEX ticket_list_user;
CREATE INDEX ticket_list_user ON ticket (user_id, status, updated_at, id, queue_id, snoozed_until);
