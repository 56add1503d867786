-- What a user's devices sign in with in place of a password (WebAuthn).
CREATE TABLE passkey (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  credential_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  -- The name under which the host was reached; a browser offers the key only there.
  host TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  -- When the challenge of the last sign-in was issued: each challenge passes once.
  last_challenge_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE INDEX passkey_user ON passkey (user_id);
