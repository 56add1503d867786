-- Facebook pages and the Instagram accounts linked to them. The page's token is encrypted.
CREATE TABLE page_account (
  connection_id INTEGER PRIMARY KEY REFERENCES connection ON DELETE CASCADE,
  page_id TEXT NOT NULL,
  name TEXT NOT NULL,
  username TEXT NOT NULL DEFAULT '',
  token TEXT NOT NULL,
  human_agent INTEGER NOT NULL DEFAULT 0,
  takes_comments INTEGER NOT NULL DEFAULT 0,
  token_expires_at INTEGER,
  verified_at INTEGER,
  updated_at INTEGER NOT NULL
) STRICT;
