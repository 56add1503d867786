-- The confirmation of an opt-out is known by the name of its sending; see outreach.
ALTER TABLE suppression DROP COLUMN reply_message_id;
