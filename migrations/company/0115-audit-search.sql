-- Words and filters are matched by one index: a common word with a rare filter is found without reading all of its entries.
DROP TRIGGER audit_entry_insert;
DROP TABLE audit_search;
CREATE VIRTUAL TABLE audit_search USING fts5 (
  text,
  -- Such as `csignIns kuser p7`: category, kind of actor, and person.
  facets,
  content = '',
  contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2',
  prefix = '2 3'
);
CREATE TRIGGER audit_entry_insert AFTER INSERT ON audit_entry BEGIN
  INSERT INTO audit_search (rowid, text, facets)
  VALUES (
    new.id,
    new.object_name || ' ' || new.by_name || ' ' || new.address || ' ' || new.changes,
    'c' || new.category || ' k' || new.by_kind || iif(new.by_kind = 'user', ' p' || new.by_id, '')
  );
END;
INSERT INTO audit_search (rowid, text, facets)
SELECT
  id,
  object_name || ' ' || by_name || ' ' || address || ' ' || changes,
  'c' || category || ' k' || by_kind || iif(by_kind = 'user', ' p' || by_id, '')
FROM audit_entry;
