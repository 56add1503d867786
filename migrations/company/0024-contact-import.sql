-- The import that made the contact; null for all others. Imported contacts are no leads, and can be taken back.
ALTER TABLE contact ADD COLUMN import_id INTEGER;
CREATE INDEX contact_import_id ON contact (import_id) WHERE import_id IS NOT NULL;

-- An uploaded spreadsheet, or the address book of a connection, and what became of it.
CREATE TABLE contact_import (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('spreadsheet', 'phonebook', 'chats')),
  state TEXT NOT NULL CHECK (state IN ('uploaded', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  connection_id INTEGER REFERENCES connection (id) ON DELETE SET NULL,
  file_name TEXT NOT NULL DEFAULT '',
  -- The rows as JSON lines; null once they were erased.
  media_id INTEGER REFERENCES media (id) ON DELETE SET NULL,
  -- JSON: the sheets of the file.
  sheets TEXT NOT NULL DEFAULT '[]',
  -- JSON: which columns and rows to take, and how.
  options TEXT NOT NULL DEFAULT '{}',
  -- Byte position of the next row, and how many rows of the sheet are still to be read.
  position INTEGER NOT NULL DEFAULT 0,
  rows_left INTEGER NOT NULL DEFAULT 0,
  -- Of the chosen rows.
  total INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  ignored INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  -- Created without the check that was asked for.
  unverified INTEGER NOT NULL DEFAULT 0,
  removed INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  announced_at INTEGER,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER
);

-- Rows that did not simply become a contact.
CREATE TABLE contact_import_row (
  import_id INTEGER NOT NULL REFERENCES contact_import (id) ON DELETE CASCADE,
  -- As in the sheet, from 1.
  row INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('created', 'updated', 'ignored', 'failed')),
  reason TEXT NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  number TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (import_id, row)
) WITHOUT ROWID;
