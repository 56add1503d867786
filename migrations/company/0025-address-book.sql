-- Whom the phone of a connection knows: by its address book and by its chats.
CREATE TABLE whatsapp_address_book (
  connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  -- phone or lid.
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  -- The phone of a LID and the LID of a phone, where known.
  other TEXT NOT NULL DEFAULT '',
  -- As saved on the phone.
  name TEXT NOT NULL DEFAULT '',
  has_chat INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (connection_id, kind, value)
) WITHOUT ROWID;
