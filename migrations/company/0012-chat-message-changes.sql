-- Whoever wrote a message may mend it, or take it back; its place stays, so that others understand what follows.
ALTER TABLE chat_message ADD COLUMN edited_at INTEGER;
ALTER TABLE chat_message ADD COLUMN deleted_at INTEGER;
