-- How the user arranged the columns of each table.
ALTER TABLE user ADD COLUMN table_choices TEXT NOT NULL DEFAULT '{}';
