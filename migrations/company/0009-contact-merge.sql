-- Which contacts were made one, and where in the event log stands what undoing it needs.
CREATE TABLE contact_merge (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  from_contact_id INTEGER NOT NULL,
  into_contact_id INTEGER NOT NULL,
  first_event INTEGER NOT NULL,
  last_event INTEGER NOT NULL,
  -- Who did it; NULL is the product itself, told by the provider that they are one person.
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  undone_at INTEGER
);
CREATE INDEX contact_merge_into ON contact_merge (into_contact_id, id);

-- Pairs of which people said that they are two; the smaller id first.
CREATE TABLE contact_apart (
  one_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  other_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  PRIMARY KEY (one_id, other_id)
) WITHOUT ROWID;
CREATE INDEX contact_apart_other ON contact_apart (other_id);

-- By what two records of one person are found.
CREATE INDEX contact_tail ON contact (substr(number, -8)) WHERE is_group = 0 AND length(number) >= 8;
CREATE INDEX contact_email ON contact (lower(email)) WHERE email <> '';
