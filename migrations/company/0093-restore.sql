-- When the file became the company's, and the moment of which it is.
CREATE TABLE restore (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- NULL when only its copy is known.
  state_of INTEGER,
  restored_at INTEGER NOT NULL
);
-- What would have gone out, and was due before: held for a person to release.
CREATE TABLE held_row (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  -- Table and row, JSON.
  source TEXT NOT NULL,
  row TEXT NOT NULL
);
