-- The result of an import of old messages is shown until it is dismissed; earlier ones are not shown again.
ALTER TABLE message_import ADD COLUMN dismissed INTEGER NOT NULL DEFAULT 0;
UPDATE message_import SET dismissed = 1 WHERE state = 'done';
