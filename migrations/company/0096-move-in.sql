-- Another system whose rows were moved in.
CREATE TABLE import_source (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
);

-- Which of our rows their row has become, so that a second run brings only what is new. It outlives our row: what was deleted
-- or erased here does not come back.
CREATE TABLE import_map (
  source INTEGER NOT NULL REFERENCES import_source (id) ON DELETE CASCADE,
  table_name TEXT NOT NULL,
  old TEXT NOT NULL,
  new INTEGER NOT NULL,
  PRIMARY KEY (source, table_name, old)
) WITHOUT ROWID;

-- Of a run that is not complete: how far each table is, what became of its rows, references to rows that come later, and files that
-- are still to be linked. Emptied when it is complete.
CREATE TABLE import_cursor (
  source INTEGER NOT NULL REFERENCES import_source (id) ON DELETE CASCADE,
  step TEXT NOT NULL,
  place TEXT NOT NULL,
  PRIMARY KEY (source, step)
) WITHOUT ROWID;
CREATE TABLE import_tally (
  source INTEGER NOT NULL REFERENCES import_source (id) ON DELETE CASCADE,
  table_name TEXT NOT NULL,
  outcome TEXT NOT NULL,
  reason TEXT NOT NULL,
  rows INTEGER NOT NULL,
  PRIMARY KEY (source, table_name, outcome, reason)
) WITHOUT ROWID;
CREATE TABLE import_note (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source INTEGER NOT NULL REFERENCES import_source (id) ON DELETE CASCADE,
  table_name TEXT NOT NULL,
  old TEXT NOT NULL,
  text TEXT NOT NULL
);
CREATE TABLE import_later (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source INTEGER NOT NULL REFERENCES import_source (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  table_name TEXT NOT NULL,
  old TEXT NOT NULL
);
CREATE TABLE import_file (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source INTEGER NOT NULL REFERENCES import_source (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  path TEXT NOT NULL,
  name TEXT NOT NULL,
  at INTEGER NOT NULL
);
CREATE INDEX import_note_source ON import_note (source);
CREATE INDEX import_later_source ON import_later (source, id);
CREATE INDEX import_file_source ON import_file (source, id);
