-- A muted company has no connection and runs no job. A copy of another company, such as a restored one, shows what was there: nobody
-- signs in to it, and it is not charged.
ALTER TABLE company ADD COLUMN muted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE company ADD COLUMN copy_of INTEGER;
