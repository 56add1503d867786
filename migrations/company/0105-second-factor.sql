-- A user's authenticator app (RFC 6238).
CREATE TABLE totp (
  user_id INTEGER PRIMARY KEY,
  -- Sealed with the host's key.
  secret TEXT NOT NULL,
  -- The last time step whose code was accepted: each code passes once.
  last_step INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);

-- One row per code that is left, hashed by scrypt with the user's salt.
CREATE TABLE recovery_code (
  user_id INTEGER NOT NULL,
  salt TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (user_id, hash)
) WITHOUT ROWID;
