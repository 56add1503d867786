-- When the message got its status; null until the first change, and for changes before this column.
ALTER TABLE reported_message ADD COLUMN at INTEGER;
