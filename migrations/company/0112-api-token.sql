-- Programs of the company. The token itself is shown once; its hash leads to it.
CREATE TABLE api_token (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  -- Lists, separated by commas. No connection: all of them.
  scopes TEXT NOT NULL,
  connections TEXT NOT NULL,
  -- Its last day, in the company's time zone.
  expires_on TEXT,
  prefix TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  created_by TEXT NOT NULL,
  last_used_at INTEGER,
  last_used_address TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
