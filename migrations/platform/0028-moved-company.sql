-- When the company was exported to run on another host. It stays muted here.
ALTER TABLE company ADD COLUMN moved_at INTEGER;
