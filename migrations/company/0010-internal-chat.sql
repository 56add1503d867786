-- What the people of a company write to each other.
CREATE TABLE chat (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  -- The one member who may change and delete it.
  owner_id INTEGER NOT NULL REFERENCES user (id),
  last_message TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  -- When it was last written in or changed; lists go by it.
  updated_at INTEGER NOT NULL
);
CREATE INDEX chat_owner ON chat (owner_id);

CREATE TABLE chat_user (
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  chat_id INTEGER NOT NULL REFERENCES chat (id) ON DELETE CASCADE,
  unreads INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, chat_id)
) WITHOUT ROWID;
CREATE INDEX chat_user_chat ON chat_user (chat_id);

CREATE TABLE chat_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chat_id INTEGER NOT NULL REFERENCES chat (id) ON DELETE CASCADE,
  -- NULL when the person is gone; what they wrote stays.
  sender_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  message TEXT NOT NULL DEFAULT '',
  media_id INTEGER,
  -- Made by the client that wrote it, so that a repeated request is the same message.
  client_id TEXT,
  created_at INTEGER NOT NULL
);
CREATE INDEX chat_message_chat ON chat_message (chat_id, id);
CREATE INDEX chat_message_sender ON chat_message (sender_id) WHERE sender_id IS NOT NULL;
CREATE UNIQUE INDEX chat_message_client ON chat_message (client_id, sender_id) WHERE client_id IS NOT NULL;
