-- When the user's last window was closed or lost. Null while one is open, and for who had one when the product stopped.
ALTER TABLE user ADD COLUMN left_at INTEGER;
