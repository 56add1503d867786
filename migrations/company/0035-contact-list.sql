-- Lists of people to whom campaigns are sent. The counts are kept by triggers.
CREATE TABLE contact_list (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  items INTEGER NOT NULL DEFAULT 0,
  valid INTEGER NOT NULL DEFAULT 0,
  invalid INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX contact_list_name_key ON contact_list (name_key);

-- No reference to the list: the items of a deleted one are erased in batches.
CREATE TABLE contact_list_item (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  list_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  -- Digits, country first.
  number TEXT NOT NULL,
  -- Under which the number is one person: with and without the Brazilian ninth digit.
  phone_key TEXT NOT NULL,
  email TEXT NOT NULL DEFAULT '',
  -- Whether the number has an account; null until the provider was asked.
  is_valid INTEGER CHECK (is_valid IN (0, 1)),
  checked_at INTEGER,
  -- JSON: further columns of the spreadsheet by their titles.
  extra TEXT NOT NULL DEFAULT '{}',
  search_text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX contact_list_item_phone ON contact_list_item (list_id, phone_key);
CREATE INDEX contact_list_item_name ON contact_list_item (list_id, search_text, id, is_valid);
CREATE INDEX contact_list_item_unchecked ON contact_list_item (list_id, id) WHERE is_valid IS NULL;

CREATE TRIGGER contact_list_item_insert AFTER INSERT ON contact_list_item BEGIN
  UPDATE contact_list SET items = items + 1, valid = valid + (new.is_valid IS 1), invalid = invalid + (new.is_valid IS 0)
    WHERE id = new.list_id;
END;
CREATE TRIGGER contact_list_item_delete AFTER DELETE ON contact_list_item BEGIN
  UPDATE contact_list SET items = items - 1, valid = valid - (old.is_valid IS 1), invalid = invalid - (old.is_valid IS 0)
    WHERE id = old.list_id;
END;
CREATE TRIGGER contact_list_item_update AFTER UPDATE OF is_valid ON contact_list_item WHEN old.is_valid IS NOT new.is_valid BEGIN
  UPDATE contact_list SET valid = valid + (new.is_valid IS 1) - (old.is_valid IS 1),
      invalid = invalid + (new.is_valid IS 0) - (old.is_valid IS 0)
    WHERE id = new.list_id;
END;

-- The contact list that a spreadsheet is imported into; null for imports of contacts.
ALTER TABLE contact_import ADD COLUMN list_id INTEGER;
