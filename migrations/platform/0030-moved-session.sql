-- Sessions are in the companies' files. A row is moved when its company is opened, and then only leads the tokens of before,
-- which do not name their company, to it.
ALTER TABLE session ADD COLUMN moved_at INTEGER;
