-- Deleting a person would read every message without it.
CREATE INDEX message_user ON message (user_id) WHERE user_id IS NOT NULL;
