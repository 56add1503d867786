-- Nothing is held any more.
ALTER TABLE restore ADD COLUMN is_settled INTEGER NOT NULL DEFAULT 0;
