-- One live session per user: a new sign-in takes the place of the earlier one. The refresh token names company and session.
CREATE TABLE session (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL UNIQUE,
  -- SHA-256 of the refresh token; the one before it stays good for a moment, for two tabs that refresh at once.
  token_hash TEXT NOT NULL,
  previous_hash TEXT,
  rotated_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  address TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
