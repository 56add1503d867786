-- Who administers a group, by every address its provider named: they alone take back what others wrote.
CREATE TABLE group_admin (
  contact_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (contact_id, kind, value)
) WITHOUT ROWID;
