-- Who changed what. Ids without references: what they name may be gone.
CREATE TABLE audit_entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  category TEXT NOT NULL,
  object TEXT NOT NULL,
  action TEXT NOT NULL,
  object_id INTEGER,
  object_name TEXT NOT NULL,
  -- 'user', 'host', 'token' or 'system'.
  by_kind TEXT NOT NULL,
  by_id INTEGER,
  by_name TEXT NOT NULL,
  address TEXT NOT NULL,
  -- JSON.
  changes TEXT NOT NULL
) STRICT;
CREATE INDEX audit_entry_at ON audit_entry (at);
CREATE INDEX audit_entry_category ON audit_entry (category, at);
CREATE INDEX audit_entry_by ON audit_entry (by_kind, by_id, at);

CREATE VIRTUAL TABLE audit_search USING fts5 (
  text,
  content = '',
  contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2',
  prefix = '2 3'
);
CREATE TRIGGER audit_entry_insert AFTER INSERT ON audit_entry BEGIN
  INSERT INTO audit_search (rowid, text)
  VALUES (new.id, new.object_name || ' ' || new.by_name || ' ' || new.address || ' ' || new.changes);
END;
CREATE TRIGGER audit_entry_delete AFTER DELETE ON audit_entry BEGIN
  DELETE FROM audit_search WHERE rowid = old.id;
END;
